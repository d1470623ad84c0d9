import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { sql } from 'kysely'
import { addFreeSlot, claimNext } from '../../testing/claim.ts'
import { createWorld, type Person } from '../../testing/world.ts'
import { renewLease } from '../run/attempt-queries.ts'
import { claim } from './claim-queries.ts'
import { eachTask } from '../tasks.ts'

const limits = { user: 1000, admin: 1000 }
const order = (worker_id: string) => ({
  engine: 'instant',
  owner: worker_id,
  worker_id,
  lease_s: 60,
  limits,
  of: { model: 'preview', modes: ['text-to-video' as const] },
})

async function prepare(t: Parameters<typeof createWorld>[0], people_count: number) {
  const world = await createWorld(t, { env: { MAX_ACTIVE_TASKS: '10000' } })
  const people: Person[] = []
  for (let i = 0; i < people_count; i++) people.push(await world.person())
  for (const each of people) await world.credits(each, 10_000)
  return { world, people }
}

suite('at size', () => {
  test('a page of places is what each is told alone', async (t) => {
    const { world, people } = await prepare(t, 3)
    for (let i = 0; i < 12; i++) await world.task(people[i % 3]!, { priority: (i % 5) - 2 })
    await claimNext(world)
    for (const { token } of people) {
      const page = (await world.get('/api/v1/tasks', token)).json().items
      const alone = []
      for (const { task_id } of page) alone.push((await world.get(`/api/v1/tasks/${task_id}`, token)).json())
      assert.deepEqual(
        page.map(({ queue }: { queue: unknown }) => queue),
        alone.map(({ queue }) => queue),
      )
    }
    const all = []
    for (const { token } of people) all.push(...(await world.get('/api/v1/tasks', token)).json().items)
    const places = all.flatMap(({ queue }) => queue?.position ?? [])
    assert.deepEqual(
      places.toSorted((a, b) => a - b),
      Array.from({ length: 11 }, (_, i) => i + 1),
    )
  })

  test('an export tells each task once, also when others are made meanwhile', async (t) => {
    const { world, people } = await prepare(t, 1)
    const ann = people[0]!
    const first = await world.task(ann)
    const copy = (from: number, to: number) =>
      sql`
      insert into tasks (task_id, user_id, model, prompt, params, cost, deadline_at, created_at)
      select 'copy-' || number, user_id, model, prompt, params, 0, deadline_at, now() - interval '1 day' + number / 3 * interval '1 microsecond'
        from tasks, generate_series(${from}::int, ${to}::int) as number where task_id = ${first}`.execute(
        world.db,
      )
    await copy(1, 1200)
    const told: string[] = []
    for await (const { task_id } of eachTask(world.db, ann.user_id)) {
      told.push(task_id)
      if (told.length === 10) for (let i = 0; i < 3; i++) await world.task(ann)
    }
    assert.deepEqual([told.length, new Set(told).size], [1201, 1201])
  })

  test('a heartbeat stays within its page, and writes into no index', async (t) => {
    const { world, people } = await prepare(t, 1)
    await world.task(people[0]!)
    const task = (await claimNext(world))!
    const { rows } = await sql<{ index: string }>`
      select indexdef as index from pg_indexes where tablename = 'tasks' and indexdef like '%lease_expires_at%'`.execute(
      world.db,
    )
    assert.deepEqual(rows, [])
    await world.db.transaction().execute(async (trx) => {
      const count = async () => {
        const { rows } = await sql<{ all: number; hot: number }>`
          select pg_stat_get_xact_tuples_updated('tasks'::regclass)::int as "all",
                 pg_stat_get_xact_tuples_hot_updated('tasks'::regclass)::int as hot`.execute(trx)
        return rows[0]!
      }
      const before = await count()
      assert.ok(await renewLease(trx, task, 15, 0.5))
      const after = await count()
      assert.deepEqual([after.all - before.all, after.hot - before.hot], [1, 1])
    })
  })

  test('a claim waits for no other of its model', async (t) => {
    const { world, people } = await prepare(t, 2)
    for (const each of people) await world.task(each)
    const { db } = world
    await db.insertInto('queues').values({ model: 'preview' }).execute() // a worker has offered it
    for (const owner of ['one', 'two']) await addFreeSlot(db, 'instant', owner)
    await db.transaction().execute(async (first) => {
      assert.ok((await claim(first, order('one'))).task)
      // Another worker's claim, while the first one's is not committed; it would wait for ever.
      await world.deps.db.transaction().execute(async (second) => {
        await sql`set local lock_timeout = '10s'`.execute(second)
        assert.ok((await claim(second, order('two'))).task)
      })
    })
    const { rows } = await sql<{ virtual_time: number; newest: number }>`
      select virtual_time, (select max(queue_tag) from tasks) as newest from queues where model = 'preview'`.execute(
      db,
    )
    assert.ok(rows[0]!.virtual_time > 0 && rows[0]!.virtual_time <= rows[0]!.newest)
  })
})
