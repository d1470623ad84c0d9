import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Fault, takeover_ms } from './fault.ts'
import { faults, runRound, tabulate } from './round.ts'

test('whatever breaks under load, each task ends once and is paid once, and who watches misses nothing', async (t) => {
  const { outcomes, events, broken } = await runRound(faults, { tasks_per_fault: 6, outage_ms: 10_000 })
  for (const line of tabulate(outcomes).split('\n')) t.diagnostic(line)
  for (const [i, fault] of faults.entries()) {
    const { broken, created, completed, failed, lost, twice, late } = outcomes[i]!
    await t.test(`${fault.name}: nothing is lost, and nothing happens twice`, () => {
      assert.deepEqual(broken, [])
      assert.deepEqual([lost, twice, completed + failed], [0, 0, created])
      assert.ok(created >= 6 && completed > 0)
    })
    if (fault.bound_ms !== undefined)
      await t.test(`${fault.name}: its task is another’s within ${takeover_ms / 1000} s`, () =>
        assert.equal(late, undefined),
      )
  }
  await t.test(`money, videos and ${events} events agree at the end`, () => assert.deepEqual(broken, []))
})

test('a step that ends badly leaves nothing broken for the next, and a missed bound is a finding of its own', async () => {
  const breakAll: Fault = {
    name: 'everything at once, and then an error',
    attemptsMay: 'lost',
    bound_ms: 0,
    strike: async ({ site }) => {
      const [killed, cut, frozen] = site.workers
      site.bucketLine.cut()
      await killed!.kill()
      cut!.line.cut()
      frozen!.freeze()
      await site.api.kill()
      throw new Error('found nothing good')
    },
  }
  const slow: Fault = {
    name: 'nothing, slowly',
    bound_ms: 1_000,
    strike: async () => ({ took_ms: 1_500, found_ms: 900 }),
  }
  const { outcomes, broken, after } = await runRound([breakAll, slow], {
    tasks_per_fault: 6,
    outage_ms: 1_000,
  })
  const [first, second] = [outcomes[0]!, outcomes[1]!]
  assert.deepEqual(first.broken, ['everything at once, and then an error: found nothing good'])
  assert.deepEqual([first.lost, first.late, first.after], [0, undefined, undefined])
  assert.deepEqual([second.broken, second.lost, second.after], [[], 0, breakAll.name])
  assert.equal(second.late, '1.5 s (0.9 s), and promised are 1.0 s')
  assert.deepEqual([broken, after], [[], breakAll.name])
})
