import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { cleanUp } from '../server/src/testing/clean-up.ts'
import { auditEvents, auditSite, auditTasks, drain } from './faults/audit.ts'
import { startLoad } from './faults/load.ts'
import { createPerson, watch } from './faults/person.ts'
import type { Service } from './faults/service.ts'
import { openFleet } from './fleet/fleet.ts'
import { makeRelease } from './fleet/release.ts'
import { startOwnPostgres } from './lib/own-postgres.ts'
import { program, until } from './lib/product.ts'

// What a release does to the table that is busiest: a column, a rule, an index, a trigger's function.
const expand = `alter table tasks add column of_next_release text;
alter table tasks add constraint of_next_release_is_short check (length(of_next_release) <= 10) not valid;
create table next_release (id bigint primary key);
`
const index = `drop index concurrently if exists of_next_release;
create index concurrently of_next_release on tasks (of_next_release) where of_next_release is not null;
`
const contract = `alter table tasks drop column of_next_release;
update oldest_program set migration = '9001_expand';
`

test('a rolling upgrade under load, back again and forward for good: nothing is lost, and nobody notices', async (t) => {
  const postgres = await startOwnPostgres(t)
  const client = new pg.Client(postgres.url())
  await client.connect()
  cleanUp(t, () => client.end())
  const expanded = { '9001_expand.sql': expand, '9002_index.concurrent.sql': index }
  const next = await makeRelease(t, '9.1.0', expanded)
  const final = await makeRelease(t, '9.2.0', { ...expanded, '9003_contract.sql': contract })

  await using fleet = await openFleet({ database_url: postgres.url(), serves: 2, works: 2 })
  const people = await Promise.all([1, 2, 3].map(() => createPerson(fleet.url)))
  const stream = watch(people[0]!)
  const fault = { name: 'the upgrade', strike: async () => 0 }
  const load = startLoad(people, fault.name, 3)
  const accepted = () => load.acceptedAfter(Date.now())
  await accepted()

  const versions = async (): Promise<string[]> => {
    const { rows } = await client.query<{ version: string }>(
      `select distinct version from workers where seen_at > now() - interval '5 seconds' order by 1`,
    )
    return rows.map(({ version }) => version)
  }
  /** One process after the other, as docs/operating/upgrade.md has it; each goes on beside those of the other release. */
  const roll = async (services: readonly Service[], release: string): Promise<void> => {
    for (const service of services) {
      await service.stop()
      const problems = service
        .log()
        .split('\n')
        .filter((line) => /"level":"(?:error|fatal)"/.test(line))
      assert.deepEqual(problems, [], service.name)
      await service.start(release)
      await accepted()
    }
  }
  const began = performance.now()
  const [ours] = await versions()
  const inOrder = [...fleet.serves, ...fleet.works]
  const steps: [string, string][] = [
    ['9.1.0', next],
    [ours!, program],
    ['9.1.0', next],
    ['9.2.0', final],
  ]
  for (const [version, release] of steps) {
    await roll(inOrder, release)
    await until(versions, (found) => found.join() === version)
  }
  const took_s = (performance.now() - began) / 1000
  await load.stop()
  await drain(people)

  const site = { bucket: fleet.bucket, reconcile: () => fleet.reconcile(final) }
  const tally = await auditTasks(people, fault)
  const [row] = (
    await client.query<{ last: string }>('select max(seq) as last from task_events where user_id = $1', [
      (await people[0]!.me()).user_id,
    ])
  ).rows
  await stream.stop(Number(row!.last))
  const retried = people.flatMap(({ retries }) => retries)
  t.diagnostic(
    `${tally.created} tasks in ${took_s.toFixed(0)} s of four upgrades; ${retried.length} requests were repeated`,
  )
  for (const line of retried) t.diagnostic(line)
  assert.deepEqual([...tally.broken, ...(await auditSite(site, people))], [])
  assert.deepEqual(auditEvents(stream.seen, people[0]!.tasks), [])
  assert.ok(tally.completed > 0)

  const [first] = fleet.serves
  await first!.stop()
  await assert.rejects(first!.start(program), /The database is newer than this program.*9003_contract/s)
})
