import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { suite, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { type Engine, EngineError, type Fault } from '../../engines/engines.ts'
import { claimNext } from '../../testing/claim.ts'
import { createInstantEngine } from '../../testing/instant-engine.ts'
import { makeVideo } from '../../testing/media/video.ts'
import { runSettings } from '../../testing/run-settings.ts'
import { until } from '../../testing/until.ts'
import { createWorld, type World } from '../../testing/world.ts'
import * as attempts from './attempt-queries.ts'
import { startClaimLoop, type WorkerDeps } from './claim-loop.ts'
import { failOverdueTasks, reapLostTasks } from './reap.ts'
import { createReceiver } from '../results/receive-video.ts'
import { keysOf, videoKey } from '../task/object-keys.ts'
import { createLearnSpeed } from '../queue/speed.ts'

async function prepare(world: World, overrides: Partial<Engine> = {}, max_attempts = 3) {
  const instant = createInstantEngine({ video: await makeVideo(world.folder), models: ['preview'] })
  const engine: Engine = { ...instant, ...overrides }
  const receive = createReceiver({ ...world.deps, ffmpeg_path: null })
  const deps: WorkerDeps = {
    ...world.deps,
    receive,
    learnSpeed: createLearnSpeed(world.db),
    settings: runSettings({ max_attempts }),
  }
  const start = (slots = 1) => {
    const loop = startClaimLoop(deps, { engine, slots, shared: false })
    world.resources.defer(() => loop.stop(0))
    return loop
  }
  const ann = await world.person()
  await world.credits(ann, 1000)
  return { instant, engine, deps, start, ann }
}

const broken = (code: string, fault: Fault, retry = true) =>
  new EngineError(code, 'It broke.', { fault, retry })

suite('an attempt', () => {
  test('a video that is being stored while its task is canceled does not stay in storage', async (t) => {
    const world = await createWorld(t)
    const { deps, start, ann } = await prepare(world)
    const { receive, storage } = deps
    deps.receive = async (engine, operation, task, options) => {
      const media = await receive(engine, operation, task, options)
      assert.ok(await world.deps.storage.head(videoKey(task.task_id)))
      const answer = await world.post(`/api/v1/tasks/${task.task_id}/cancel`, ann.token)
      assert.equal(answer.statusCode, 200)
      return media
    }
    const removed = new Promise<void>((resolve) => {
      deps.storage = { ...storage, remove: (key) => storage.remove(key).then(resolve) }
    })
    const task_id = await world.task(ann)
    const loop = start()
    await removed
    await loop.stop(1000)
    for (const each of keysOf(task_id)) assert.equal(await world.deps.storage.head(each), undefined, each)
    assert.equal((await world.get(`/api/v1/tasks/${task_id}`, ann.token)).json().error.code, 'canceled')
  })

  test('a late attempt leaves the video of the one that has the task', async (t) => {
    const world = await createWorld(t)
    const { deps, start, ann } = await prepare(world)
    const { receive } = deps
    const late = Promise.withResolvers<void>()
    deps.receive = async (engine, operation, task, options) => {
      const media = await receive(engine, operation, task, options)
      if (task.attempt > 1) return media
      await world.db
        .updateTable('tasks')
        .set({ lease_expires_at: new Date(0) })
        .execute()
      await reapLostTasks(world.db, world.deps.log, 3)
      await world.ended(task.task_id)
      late.resolve()
      return media
    }
    const task_id = await world.task(ann)
    const loop = start(2)
    await late.promise
    await loop.stop(5000)
    assert.ok(await world.deps.storage.head(videoKey(task_id)))
    assert.equal((await world.get(`/api/v1/tasks/${task_id}`, ann.token)).json().status, 'completed')
  })

  test('a task is made, stored, paid once, and can be downloaded for 24 hours', async (t) => {
    const world = await createWorld(t)
    const { start, ann } = await prepare(world)
    const task_id = await world.task(ann, { seed: 3 })
    start()
    await world.ended(task_id)
    const task = (await world.get(`/api/v1/tasks/${task_id}`, ann.token)).json()
    assert.deepEqual(
      [task.status, task.progress, task.cost_status, task.result_url, task.download_url, task.error],
      ['completed', 1, 'charged', `videos/${task_id}.mp4`, `/api/v1/result/${task_id}`, null],
    )
    assert.ok(task.created_at <= task.started_at && task.started_at <= task.completed_at)
    const me = (await world.get('/api/v1/me', ann.token)).json()
    assert.deepEqual([me.balance, me.balance_held], [990, 0])

    const link = await world.get(`/api/v1/result/${task_id}`, ann.token)
    assert.deepEqual([link.statusCode, link.headers['cache-control']], [302, 'private, no-store'])
    const url = new URL(link.headers.location!)
    const file = await world.app.inject({ url: url.pathname + url.search })
    assert.deepEqual([file.statusCode, file.headers['content-type']], [200, 'video/mp4'])
    assert.equal(createHash('sha256').update(file.rawPayload).digest('hex'), task.media.sha256)
  })

  test('a failure of the engine is tried again, and one of the request is not', async (t) => {
    const world = await createWorld(t)
    let starts = 0
    const { instant, start, ann } = await prepare(world, {
      start: async (request, context) => {
        starts++
        if (request.prompt === 'bad') throw broken('refused', 'request')
        if (starts === 1) throw broken('out_of_memory', 'engine')
        return instant.start(request, context)
      },
    })
    const retried = await world.task(ann)
    start()
    assert.equal((await world.ended(retried)).status, 'completed')
    const rows = await world.db
      .selectFrom('task_attempts')
      .select(['attempt', 'outcome', 'error_code'])
      .orderBy('attempt')
      .execute()
    assert.deepEqual(rows, [
      { attempt: 1, outcome: 'failed', error_code: 'out_of_memory' },
      { attempt: 2, outcome: 'completed', error_code: null },
    ])
    const before = starts
    const refused = await world.ended(await world.task(ann, { prompt: 'bad' }))
    assert.deepEqual([refused.status, refused.error_code, starts - before], ['failed', 'refused', 1])
    const me = (await world.get('/api/v1/me', ann.token)).json()
    assert.deepEqual([me.balance, me.balance_held], [990, 0], 'the failed task cost nothing')
  })

  test('a model that is set up wrong fails its own tasks at once, and the engine goes on with others', async (t) => {
    const world = await createWorld(t)
    let asked = 0
    const { instant, start, ann } = await prepare(world, {
      start: async (request, context) => {
        if (request.prompt === 'bad') throw broken('model_misconfigured', 'model', false)
        return instant.start(request, context)
      },
      capabilities: (signal) => {
        asked++
        return instant.capabilities(signal)
      },
    })
    const bad = await world.task(ann, { prompt: 'bad' })
    start()
    const failed = await world.ended(bad)
    assert.deepEqual([failed.status, failed.error_code], ['failed', 'model_misconfigured'])
    const shown = (await world.get(`/api/v1/tasks/${bad}`, ann.token)).json()
    assert.equal(shown.error.message, 'It broke.', 'not a word of several tries')
    const attempts = await world.db.selectFrom('task_attempts').select(['attempt', 'error_class']).execute()
    assert.deepEqual(attempts, [{ attempt: 1, error_class: 'engine' }])
    await until(() => asked > 1, 'a new look at what it offers')
    assert.equal((await world.ended(await world.task(ann))).status, 'completed')
    const report = await world.db
      .selectFrom('engine_reports')
      .select(['failures', 'rests_until'])
      .executeTakeFirstOrThrow()
    assert.deepEqual(report, { failures: 0, rests_until: null })
  })

  test('after the last attempt the task fails and the money comes back', async (t) => {
    const world = await createWorld(t)
    const inspect = async () => ({ status: 'failed', error: broken('crashed', 'engine') }) as const
    const { start, ann } = await prepare(world, { inspect }, 1)
    const task_id = await world.task(ann)
    start()
    const task = await world.ended(task_id)
    assert.deepEqual([task.status, task.error_code], ['failed', 'crashed'])
    const shown = (await world.get(`/api/v1/tasks/${task_id}`, ann.token)).json()
    assert.deepEqual(
      [shown.cost_status, shown.error],
      ['released', { code: 'crashed', message: 'It broke.' }],
    )
    assert.equal((await world.get(`/api/v1/result/${task_id}`, ann.token)).json().code, 'task_failed')
    const list = (await world.get('/api/v1/me/transactions', ann.token)).json()
    const lines = list.items.map((line: { type: string; status: string; amount: number }) => [
      line.type,
      line.status,
      line.amount,
    ])
    assert.deepEqual(lines.slice(0, 2), [
      ['task_refund', 'settled', 10],
      ['task_charge', 'reversed', -10],
    ])
  })

  test('a file that is no video of the asked length is the engine’s failure', async (t) => {
    const world = await createWorld(t)
    const files = [Buffer.from('no video'), await makeVideo(world.folder, 2)]
    for (const file of files) {
      const { ann, start } = await prepare(world, { fetch: async () => Readable.from([file]) }, 1)
      const task_id = await world.task(ann)
      const loop = start()
      const task = await world.ended(task_id)
      await loop.stop(0)
      assert.deepEqual([task.status, task.error_code], ['failed', 'bad_result'])
      assert.equal(await world.deps.storage.head(`videos/${task_id}.mp4`), undefined)
    }
  })

  test('three slots never work on more than three tasks', async (t) => {
    const world = await createWorld(t)
    let busy = 0
    let most = 0
    const { instant, start, ann } = await prepare(world, {
      start: async (request, context) => {
        most = Math.max(most, ++busy)
        await wait(5)
        return instant.start(request, context)
      },
      forget: async () => void busy--,
    })
    const ids = await Promise.all(Array.from({ length: 9 }, () => world.task(ann)))
    start(3)
    for (const id of ids) assert.equal((await world.ended(id)).status, 'completed')
    assert.equal(most, 3)
  })
})

suite('a worker that is lost', () => {
  test('its task is taken over, the operation it left is picked up, and its own late writes change nothing', async (t) => {
    const world = await createWorld(t)
    const { deps, engine, instant, ann, start } = await prepare(world)
    const task_id = await world.task(ann)
    const claimed = (await claimNext(world, { worker_id: 'frozen', engine: engine.name }))!
    const operation = await instant.start({} as never, {
      key: 'left-behind',
      signal: AbortSignal.timeout(1000),
    })
    await attempts.saveOperation(world.db, claimed, operation)
    assert.equal(await reapLostTasks(world.db, deps.log, 3), 0, 'a lease that has not run out is respected')
    await world.db
      .updateTable('tasks')
      .set({ lease_expires_at: new Date(0) })
      .execute()
    assert.equal(await reapLostTasks(world.db, deps.log, 3), 1)

    start()
    const task = await world.ended(task_id)
    assert.deepEqual([task.status, task.attempt, task.failed_attempts], ['completed', 2, 1])
    const rows = await world.db
      .selectFrom('task_attempts')
      .select(['attempt', 'outcome', 'operation'])
      .orderBy('attempt')
      .execute()
    assert.deepEqual(rows, [
      { attempt: 1, outcome: 'lost', operation: { key: 'left-behind' } },
      { attempt: 2, outcome: 'completed', operation: { key: 'left-behind' } },
    ])
    assert.equal(await attempts.renewLease(world.db, claimed, 15), false)
    const reason = { code: 'late', message: '', error_class: 'engine' } as const
    await world.db.transaction().execute(async (trx) => {
      assert.equal(await attempts.complete(trx, claimed, 'videos/late.mp4'), false)
      assert.equal(await attempts.fail(trx, claimed, { reason, frees_slot: true }), false)
      assert.equal(
        await attempts.requeue(trx, claimed, { outcome: 'failed', delay_s: 0, frees_slot: true }),
        false,
      )
    })
    assert.equal((await world.ended(task_id)).result_key, `videos/${task_id}.mp4`)
  })

  test('a task that loses every worker fails in the end', async (t) => {
    const world = await createWorld(t)
    const { deps, ann } = await prepare(world)
    const task_id = await world.task(ann)
    for (let i = 0; i < 3; i++) {
      await world.db
        .updateTable('tasks')
        .set({ run_after: new Date(0) })
        .execute()
      const task = await claimNext(world, { worker_id: 'dying', lease_s: 0 })
      assert.equal(task?.attempt, i + 1)
      await wait(5)
      assert.equal(await reapLostTasks(world.db, deps.log, 3), 1)
    }
    const task = await world.ended(task_id)
    assert.deepEqual([task.status, task.error_code], ['failed', 'worker_lost'])
  })

  test('a running attempt keeps its lease, and stops when another has taken the task', async (t) => {
    const world = await createWorld(t)
    const { start, ann, deps } = await prepare(world, {
      inspect: async () => ({ status: 'running', progress: 0.5 }),
    })
    const task_id = await world.task(ann)
    const loop = start()
    const read = () =>
      world.db.selectFrom('tasks').selectAll().where('task_id', '=', task_id).executeTakeFirstOrThrow()
    await until(async () => (await read()).progress === 0.5)
    const first = (await read()).lease_expires_at!
    await until(async () => (await read()).lease_expires_at!.getTime() > first.getTime() + 500)
    assert.equal(await reapLostTasks(world.db, deps.log, 3), 0)
    await world.db.updateTable('tasks').set({ attempt: 7 }).execute()
    await loop.stop(5_000)
    const task = await read()
    assert.deepEqual([task.status, task.attempt], ['running', 7])
    await world.db
      .updateTable('tasks')
      .set({ deadline_at: new Date(0) })
      .execute()
    await failOverdueTasks(world.db, deps.log)
  })

  test('a graceful stop hands a task back without counting the attempt', async (t) => {
    const world = await createWorld(t)
    const { start, ann } = await prepare(world, { inspect: async () => ({ status: 'waiting' }) })
    const task_id = await world.task(ann)
    const loop = start()
    const read = () =>
      world.db.selectFrom('tasks').selectAll().where('task_id', '=', task_id).executeTakeFirstOrThrow()
    await until(async () => (await read()).status === 'running')
    await loop.stop(0)
    const task = await read()
    assert.deepEqual([task.status, task.attempt, task.failed_attempts], ['queued', 1, 0])
    const { outcome } = await world.db.selectFrom('task_attempts').select('outcome').executeTakeFirstOrThrow()
    assert.equal(outcome, 'handed_back')
  })
})
