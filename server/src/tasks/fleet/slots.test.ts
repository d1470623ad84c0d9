import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { until } from '../../testing/until.ts'
import { createHeldEngine, startWorkerOf } from '../../testing/worker.ts'
import { createWorld, type World } from '../../testing/world.ts'
import { reapLostTasks } from '../run/reap.ts'
import { removeSilentWorkers, registerWorker } from './workers.ts'

async function prepare(t: Parameters<typeof createWorld>[0]) {
  const world = await createWorld(t)
  const ann = await world.person()
  await world.credits(ann, 10_000)
  return { world, ann }
}

const read = ({ db }: World, task_id: string) =>
  db.selectFrom('tasks').selectAll().where('task_id', '=', task_id).executeTakeFirstOrThrow()

/** The worker is heard of no more: its lease runs out. */
async function loseLease(world: World): Promise<void> {
  await world.db
    .updateTable('tasks')
    .set({ lease_expires_at: new Date(0) })
    .where('status', '=', 'running')
    .execute()
  assert.equal(await reapLostTasks(world.db, world.deps.log, 5), 1)
}

suite('slots that workers share', () => {
  test('two workers never give an engine more than it has slots', async (t) => {
    const { world, ann } = await prepare(t)
    const engine = createHeldEngine()
    for (const worker_id of ['one', 'two', 'three']) startWorkerOf(world, engine, { worker_id, slots: 2 })
    const ids: string[] = []
    for (let i = 0; i < 12; i++) ids.push(await world.task(ann))
    for (let i = 0; i < 12; i++) {
      await until(() => engine.working.size > 0, 'work')
      engine.finish([...engine.working][0]!)
    }
    for (const id of ids) assert.equal((await world.ended(id)).status, 'completed')
    assert.equal(engine.most, 2)
  })

  test('what a dead worker left at an engine is picked up there, and started nowhere else', async (t) => {
    const { world, ann } = await prepare(t)
    const engine = createHeldEngine()
    const dead = startWorkerOf(world, engine, { worker_id: 'dead' })
    const task_id = await world.task(ann)
    await until(() => engine.working.has(`${task_id}-1`), 'the task')
    // It neither renews its lease nor claims: as if it were killed, but that its operation goes on.
    const stopped = dead.stop(60_000)
    await until(async () => {
      const attempt = await world.db.selectFrom('task_attempts').select('operation').executeTakeFirst()
      return attempt?.operation != null
    }, 'a saved operation')
    await loseLease(world)
    const other = createHeldEngine({ name: 'other' })
    startWorkerOf(world, other, { worker_id: 'elsewhere' })
    startWorkerOf(world, engine, { worker_id: 'alive' })
    await until(async () => (await read(world, task_id)).worker_id === 'alive', 'a new worker')
    engine.finish(`${task_id}-1`)
    const task = await world.ended(task_id)
    assert.deepEqual([task.status, task.attempt], ['completed', 2])
    assert.deepEqual([engine.most, other.most, engine.canceled], [1, 0, []])
    await stopped
  })

  test('what runs elsewhere by now is stopped where it was left', async (t) => {
    const { world, ann } = await prepare(t)
    const engine = createHeldEngine()
    const dead = startWorkerOf(world, engine, { worker_id: 'dead' })
    const task_id = await world.task(ann)
    await until(() => engine.working.has(`${task_id}-1`), 'the task')
    const stopped = dead.stop(60_000)
    await loseLease(world)
    await world.db.updateTable('tasks').set({ reserved_until: null }).execute()
    const other = createHeldEngine({ name: 'other' })
    startWorkerOf(world, other, { worker_id: 'elsewhere' })
    await until(() => other.working.has(`${task_id}-2`), 'the second attempt')
    startWorkerOf(world, engine, { worker_id: 'back' })
    await until(() => engine.working.size === 0, 'an idle engine')
    other.finish(`${task_id}-2`)
    assert.equal((await world.ended(task_id)).status, 'completed')
    await stopped
  })

  test('an engine in a worker’s own process is the business of that worker alone', async (t) => {
    const { world, ann } = await prepare(t)
    const engines = [createHeldEngine(), createHeldEngine()]
    for (const [i, engine] of engines.entries())
      startWorkerOf(world, engine, { worker_id: `own-${i}`, shared: false })
    await Promise.all([world.task(ann), world.task(ann)])
    await until(() => engines.every(({ working }) => working.size === 1), 'both engines at work')
  })
})

