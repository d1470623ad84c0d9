import assert from 'node:assert/strict'
import { test } from 'node:test'
import { takeover_ms } from './faults.ts'
import { faults, runRound, tabulate } from './round.ts'

test('whatever breaks under load, each task ends once and is paid once, and who watches misses nothing', async (t) => {
  const { outcomes, events, broken } = await runRound(faults, { tasks_per_fault: 6, outage_ms: 10_000 })
  for (const line of tabulate(outcomes).split('\n')) t.diagnostic(line)
  for (const [i, fault] of faults.entries()) {
    const { broken, created, completed, failed, lost, twice, recovery_ms } = outcomes[i]!
    await t.test(`${fault.name}: nothing is lost, and nothing happens twice`, () => {
      assert.deepEqual(broken, [])
      assert.deepEqual([lost, twice, completed + failed], [0, 0, created])
      assert.ok(created >= 6 && completed > 0)
    })
    if (fault.leavesRoom)
      await t.test(`${fault.name}: its task is another’s within 20 s`, () =>
        assert.ok(recovery_ms <= takeover_ms, `${recovery_ms} ms`),
      )
  }
  await t.test(`money, videos and ${events} events agree at the end`, () => assert.deepEqual(broken, []))
})
