import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { sql } from 'kysely'
import { claimNext } from '../../testing/claim.ts'
import { until } from '../../testing/until.ts'
import { createWorld, type Person, type World } from '../../testing/world.ts'
import { lockCountsOf } from './reap-queries.ts'
import { createReaper, failOverdueTasks, reapLostTasks } from './reap.ts'

const more = 230 // more than two batches

async function prepare(t: Parameters<typeof createWorld>[0]) {
  const world = await createWorld(t, { env: { MAX_ACTIVE_TASKS: '1000' } })
  const people = [await world.person(), await world.person()]
  for (const each of people) await world.credits(each, 10_000)
  return { world, people }
}

async function submit(world: World, people: readonly Person[], count: number): Promise<void> {
  for (let i = 0; i < count; i++) await world.task(people[i % people.length]!)
}

suite('a run that ends tasks', () => {
  test('ends all that are past their deadline, and gives all of their money back', async (t) => {
    const { world, people } = await prepare(t)
    await submit(world, people, more)
    const claimed = await claimNext(world)
    await world.db
      .updateTable('tasks')
      .set({ deadline_at: new Date(0) })
      .execute()
    assert.equal(await failOverdueTasks(world.db, world.deps.log), more)
    for (const { token } of people) {
      const { balance, balance_held } = (await world.get('/api/v1/me', token)).json()
      assert.deepEqual([balance, balance_held], [10_000, 0])
    }
    const attempts = await world.db
      .selectFrom('task_attempts')
      .select(['task_id', 'outcome', 'error_class'])
      .execute()
    assert.deepEqual(attempts, [{ task_id: claimed!.task_id, outcome: 'failed', error_class: 'deadline' }])
  })

  test('stops between two batches when its process does', async (t) => {
    const { world, people } = await prepare(t)
    await submit(world, people, more)
    await world.db
      .updateTable('tasks')
      .set({ deadline_at: new Date(0) })
      .execute()
    const failed = await failOverdueTasks(world.db, world.deps.log, AbortSignal.abort())
    assert.ok(failed > 0 && failed < more, String(failed))
  })

  test('takes all tasks of lost workers back at once', async (t) => {
    const { world, people } = await prepare(t)
    await submit(world, people, more)
    for (let i = 0; i < more; i++) assert.ok(await claimNext(world, { limits: { user: 1000, admin: 1000 } }))
    await world.db
      .updateTable('tasks')
      .set({ lease_expires_at: new Date(0) })
      .execute()
    assert.equal(await reapLostTasks(world.db, world.deps.log, 3), more)
  })

  test('and another one that comes to the same users in another order do not wait for each other', async (t) => {
    const { world, people } = await prepare(t)
    const [ann, bob, third] = [people[0]!, people[1]!, await world.person()]
    await world.credits(third, 10_000)
    const { log } = world.deps
    // The first run takes a hundred, ann's first and bob's last; the second one bob's, then ann's.
    const order = [ann, ...Array.from({ length: 98 }, () => third), bob, bob, ann]
    for (const [i, person] of order.entries()) {
      const task_id = await world.task(person)
      assert.equal((await claimNext(world, { limits: { user: 1000, admin: 1000 } }))?.task_id, task_id)
      await world.db
        .updateTable('tasks')
        .set({ lease_expires_at: new Date(i * 1000) })
        .where('task_id', '=', task_id)
        .execute()
    }
    const runs = await world.db.transaction().execute(async (trx) => {
      await lockCountsOf(trx, [third]) // both runs are under way before either goes on
      const first = reapLostTasks(world.deps.db, log, 1)
      await until(async () => (await countWaiting(world)) === 1)
      let isOver = false
      const second = reapLostTasks(world.deps.db, log, 1).finally(() => (isOver = true))
      await until(async () => isOver || (await countWaiting(world)) === 2)
      return [first, second]
    })
    assert.equal(
      (await Promise.all(runs)).reduce((sum, count) => sum + count),
      order.length,
    )
  })
})

suite('after a time without the database', () => {
  test('a lease that ran out meanwhile is waited for as long as a lease is', async (t) => {
    const { world, people } = await prepare(t)
    let now = 0
    const reap = createReaper(world.deps, { lease_s: 8, max_attempts: 3 }, () => now)
    const reapAfter = (ms: number) => {
      now += ms
      return reap()
    }
    const lose = async () => {
      const task_id = await world.task(people[0]!)
      await world.db
        .updateTable('tasks')
        .set({ run_after: new Date(Date.now() + 3_600_000) })
        .where('task_id', '<>', task_id)
        .where('status', '=', 'queued')
        .execute()
      assert.equal((await claimNext(world, { lease_s: 0 }))?.task_id, task_id)
    }
    await lose()
    assert.equal(await reapAfter(1_000), 1, 'whose worker alone is silent is taken over at once')
    await lose()
    assert.equal(await reapAfter(5_000), 0)
    for (let i = 0; i < 7; i++) assert.equal(await reapAfter(1_000), 0)
    assert.equal(await reapAfter(1_000), 1)
  })
})

async function countWaiting({ deps: { db } }: World): Promise<number> {
  const { rows } = await sql<{ waiting: number }>`
    select count(distinct pid)::int as waiting from pg_locks
     where not granted and pid in (select pid from pg_stat_activity where datname = current_database())`.execute(
    db,
  )
  return rows[0]!.waiting
}
