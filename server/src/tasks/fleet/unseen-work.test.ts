import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { EngineError } from '../../engines/engines.ts'
import { until } from '../../testing/until.ts'
import { createHeldEngine, type HeldEngine, startWorkerOf } from '../../testing/worker.ts'
import { createWorld, type World } from '../../testing/world.ts'
import { reapLostTasks } from '../run/reap.ts'
import { createJobClocks } from './job-clocks.ts'
import { findFreeSlot } from './slot-queries.ts'
import { stopOrphans } from './stop-orphans.ts'

async function prepare(t: Parameters<typeof createWorld>[0]) {
  const world = await createWorld(t)
  const ann = await world.person()
  await world.credits(ann, 10_000)
  return { world, ann, root: await world.admin() }
}

const readTask = ({ db }: World, task_id: string) =>
  db.selectFrom('tasks').selectAll().where('task_id', '=', task_id).executeTakeFirstOrThrow()

const readSlot = ({ db }: World) => db.selectFrom('engine_slots').selectAll().executeTakeFirstOrThrow()

/** For how many seconds the slot is held, from the start of its attempt. */
async function heldFor_s(world: World): Promise<number> {
  const { unseen_until, task_id, attempt } = await readSlot(world)
  const { started_at } = await world.db
    .selectFrom('task_attempts')
    .select('started_at')
    .where('task_id', '=', task_id!)
    .where('attempt', '=', attempt!)
    .executeTakeFirstOrThrow()
  return (unseen_until!.getTime() - started_at.getTime()) / 1000
}

async function passHold({ db }: World): Promise<void> {
  await db
    .updateTable('engine_slots')
    .set({ unseen_until: new Date(Date.now() - 1000) })
    .execute()
}

/** An engine that names its operations itself, computes what it is given, and loses the answers to starts. */
function createForgetfulEngine(): HeldEngine & { losesAnswers: boolean } {
  const held = createHeldEngine()
  const start = held.start.bind(held)
  const engine = Object.assign(held, { losesAnswers: true, assumed_run_s: 900 })
  engine.start = async (request, context) => {
    const operation = await start(request, context)
    if (!engine.losesAnswers) return operation
    throw new EngineError('unavailable', 'The engine does not answer.', { fault: 'engine', mayRun: true })
  }
  return engine
}

suite('a start whose answer is lost', () => {
  test('keeps its slot until the job must be over, whichever worker asks, and then the task runs again', async (t) => {
    const { world, ann, root } = await prepare(t)
    const engine = createForgetfulEngine()
    const task_id = await world.task(ann)
    const first = startWorkerOf(world, engine, { worker_id: 'first' })
    await until(() => engine.working.has(`${task_id}-1`), 'the first attempt')
    await until(async () => (await readTask(world, task_id)).status === 'queued', 'a task in the queue again')
    await first.stop(0)
    await world.db
      .updateTable('tasks')
      .set({ run_after: new Date(0), reserved_until: null })
      .execute()
    const asked = { engine: engine.name, owner: '', worker_id: 'second', models: ['preview'] }
    const free = await findFreeSlot(world.db, asked)
    assert.equal(free, undefined, 'the task itself finds nothing to pick up there')
    engine.losesAnswers = false
    startWorkerOf(world, engine, { worker_id: 'second' })
    for (let i = 0; i < 3; i++) await stopOrphans(world.deps, engine, '')
    assert.ok(Math.abs((await heldFor_s(world)) - 900) < 60)
    assert.deepEqual([engine.working.size, engine.most], [1, 1])
    const [slot] = (await world.get('/api/v1/admin/engine-slots', root.token)).json().items
    assert.equal(slot.is_draining, true)
    await passHold(world)
    await until(() => engine.working.has(`${task_id}-2`), 'the second attempt')
    engine.finish(`${task_id}-2`)
    assert.equal((await world.ended(task_id)).status, 'completed')
    assert.equal((await readSlot(world)).unseen_until, null)
  })

  test('is over when the server has had a minute and has no unfinished job', async (t) => {
    const { world, ann } = await prepare(t)
    const engine = createForgetfulEngine()
    const idle = { is: false, asked: 0 }
    engine.isIdle = async () => {
      idle.asked++
      return idle.is
    }
    const task_id = await world.task(ann)
    const loop = startWorkerOf(world, engine)
    await until(() => engine.working.has(`${task_id}-1`), 'the first attempt')
    await until(async () => (await readTask(world, task_id)).status === 'queued', 'a task in the queue again')
    await loop.stop(0)
    const isHeld = async () => {
      await world.db.updateTable('engine_slots').set({ checked_at: null }).execute()
      await stopOrphans(world.deps, engine, '')
      return (await readSlot(world)).task_id !== null
    }
    idle.is = true
    assert.deepEqual([await isHeld(), idle.asked], [true, 0])
    await world.db
      .updateTable('task_attempts')
      .set({ ended_at: new Date(Date.now() - 61_000) })
      .execute()
    idle.is = false
    assert.deepEqual([await isHeld(), idle.asked], [true, 1])
    idle.is = true
    assert.deepEqual([await isHeld(), idle.asked], [false, 2])
  })

  test('holds its slot as well when the worker was lost with it', async (t) => {
    const { world, ann } = await prepare(t)
    const engine = createForgetfulEngine()
    const sent = Promise.withResolvers<void>()
    const start = engine.start.bind(engine)
    engine.start = async (request, context) => {
      await start(request, context).catch(() => {})
      sent.resolve()
      return new Promise((_, reject) =>
        context.signal.addEventListener('abort', () => reject(context.signal.reason)),
      )
    }
    const task_id = await world.task(ann)
    const dead = startWorkerOf(world, engine, { worker_id: 'dead' })
    await sent.promise
    await world.db
      .updateTable('tasks')
      .set({ lease_expires_at: new Date(0) })
      .execute()
    assert.equal(await reapLostTasks(world.db, world.deps.log, 5), 1)
    await stopOrphans(world.deps, engine, '')
    const slot = await readSlot(world)
    assert.deepEqual([slot.task_id, slot.attempt], [task_id, 1])
    assert.ok(slot.unseen_until! > new Date())
    await dead.stop(0)
  })
})