suite('models of one engine', () => {
  test('the loaded one goes on, and others have their turn after its stint', async (t) => {
    const { world, ann } = await prepare(t)
    const engine = createHeldEngine({ models: ['preview', 'other'] })
    const order: string[] = []
    const start = engine.start.bind(engine)
    engine.start = (request, context) => {
      order.push(request.model)
      return start(request, context)
    }
    const ids: string[] = []
    for (let i = 0; i < 6; i++) ids.push(await world.task(ann))
    // There is but one model on offer here, so the other's tasks come by another way.
    await world.db
      .updateTable('tasks')
      .set({ model: 'other' })
      .where('task_id', 'in', [ids[1]!, ids[3]!, ids[5]!])
      .execute()
    startWorkerOf(world, engine, { max_stint_s: 3600 })
    for (let i = 0; i < 6; i++) {
      await until(() => engine.working.size === 1, 'work')
      engine.finish([...engine.working][0]!)
    }
    for (const id of ids) await world.ended(id)
    assert.deepEqual(order, ['preview', 'preview', 'preview', 'other', 'other', 'other'])
  })
})

suite('workers', () => {
  const about = { worker_id: 'w1', version: '0.1.0', host: 'here', pid: 42 }

  test('administrators see who is there, what runs, and what waits', async (t) => {
    const { world, ann } = await prepare(t)
    const root = await world.admin()
    const engine = createHeldEngine()
    const registration = await registerWorker(world.deps, about)
    startWorkerOf(world, engine, { worker_id: 'w1', shared: false })
    const [running, waiting] = [await world.task(ann), await world.task(ann)]
    await until(() => engine.working.size === 1, 'work')
    const { items } = (await world.get('/api/v1/admin/workers', root.token)).json()
    const [worker] = items
    assert.deepEqual(
      [
        items.length,
        worker.worker_id,
        worker.version,
        worker.is_alive,
        worker.draining_since,
        worker.task_ids,
      ],
      [1, 'w1', '0.1.0', true, null, [running]],
    )
    assert.deepEqual(
      worker.slots.map((slot: Record<string, unknown>) => [
        slot['engine'],
        slot['task_id'],
        slot['is_draining'],
      ]),
      [['held', running, false]],
    )
    const queues = (await world.get('/api/v1/admin/queues', root.token)).json().items
    assert.deepEqual(
      queues.map((queue: Record<string, unknown>) => [
        queue['model'],
        queue['queued'],
        queue['running'],
        queue['slots'],
      ]),
      [['preview', 1, 1, 1]],
    )
    assert.ok(waiting && queues[0].oldest_wait_s >= 0)
    await registration.leave()
    assert.deepEqual((await world.get('/api/v1/admin/workers', root.token)).json().items, [])
    assert.deepEqual((await world.get('/api/v1/admin/engine-slots', root.token)).json().items, [])
  })

  test('a worker that drains ends what it runs and takes nothing more until it may', async (t) => {
    const { world, ann } = await prepare(t)
    const root = await world.admin()
    const engine = createHeldEngine()
    const registration = await registerWorker(world.deps, about)
    world.resources.defer(() => registration.leave())
    startWorkerOf(world, engine, { worker_id: 'w1' })
    const [first, second] = [await world.task(ann), await world.task(ann)]
    await until(() => engine.working.has(`${first}-1`), 'work')
    const tell = (what: string) => world.post(`/api/v1/admin/workers/w1/${what}`, root.token)
    assert.equal((await tell('drain')).statusCode, 200)
    engine.finish(`${first}-1`)
    assert.equal((await world.ended(first)).status, 'completed')
    await until(async () => {
      const slot = await world.db
        .selectFrom('engine_slots')
        .select(['task_id', 'seen_at'])
        .executeTakeFirstOrThrow()
      return slot.task_id === null
    }, 'a free slot')
    assert.equal((await read(world, second)).status, 'queued')
    assert.equal((await tell('resume')).statusCode, 200)
    await until(() => engine.working.has(`${second}-1`), 'the second task')
    const unknown = await world.post('/api/v1/admin/workers/nobody/drain', root.token)
    assert.deepEqual([unknown.statusCode, unknown.json().code], [404, 'worker_not_found'])
    const queue = await world.post('/api/v1/admin/queues/nothing/pause', root.token)
    assert.deepEqual([queue.statusCode, queue.json().code], [404, 'queue_not_found'])
  })

  test('an engine that hangs is taken out, and its task is made by another without a failed attempt', async (t) => {
    const { world, ann } = await prepare(t)
    const root = await world.admin()
    const registration = await registerWorker(world.deps, about)
    world.resources.defer(() => registration.leave())
    const [hangs, works] = [createHeldEngine({ name: 'hangs' }), createHeldEngine({ name: 'works' })]
    startWorkerOf(world, hangs, { worker_id: 'w1' })
    const task_id = await world.task(ann)
    await until(() => hangs.working.size === 1, 'work')
    const tell = (engine: string, what: string, body = {}) =>
      world.post(`/api/v1/admin/engines/${engine}/${what}`, root.token, body)
    const taken = await tell('hangs', 'pause', { hand_back: true })
    assert.deepEqual([taken.statusCode, taken.json()], [200, { handed_back: [task_id] }])
    assert.deepEqual((await tell('hangs', 'pause', { hand_back: true })).json(), { handed_back: [] })
    startWorkerOf(world, works, { worker_id: 'w1' })
    await until(() => works.working.size === 1, 'work on the other engine')
    works.finish([...works.working][0]!)
    assert.equal((await world.ended(task_id)).status, 'completed')
    const detail = (await world.get(`/api/v1/admin/tasks/${task_id}`, root.token)).json()
    const told = detail.attempts.map(({ engine, outcome }: Record<string, unknown>) => [engine, outcome])
    assert.deepEqual(told, [
      ['hangs', 'handed_back'],
      ['works', 'completed'],
    ])
    assert.deepEqual(
      detail.movements.map(({ kind }: Record<string, unknown>) => kind),
      ['capture', 'hold'],
    )
    const [listed] = (await world.get('/api/v1/admin/engines', root.token)).json().items
    assert.deepEqual([listed.engine, listed.paused_by], ['hangs', root.user_id])
    const next = await world.task(ann)
    await until(() => works.working.size === 1, 'the next task')
    assert.equal((await tell('works', 'pause')).json().handed_back.length, 0)
    works.finish([...works.working][0]!)
    assert.equal((await world.ended(next)).status, 'completed', 'what runs may end')
    const waiting = await world.task(ann)
    assert.equal((await tell('hangs', 'resume')).statusCode, 200)
    await until(() => hangs.working.has(`${waiting}-1`), 'work on the engine that is back')
    const unknown = await tell('nothing', 'pause')
    assert.deepEqual([unknown.statusCode, unknown.json().code], [404, 'engine_not_found'])
  })

  test('one that is heard of no more is forgotten, with its own slots', async (t) => {
    const { world } = await prepare(t)
    const registration = await registerWorker(world.deps, about)
    world.resources.defer(() => registration.leave())
    await removeSilentWorkers(world.db, world.deps.log)
    const count = async () => (await world.db.selectFrom('workers').select('worker_id').execute()).length
    assert.equal(await count(), 1)
    await world.db
      .updateTable('workers')
      .set({ seen_at: new Date(Date.now() - 61_000) })
      .execute()
    await removeSilentWorkers(world.db, world.deps.log)
    assert.equal(await count(), 0)
  })
})

test('what engines took is what is expected of them', async (t) => {
  const { world, ann } = await prepare(t)
  const engine = createHeldEngine()
  startWorkerOf(world, engine)
  const first = await world.task(ann)
  await until(() => engine.working.size === 1, 'work')
  assert.equal((await read(world, first)).expected_s, 1) // a second for each second of video
  engine.finish(`${first}-1`)
  await world.ended(first)
  await until(async () => {
    const queue = await world.db.selectFrom('queues').select('seconds_per_unit').executeTakeFirstOrThrow()
    return queue.seconds_per_unit !== null && queue.seconds_per_unit < 1 / 6.8 // 17 frames of 832 x 480
  }, 'a speed')
})
