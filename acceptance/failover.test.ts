import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { auditEvents, auditSite, auditTasks, drain } from './faults/audit.ts'
import type { Fault } from './faults/fault.ts'
import { startLoad } from './faults/load.ts'
import { createPerson, watch } from './faults/person.ts'
import { openFleet } from './fleet/fleet.ts'
import { openReplicatedPostgres } from './fleet/replicated-postgres.ts'
import { isReady, until } from './lib/product.ts'

/** What a manager of clusters takes to be sure that a primary is gone; Patroni's default is up to 30 s. */
const noticed_ms = 10_000

test('the primary dies under load and its synchronous standby takes over: nothing that was acknowledged is lost', async (t) => {
  await using postgres = await openReplicatedPostgres()
  await using fleet = await openFleet({ database_url: postgres.url, serves: 2, works: 2 })
  const people = await Promise.all([1, 2, 3].map(() => createPerson(fleet.url)))
  const stream = watch(people[0]!)
  // Leases end while there is no database that could renew them.
  const fault: Fault = { name: 'the failover', strike: async () => 0, attemptsMay: 'lost' }
  const load = startLoad(people, fault.name, 3)
  await load.acceptedAfter(Date.now())
  while (load.count() < 20) await wait(100)

  await postgres.killPrimary()
  await wait(noticed_ms)
  await postgres.promote()
  const promoted = Date.now()
  await until(() => isReady(fleet.url), Boolean)
  const ready_ms = Date.now() - promoted
  await load.acceptedAfter(promoted)
  while (load.count() < 60) await wait(100)
  await load.stop()
  await drain(people)

  const tally = await auditTasks(people, fault)
  const user_id = (await people[0]!.me()).user_id
  const [row] = await postgres.ask<{ last: string }>(
    'select max(seq) as last from task_events where user_id = $1',
    [user_id],
  )
  await stream.stop(Number(row!.last))
  t.diagnostic(`${tally.created} tasks; ready ${(ready_ms / 1000).toFixed(1)} s after the promotion`)
  assert.deepEqual([...tally.broken, ...(await auditSite(fleet, people))], [])
  assert.deepEqual(auditEvents(stream.seen, people[0]!.tasks), [])
  assert.deepEqual([tally.lost, tally.twice], [0, 0])
})