suite('work that was cancelled and is seen no more', () => {
  test('keeps its slot from its start for as long as such a video takes, after a restart too', async (t) => {
    const { world, ann } = await prepare(t)
    const engine = createHeldEngine()
    engine.cancel = async () => 'unseen'
    // 17 frames of 832 x 480 at 100 s per million pixels, half as long again.
    await world.db
      .insertInto('queues')
      .values({ model: 'preview', seconds_per_unit: 100 })
      .onConflict((conflict) => conflict.column('model').doUpdateSet({ seconds_per_unit: 100 }))
      .execute()
    const task_id = await world.task(ann)
    const loop = startWorkerOf(world, engine, { worker_id: 'first' })
    await until(() => engine.working.size === 1, 'work')
    await until(async () => (await readSlot(world)).unseen_until === null, 'a saved operation')
    assert.equal((await world.post(`/api/v1/tasks/${task_id}/cancel`, ann.token)).statusCode, 200)
    await until(async () => (await readSlot(world)).unseen_until !== null, 'a slot that is held')
    assert.ok(Math.abs((await heldFor_s(world)) - 832 * 480 * 17 * 1.5e-4) < 1)
    await loop.stop(0)
    const restarted = createHeldEngine()
    restarted.cancel = async () => 'stopped'
    const next = await world.task(ann)
    startWorkerOf(world, restarted, { worker_id: 'second' })
    for (let i = 0; i < 3; i++) await stopOrphans(world.deps, restarted, '')
    assert.deepEqual([(await readSlot(world)).task_id, restarted.working.size], [task_id, 0])
    await passHold(world)
    await until(() => restarted.working.has(`${next}-1`), 'the next task')
  })
})

test('an operation that is not the one that was foreseen is the one that is saved', async (t) => {
  const { world, ann } = await prepare(t)
  const engine = createHeldEngine()
  engine.operationFor = () => ({ key: 'foreseen' })
  const task_id = await world.task(ann)
  startWorkerOf(world, engine)
  await until(async () => {
    const attempt = await world.db.selectFrom('task_attempts').select('operation').executeTakeFirst()
    return attempt?.operation?.['key'] === `${task_id}-1`
  }, 'the operation that came')
})

test('the clock of a job goes on for every worker, and ends with the job', async (t) => {
  const { world } = await prepare(t)
  const [first, second] = [createJobClocks(world.deps, 'gpu'), createJobClocks(world.deps, 'gpu')]
  const other = createJobClocks(world.deps, 'other')
  assert.equal((await first.note('job', 'queued', 60))?.is_hung, false)
  const pass = (seconds: number) =>
    world.db
      .updateTable('engine_jobs')
      .set({ since: new Date(Date.now() - seconds * 1000) })
      .execute()
  await pass(61)
  assert.deepEqual((await second.note('job', 'running', 60))?.is_hung, false, 'it says something else')
  await pass(59)
  const clock = await second.note('job', 'running', 60)
  assert.ok(clock && !clock.is_hung && Math.abs(clock.said_for_s - 59) < 1)
  await pass(61)
  assert.equal((await first.note('job', 'running', 60))?.is_hung, true)
  assert.deepEqual([await second.listHung(), await other.listHung()], [['job'], []])
  assert.equal((await second.note('job', 'almost done', 60))?.is_hung, true, 'until it has ended')
  await second.forget('job')
  assert.deepEqual(await first.listHung(), [])
})
