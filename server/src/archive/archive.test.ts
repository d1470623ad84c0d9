import assert from 'node:assert/strict'
import { buffer } from 'node:stream/consumers'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { sql } from 'kysely'
import { findNamed } from '../backup/object-queries.ts'
import { schedules as auditSchedules } from '../audit/schedules.ts'
import { archiveAttempts } from '../tasks/task/old-attempts.ts'
import { claimNext } from '../testing/claim.ts'
import { createWorld, type World } from '../testing/world.ts'

const never = new AbortController().signal
const day_ms = 86_400_000

/** Every line of every object that is noted, by its table. */
async function archived({ db, deps }: World, what: string): Promise<Record<string, unknown>[]> {
  const objects = await db.selectFrom('archives').selectAll().where('what', '=', what).execute()
  const lines = []
  for (const { object_key, rows } of objects) {
    const text = (await promisify(gunzip)(await buffer((await deps.storage.get(object_key))!))).toString()
    const found = text.trimEnd().split('\n')
    assert.equal(found.length, rows)
    lines.push(...found.map((line) => JSON.parse(line) as Record<string, unknown>))
  }
  return lines
}

async function addEvents({ db }: World, count: number, days_ago: number): Promise<void> {
  await sql`
    insert into audit_events (event, actor, created_at)
    select 'login_ok', 'person ' || i, now() - make_interval(days => ${days_ago}, secs => i)
      from generate_series(1, ${count}) as i`.execute(db)
}

const archiveAudit = ({ deps }: World, days: number) =>
  auditSchedules(deps, { audit_retention_days: days })[0]!.run(never)

test('old events of the audit log are moved into storage, each once, and the new ones stay', async (t) => {
  const world = await createWorld(t)
  await addEvents(world, 12_000, 400)
  await addEvents(world, 10, 5)
  const count = async () =>
    (
      await world.db
        .selectFrom('audit_events')
        .select(sql<number>`count(*)::int`.as('n'))
        .execute()
    )[0]!.n
  const before = await count()
  await archiveAudit(world, 0)
  assert.equal(await count(), before, 'by default nothing is moved')
  await archiveAudit(world, 365)
  assert.equal(await count(), before - 12_000)
  const lines = await archived(world, 'audit-events')
  assert.equal(lines.length, 12_000)
  assert.equal(new Set(lines.map(({ event_id }) => event_id)).size, 12_000)
  assert.deepEqual(Object.keys(lines[0]!).toSorted(), [
    'actor',
    'created_at',
    'details',
    'event',
    'event_id',
    'ip',
    'request_id',
    'subject',
  ])
  await archiveAudit(world, 365)
  assert.equal((await archived(world, 'audit-events')).length, 12_000)
  const keys = (await world.db.selectFrom('archives').select('object_key').execute()).map(
    ({ object_key }) => object_key,
  )
  assert.deepEqual(await findNamed(world.db, keys), new Set(keys), 'backups take them')
})

test('whoever dies between storing and removing loses nothing, and stores the same again', async (t) => {
  const world = await createWorld(t)
  await addEvents(world, 30, 400)
  const { storage } = world.deps
  const keys: string[] = []
  const dying = {
    ...storage,
    put: async (...given: Parameters<typeof storage.put>) => {
      keys.push(given[0])
      await storage.put(...given)
      if (keys.length === 1) throw new Error('killed')
      return { size_bytes: 0, content_type: '' }
    },
  }
  const run = () =>
    auditSchedules({ ...world.deps, storage: dying }, { audit_retention_days: 365 })[0]!.run(never)
  await assert.rejects(run(), /killed/)
  assert.equal((await archived(world, 'audit-events')).length, 0)
  await run()
  assert.equal((await archived(world, 'audit-events')).length, 30)
  assert.equal(keys[0], keys[1], 'one object')
})

test('old attempts are moved when they have ended; the task keeps what it is', async (t) => {
  const world = await createWorld(t)
  const ann = await world.person()
  await world.credits(ann, 100)
  const [done, running] = [await world.task(ann), await world.task(ann)]
  for (const task_id of [done, running]) assert.equal((await claimNext(world))?.task_id, task_id)
  await world.post(`/api/v1/tasks/${done}/cancel`, ann.token)
  const attempts = async (task_id: string) =>
    (await world.get(`/api/v1/tasks/${task_id}/attempts`, ann.token)).json().items.length
  assert.deepEqual([await attempts(done), await attempts(running)], [1, 1])
  const later = { ...world.deps, clock: () => new Date(Date.now() + 100 * day_ms) }
  assert.equal(await archiveAttempts(later, 90, never), 1)
  assert.deepEqual([await attempts(done), await attempts(running)], [0, 1])
  const [line] = await archived(world, 'task-attempts')
  assert.deepEqual([line!['task_id'], line!['outcome']], [done, 'canceled'])
  assert.equal((await world.get(`/api/v1/tasks/${done}`, ann.token)).json().status, 'failed')
})
