import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { fuzzParameters } from '../testing/every-route/fuzz.ts'
import { type Model, moneyCommands, type Real } from '../testing/ledger-model.ts'
import { createWorld, type Person, type World } from '../testing/world.ts'
import { reconcile } from './reconciliation/reconcile.ts'

/** What was spent is what tasks have taken of the spendable balance and not given back, but for what they hold. */
async function usageAgrees({ get }: World, { token }: Person): Promise<void> {
  const moved = await Promise.all(
    ['task_charge', 'task_refund'].map(async (type) => {
      const { items, total } = (await get(`/api/v1/me/transactions?page_size=100&type=${type}`, token)).json()
      assert.equal(items.length, total)
      return items.reduce((sum: number, { amount }: { amount: number }) => sum + amount, 0)
    }),
  )
  const { balance_held } = (await get('/api/v1/me', token)).json()
  const { total, items } = (await get('/api/v1/me/usage', token)).json()
  assert.equal(total, 0 - moved[0] - moved[1] - balance_held)
  assert.equal(
    total,
    items.reduce((sum: number, { spent }: { spent: number }) => sum + spent, 0),
  )
}

test('T-138 whatever is done in whatever order, money is what a few numbers say', async (t) => {
  const world = await createWorld(t, {
    env: {
      GENERATE_PER_MINUTE: '1000000',
      ACCESS_TOKEN_TTL_SECONDS: '86400',
      ADMIN_SESSION_IDLE_TTL_SECONDS: '86400',
      ADMIN_SESSION_ABSOLUTE_TTL_SECONDS: '86400',
    },
  })
  const admin = await world.admin()
  let commands = 0
  const parameters = fuzzParameters(t, { runs: 25 })
  await fc.assert(
    fc
      .asyncProperty(moneyCommands(60), async (sequence) => {
        const people = [await world.person(), await world.person()]
        const model: Model = { users: people.map(() => ({ balance: 0, held: 0 })), tasks: [] }
        const real: Real = { world, people, admin }
        await fc.asyncModelRun(() => ({ model, real }), sequence)
        assert.deepEqual(new Set(Object.values(await reconcile(world.db))), new Set([0]))
        for (const person of people) await usageAgrees(world, person)
        commands += [...sequence].length
      })
      .afterEach(async () => {
        // What a run leaves in the queue would be claimed in the next, and its registrations be counted.
        await world.db.updateTable('tasks').set({ model: 'done' }).execute()
        await world.deps.limiter.forgetExpired(new Date(Date.now() + 86_400_000))
      }),
    parameters,
  )
  t.diagnostic(`${commands} commands`)
})
