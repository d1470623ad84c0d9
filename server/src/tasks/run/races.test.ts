import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { claimNext } from '../../testing/claim.ts'
import { createWorld, type Person, type World } from '../../testing/world.ts'
import { until } from '../../testing/until.ts'
import { lockCounts } from '../queue/enqueue-queries.ts'
import * as attempts from './attempt-queries.ts'
import { failTask } from './end-task.ts'
import { failOverdueTasks, reapLostTasks } from './reap.ts'

async function rich(world: World): Promise<Person> {
  const person = await world.person()
  await world.credits(person, 10_000)
  return person
}

test('T-099 a deletion at the moment of completion is refused, or comes after the charge', async (t) => {
  const world = await createWorld(t)
  const ann = await rich(world)
  const statuses = new Set<number>()
  for (let i = 0; i < 30; i++) {
    const task_id = await world.task(ann)
    const claimed = (await claimNext(world))!
    const remove = () => world.remove(`/api/v1/tasks/${task_id}`, ann.token)
    const complete = () => attempts.complete(world.db, claimed, `videos/${task_id}.mp4`)
    const [response] =
      i % 2 === 0 ? await Promise.all([remove(), complete()]) : [await complete().then(remove)]
    statuses.add(response.statusCode)
    assert.equal((await world.ended(task_id)).status, 'completed')
    const hold = await world.db
      .selectFrom('ledger_holds')
      .select(['state', 'captured'])
      .where('task_id', '=', task_id)
      .executeTakeFirstOrThrow()
    assert.deepEqual(hold, { state: 'captured', captured: 10 })
  }
  assert.ok([...statuses].every((status) => status === 204 || status === 409))
  assert.ok(statuses.has(204))
})

test('a completion waits for the counts of its owner before it moves money, as a submission does', async (t) => {
  const world = await createWorld(t)
  const ann = await rich(world)
  const task_id = await world.task(ann)
  const claimed = (await claimNext(world))!
  const [locked, completing] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const submission = world.db.transaction().execute(async (trx) => {
    await lockCounts(trx, ann.user_id)
    locked.resolve()
    await completing.promise
    const { rows } = await sql`
      select from ledger_accounts where owner_user_id = ${ann.user_id} for no key update nowait`.execute(trx)
    assert.equal(rows.length, 2)
  })
  await locked.promise
  const completion = attempts.complete(world.db, claimed, `videos/${task_id}.mp4`)
  const isWaiting = async () => {
    const { rows } = await sql`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
      world.db,
    )
    return rows.length > 0
  }
  await until(isWaiting, 'the completion to wait')
  completing.resolve()
  await submission
  assert.ok(await completion)
})

test('T-102, T-103 who submits decides neither price nor owner nor state, and can ask for no enhancement here', async (t) => {
  const world = await createWorld(t)
  const [ann, eve] = [await rich(world), await rich(world)]
  const foreign = {
    task_id: 'mine',
    user_id: eve.user_id,
    status: 'completed',
    cost: 0,
    price: 0,
    result_url: 'videos/x.mp4',
    queue_tag: -1,
    attempt: 7,
  }
  const task_id = await world.task(ann, foreign)
  assert.notEqual(task_id, 'mine')
  const row = await world.db
    .selectFrom('tasks')
    .select(['user_id', 'status', 'cost', 'parent_task_id', 'result_key', 'attempt'])
    .where('task_id', '=', task_id)
    .executeTakeFirstOrThrow()
  assert.deepEqual(row, {
    user_id: ann.user_id,
    status: 'queued',
    cost: 10,
    parent_task_id: null,
    result_key: null,
    attempt: 0,
  })
  const enhance = await world.post('/api/v1/video/generate', ann.token, { prompt: 'x', model: 'enhance' })
  assert.deepEqual([enhance.statusCode, enhance.json().detail[0].loc], [422, ['body', 'model']])
})

test('T-135 a completion that is reported twice while the reaper and a failure come in between is captured once', async (t) => {
  const world = await createWorld(t)
  const { db, deps } = world
  const ann = await rich(world)
  for (let i = 0; i < 20; i++) {
    const task_id = await world.task(ann)
    const claimed = (await claimNext(world, { lease_s: 0 }))!
    const complete = () => attempts.complete(db, claimed, `videos/${task_id}.mp4`)
    const ending = {
      reason: { code: 'test', message: 'no', error_class: 'engine' },
      frees_slot: true,
    } as const
    await db
      .updateTable('tasks')
      .set({ deadline_at: new Date(0) })
      .where('task_id', '=', task_id)
      .execute()
    await Promise.all([
      complete(),
      reapLostTasks(db, deps.log, 1),
      failOverdueTasks(db, deps.log),
      db.transaction().execute((trx) => failTask(trx, claimed, ending)),
      complete(),
    ])
    const { status } = await world.ended(task_id)
    const movements = await db
      .selectFrom('ledger_transactions as movement')
      .innerJoin('ledger_holds as hold', 'hold.hold_id', 'movement.hold_id')
      .select('movement.kind')
      .where('hold.task_id', '=', task_id)
      .execute()
    const kinds = movements.map(({ kind }) => kind).toSorted()
    assert.deepEqual(kinds, status === 'completed' ? ['capture', 'hold'] : ['hold', 'release'])
  }
})
