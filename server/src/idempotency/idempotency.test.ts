import assert from 'node:assert/strict'
import { capture } from '../testing/capture.ts'
import { createHash, randomUUID } from 'node:crypto'
import { suite, test } from 'node:test'
import type { Trx } from '../platform/db/database.ts'
import { createWorld, type Person, type World } from '../testing/world.ts'
import { topUp } from '../wallet/wallet.ts'
import type { KeyedRequest } from '../platform/http/idempotency-key.ts'
import { findAnswer, forgetOldKeys, once } from './idempotency.ts'

const hash = (text: string): Buffer => createHash('sha256').update(text).digest()
const now = new Date()
const day_ms = 86_400_000

async function prepare(t: Parameters<typeof createWorld>[0]) {
  const world = await createWorld(t)
  const ann = await world.person()
  const request: KeyedRequest = {
    user_id: ann.user_id,
    route: 'POST /x',
    path: '/x',
    key: 'k',
    fingerprint: hash('body'),
  }
  let runs = 0
  const effect = async (trx: Parameters<typeof topUp>[0]) => {
    runs++
    await topUp(trx, ann.user_id, 5)
    return { made: randomUUID() }
  }
  return { ...world, ann, request, effect, runs: () => runs }
}

suite('an idempotency key', () => {
  test('of fifty requests at once one has an effect, and all get its answer', async (t) => {
    const { db, request, effect, get, ann } = await prepare(t)
    const all = await Promise.all(Array.from({ length: 50 }, () => once(db, request, now, effect)))
    assert.equal(new Set(all.map(({ answer }) => answer.made)).size, 1)
    assert.equal(all.filter(({ replayed }) => replayed).length, 49)
    assert.equal((await get('/api/v1/me', ann.token)).json().balance, 5)
  })

  test('a failed effect leaves the key free', async (t) => {
    const { db, request, effect } = await prepare(t)
    await assert.rejects(
      once(db, request, now, async (trx) => {
        await effect(trx)
        throw new Error('402')
      }),
      /402/,
    )
    assert.equal((await once(db, request, now, effect)).replayed, false)
  })

  test('another body or path is refused; another user, route or day is another request', async (t) => {
    const { db, request, effect, person } = await prepare(t)
    await once(db, request, now, effect)
    const other = { ...request, fingerprint: hash('other') }
    await assert.rejects(once(db, other, now, effect), { status: 422, code: 'idempotency_key_reused' })
    await assert.rejects(findAnswer(db, other, now), { status: 422, code: 'idempotency_key_reused' })
    const elsewhere = { ...request, path: '/x/2' }
    await assert.rejects(once(db, elsewhere, now, effect), { status: 422, code: 'idempotency_key_reused' })
    await assert.rejects(findAnswer(db, elsewhere, now), { status: 422, code: 'idempotency_key_reused' })
    const eve = await person()
    assert.equal((await once(db, { ...request, route: 'POST /y' }, now, effect)).replayed, false)
    assert.equal(await findAnswer(db, { ...request, user_id: eve.user_id }, now), undefined)
    assert.equal((await once(db, other, new Date(now.getTime() + day_ms + 1), effect)).replayed, false)
  })

  test('a request that waits too long for its twin is told to come again', async (t) => {
    const { db, request, effect } = await prepare(t)
    const entered = Promise.withResolvers<void>()
    const leave = Promise.withResolvers<void>()
    const first = once(db, request, now, async (trx) => {
      const answer = await effect(trx)
      entered.resolve()
      await leave.promise
      return answer
    })
    await entered.promise
    await assert.rejects(
      once(db, request, now, effect),
      (error: { code: string; headers: Record<string, string> }) => {
        assert.deepEqual([error.code, error.headers['retry-after']], ['idempotency_in_progress', '1'])
        return true
      },
    )
    leave.resolve()
    assert.deepEqual((await once(db, request, now, effect)).answer, (await first).answer)
  })

  test('keys are forgotten after a day', async (t) => {
    const { db, request, effect } = await prepare(t)
    await once(db, request, now, effect)
    await forgetOldKeys(db, now)
    assert.notEqual(await findAnswer(db, request, now), undefined)
    await forgetOldKeys(db, new Date(now.getTime() + day_ms))
    assert.deepEqual(await db.selectFrom('idempotency_keys').select('key').execute(), [])
  })
})

test('a transaction that gave in to another one is done again', async (t) => {
  const { db, person } = await createWorld(t)
  const [ann, bob] = [await person(), await person()]
  const lock = async (trx: Trx, user_id: string) => {
    await trx.selectFrom('users').select('user_id').where('user_id', '=', user_id).forUpdate().execute()
  }
  // Each locks one row and then wants the other's: a deadlock, in which PostgreSQL ends one of them.
  let runs = 0
  let bothHold: () => void
  const met = new Promise<void>((resolve) => (bothHold = resolve))
  const crosswise = (first: string, second: string) =>
    once(db, undefined, new Date(), async (trx) => {
      await lock(trx, first)
      if (++runs >= 2) bothHold()
      await met
      await lock(trx, second)
      return {}
    })
  await Promise.all([crosswise(ann.user_id, bob.user_id), crosswise(bob.user_id, ann.user_id)])
  assert.ok(runs >= 3)
})

test('a key that was used for one user or task is refused for another, on every route that has one in its path', async (t) => {
  const world = await createWorld(t)
  const [root, ann, bob] = [await world.admin(), await world.person(), await world.person()]
  await world.credits(ann, 1000)
  const [first, second] = [await completedTask(world, ann), await completedTask(world, ann)]
  const send = (url: string, of: Person, payload: object) =>
    world.app.inject({
      method: 'POST',
      url,
      headers: { authorization: `Bearer ${of.token}`, 'idempotency-key': 'k' },
      payload,
    })
  const routes: [of: Person, url: (id: string) => string, ids: [string, string], body: object][] = [
    [
      root,
      (id) => `/api/v1/admin/users/${id}/adjust`,
      [bob.user_id, ann.user_id],
      { amount: 100, reason: 'goodwill' },
    ],
    [root, (id) => `/api/v1/admin/tasks/${id}/refund`, [first, second], { amount: 1, reason: 'too dark' }],
    [ann, (id) => `/api/v1/tasks/${id}/retry`, [first, second], {}],
    [ann, (id) => `/api/v1/tasks/${id}/enhance`, [first, second], {}],
  ]
  for (const [of, url, [one, other], body] of routes) {
    const done = await send(url(one), of, body)
    assert.equal(done.statusCode, 200, done.body)
    const elsewhere = await send(url(other), of, body)
    assert.deepEqual([elsewhere.statusCode, elsewhere.json().code], [422, 'idempotency_key_reused'], url(''))
    const again = await send(url(one), of, body)
    assert.deepEqual([again.headers['idempotent-replayed'], again.body], ['true', done.body], url(''))
  }
  assert.equal((await world.get('/api/v1/me', bob.token)).json().balance, 100)
})

async function completedTask(world: World, of: Person): Promise<string> {
  const task_id = await world.task(of)
  const done = { status: 'completed', result_key: `videos/${task_id}.mp4`, completed_at: new Date() } as const
  await world.db.transaction().execute(async (trx) => {
    await trx.updateTable('tasks').set(done).where('task_id', '=', task_id).execute()
    await capture(trx, task_id)
  })
  return task_id
}
