import assert from 'node:assert/strict'
import { suite, test, type TestContext } from 'node:test'
import { createLog } from '../platform/log.ts'
import { createInstantEngine } from '../testing/instant-engine.ts'
import { listen, readEvents } from '../testing/event-reader.ts'
import { runSettings } from '../testing/run-settings.ts'
import { createWorld, type World } from '../testing/world.ts'
import { type Engine, EngineError } from '../engines/engines.ts'
import { startClaimLoop, type WorkerDeps } from './run/claim-loop.ts'
import { failOverdueTasks } from './run/reap.ts'
import { createLearnSpeed } from './queue/speed.ts'

async function prepare(t: TestContext) {
  const world = await createWorld(t)
  const url = await listen(world.app)
  const ann = await world.person()
  await world.credits(ann, 100_000)
  const read = (task_id: string, last_event_id?: number, token = ann.token) =>
    readEvents(`${url}/api/v1/tasks/${task_id}/events`, { token, last_event_id })
  return { ...world, url, ann, read }
}

/** Works on tasks with an engine that is done at once, but for what `overrides` change. */
function work(world: World, overrides: (instant: Engine) => Partial<Engine> = () => ({}), slots = 1) {
  const instant = createInstantEngine({ video: new Uint8Array(), models: ['preview'] })
  const deps: WorkerDeps = {
    ...world.deps,
    receive: async () => null,
    learnSpeed: createLearnSpeed(world.db),
    settings: runSettings({ lease_s: 15 }),
  }
  const loop = startClaimLoop(deps, { engine: { ...instant, ...overrides(instant) }, slots, shared: false })
  world.resources.defer(() => loop.stop(0))
  return loop
}

function rows(world: Pick<World, 'db'>, user_id: string) {
  return world.db
    .selectFrom('task_events')
    .select(['seq', 'task_id', 'type'])
    .where('user_id', '=', user_id)
    .orderBy('seq')
    .execute()
}

suite('what is written', () => {
  test('every step of a task is one event, in order: tried again, completed, deleted', async (t) => {
    const world = await prepare(t)
    const { ann, task, read, remove, ended } = world
    const task_id = await task(ann)
    const stream = await read(task_id)
    let starts = 0
    let looks = 0
    work(world, (instant) => ({
      start: (request, context) => {
        if (++starts === 1) throw new EngineError('out_of_memory', 'It broke.', { fault: 'engine' })
        return instant.start(request, context)
      },
      inspect: async () => (++looks === 1 ? { status: 'running', progress: 0.25 } : { status: 'succeeded' }),
    }))
    const told = (await stream.rest()).map(({ type, data }) => [type, data['attempt'], data['progress']])
    assert.deepEqual(told, [
      ['task.queued', 0, null],
      ['task.running', 1, null],
      ['task.requeued', 1, null],
      ['task.running', 2, null],
      ['task.progress', 2, 0.25],
      ['task.progress', 2, 1],
      ['task.completed', 2, 1],
    ])
    await ended(task_id)
    await remove(`/api/v1/tasks/${task_id}`, ann.token)
    const written = await rows(world, ann.user_id)
    assert.deepEqual(
      written.map(({ seq }) => seq),
      [1, 2, 3, 4, 5, 6, 7, 8],
    )
    assert.equal(written.at(-1)!.type, 'task.deleted')
  })

  test('a failure tells its reason and where the money is', async (t) => {
    const world = await prepare(t)
    const { ann, task, read, db } = world
    const task_id = await task(ann)
    await db
      .updateTable('tasks')
      .set({ deadline_at: new Date(0) })
      .execute()
    const stream = await read(task_id)
    await failOverdueTasks(db, createLog({ level: 'silent' }))
    const last = (await stream.rest()).at(-1)!
    assert.equal(last.type, 'task.failed')
    assert.deepEqual(
      [last.data['status'], last.data['error'], last.data['cost_status']],
      ['failed', { code: 'deadline_exceeded', message: 'The task did not end in time.' }, 'released'],
    )
  })

  test('of parallel tasks of many users, each user’s numbers have no gap, and each task’s events their order', async (t) => {
    const world = await prepare(t)
    const { person, credits, task, ended } = world
    const people = [world.ann, await person(), await person()]
    for (const one of people.slice(1)) await credits(one, 100_000)
    work(world, undefined, 4)
    work(world, undefined, 4)
    const ids = await Promise.all(people.flatMap((one) => Array.from({ length: 12 }, () => task(one))))
    await Promise.all(ids.map(ended))
    for (const { user_id } of people) {
      const written = await rows(world, user_id)
      assert.deepEqual(
        written.map(({ seq }) => seq),
        Array.from({ length: 36 }, (_, i) => i + 1),
      )
      for (const of of Map.groupBy(written, ({ task_id }) => task_id).values()) {
        assert.deepEqual(
          of.map(({ type }) => type),
          ['task.queued', 'task.running', 'task.completed'],
        )
      }
    }
  })

  test('what is rolled back leaves no event, and no hole', async (t) => {
    const world = await prepare(t)
    const { ann, task, post, db } = world
    await task(ann)
    const dear = { prompt: 'x', duration_seconds: 1 }
    const poor = await world.person()
    assert.equal((await post('/api/v1/video/generate', poor.token, dear)).statusCode, 402)
    assert.deepEqual(await rows(world, poor.user_id), [])
    await db
      .transaction()
      .execute(async (trx) => {
        await trx.updateTable('tasks').set({ status: 'running', lease_expires_at: new Date() }).execute()
        throw new Error('away')
      })
      .catch(() => {})
    await task(ann)
    assert.deepEqual(
      (await rows(world, ann.user_id)).map(({ seq, type }) => [seq, type]),
      [
        [1, 'task.queued'],
        [2, 'task.queued'],
      ],
    )
  })

  test('a renewed lease and the same progress again are no events', async (t) => {
    const world = await prepare(t)
    const { ann, task, db } = world
    await task(ann)
    const running = { status: 'running', lease_expires_at: new Date(), progress: 0.5 } as const
    for (let i = 0; i < 3; i++) await db.updateTable('tasks').set(running).execute()
    assert.deepEqual(
      (await rows(world, ann.user_id)).map(({ type }) => type),
      ['task.queued', 'task.running'],
    )
  })

  test('progress is told at most twice a second', async (t) => {
    const world = await prepare(t)
    const { ann, task, read } = world
    const task_id = await task(ann)
    const stream = await read(task_id)
    const began = performance.now()
    work(world, () => ({
      inspect: async () => {
        const passed_s = (performance.now() - began) / 1000
        return passed_s < 2 ? { status: 'running', progress: passed_s / 4 } : { status: 'succeeded' }
      },
    }))
    const progress = (await stream.rest()).filter(({ type }) => type === 'task.progress')
    // One at once, one each half second, and the last one when all is drawn.
    assert.ok(progress.length >= 3 && progress.length <= 6, `${progress.length} of them`)
  })
})

suite('a stream of one task', () => {
  test('it tells everything so far, then what comes, then ends, and a browser that asks again gets 204', async (t) => {
    const world = await prepare(t)
    const { ann, task, read, ended, app } = world
    const task_id = await task(ann)
    const other = await task(ann)
    const stream = await read(task_id)
    assert.equal((await stream.next())!.type, 'task.queued')
    work(world)
    const types = (events: { type: string }[]) => events.map(({ type }) => type)
    const rest = await stream.rest()
    assert.deepEqual(types(rest), ['task.running', 'task.completed'])
    await ended(other)
    assert.deepEqual(types(await (await read(task_id)).rest()), [
      'task.queued',
      'task.running',
      'task.completed',
    ])
    assert.deepEqual(types(await (await read(task_id, rest[0]!.id)).rest()), ['task.completed'])
    for (const path of ['task', 'tasks']) {
      const again = await app.inject({
        url: `/api/v1/${path}/${task_id}/events`,
        headers: { authorization: `Bearer ${ann.token}`, 'last-event-id': String(rest[1]!.id) },
      })
      assert.equal(again.statusCode, 204)
    }
  })

  test('a failed task that is tried again goes on where its stream ended', async (t) => {
    const world = await prepare(t)
    const { ann, task, read, db } = world
    const task_id = await task(ann, {})
    const failed = { status: 'failed', error_code: 'x', completed_at: new Date() } as const
    const again = { status: 'queued', error_code: null, completed_at: null } as const
    await db.updateTable('tasks').set(failed).execute()
    const first = await (await read(task_id)).rest()
    assert.deepEqual(
      first.map(({ type }) => type),
      ['task.queued', 'task.failed'],
    )
    await db.updateTable('tasks').set(again).execute()
    const stream = await read(task_id, first[1]!.id)
    assert.equal((await stream.next())!.type, 'task.requeued')
    stream.close()
    const whole = await read(task_id)
    assert.equal((await whole.take(3)).at(-1)!.type, 'task.requeued')
    await db.updateTable('tasks').set({ status: 'running', lease_expires_at: new Date() }).execute()
    assert.equal((await whole.next())?.type, 'task.running', 'the failure in between is not its end')
    whole.close()
  })

  test('other people’s tasks and deleted ones look like none', async (t) => {
    const world = await prepare(t)
    const { ann, task, get, remove, person, db } = world
    const eve = await person()
    const task_id = await task(ann)
    for (const path of ['task', 'tasks']) {
      const refused = await get(`/api/v1/${path}/${task_id}/events`, eve.token)
      assert.deepEqual([refused.statusCode, refused.json().code], [404, 'task_not_found'])
    }
    await db
      .updateTable('tasks')
      .set({ deadline_at: new Date(0) })
      .execute()
    await failOverdueTasks(db, createLog({ level: 'silent' }))
    await remove(`/api/v1/tasks/${task_id}`, ann.token)
    assert.equal((await get(`/api/v1/tasks/${task_id}/events`, ann.token)).statusCode, 404)
    assert.equal((await get(`/api/v1/tasks/${task_id}/events?last_event_id=x`, ann.token)).statusCode, 422)
  })

  test('a key needs the scope to read videos', async (t) => {
    const { ann, apiKey, get, task } = await prepare(t)
    const { api_key } = await apiKey(ann, { scopes: ['video:write'] })
    for (const path of ['/api/v1/events', `/api/v1/tasks/${await task(ann)}/events`]) {
      assert.equal((await get(path, api_key)).json().code, 'insufficient_scope')
    }
  })
})
