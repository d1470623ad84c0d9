import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { sql } from 'kysely'
import type { Engine } from '../../engines/engines.ts'
import { until } from '../../testing/until.ts'
import { createHeldEngine, startWorkerOf } from '../../testing/worker.ts'
import { createWorld } from '../../testing/world.ts'
import { createTooLongReaper } from './fail-too-long.ts'

const minute_ms = 60_000

/** A world with a task of 17 frames and one of 81, and engines that take as many as they are told to. */
async function prepare(t: Parameters<typeof createWorld>[0]) {
  const world = await createWorld(t)
  const ann = await world.person()
  await world.credits(ann, 1000)
  const [short, long] = [
    await world.task(ann, { duration_seconds: 1 }),
    await world.task(ann, { duration_seconds: 5 }),
  ]
  const serve = (name: string, max_frames?: number) => {
    const held = createHeldEngine({ name })
    const offer = { model: 'preview', modes: ['text-to-video' as const], ...(max_frames && { max_frames }) }
    const engine: Engine = {
      ...held,
      capabilities: async () => ({ offers: [offer], problems: [], version: null }),
    }
    return { held, loop: startWorkerOf(world, engine, { slots: 2 }) }
  }
  let now = 0
  const reap = createTooLongReaper(world.deps, () => now)
  const reapAfter = (ms: number) => {
    now += ms
    return reap()
  }
  const get = async (path: string) => (await world.get(`/api/v1${path}`, ann.token)).json()
  return { world, ann, short, long, serve, reapAfter, get }
}

suite('a video that is longer than an engine takes', () => {
  test('is left to one that takes it', async (t) => {
    const { short, long, serve, reapAfter, get } = await prepare(t)
    const first = serve('first', 17)
    await until(() => first.held.working.has(`${short}-1`))
    assert.equal((await get(`/tasks/${long}`)).queue.reason, 'no_worker')
    const second = serve('second')
    await until(() => second.held.working.has(`${long}-1`))
    assert.deepEqual([...first.held.working], [`${short}-1`])
    assert.equal(await reapAfter(0), 0)
    assert.equal(await reapAfter(minute_ms), 0)
  })

  test('is no reason for an engine to leave its other work', async (t) => {
    const { world, ann, short } = await prepare(t)
    const later = await world.task(ann, { duration_seconds: 1 })
    await world.db.updateTable('tasks').set({ model: 'another' }).where('task_id', '=', later).execute()
    const held = createHeldEngine()
    const engine: Engine = {
      ...held,
      capabilities: async () => ({
        offers: [
          { model: 'preview', modes: ['text-to-video'], max_frames: 17 },
          { model: 'another', modes: ['text-to-video'] },
        ],
        problems: [],
        version: null,
      }),
    }
    startWorkerOf(world, engine, { slots: 2 })
    await until(() => held.working.has(`${short}-1`))
    await until(() => held.working.has(`${later}-1`))
    const claimed = await world.db
      .selectFrom('tasks')
      .select('task_id')
      .where('status', '=', 'running')
      .orderBy('started_at')
      .execute()
    assert.deepEqual(
      claimed.map(({ task_id }) => task_id),
      [short, later],
      'the long one has waited longer',
    )
  })

  test('fails after a minute without such an engine, and its money comes back', async (t) => {
    const { world, short, long, serve, reapAfter, get } = await prepare(t)
    assert.equal(await reapAfter(0), 0)
    assert.equal(await reapAfter(2 * minute_ms), 0, 'without any engine it waits')
    const { balance_held } = await get('/me')
    const first = serve('first', 17)
    await until(() => first.held.working.has(`${short}-1`))
    assert.equal(await reapAfter(0), 0)
    assert.equal(await reapAfter(minute_ms - 1), 0)

    const { held, loop } = serve('second', 80)
    await until(async () => (await world.db.selectFrom('engine_slots').selectAll().execute()).length === 4)
    assert.deepEqual([...held.working], [], '80 frames are not enough')
    await loop.stop(0)
    assert.equal(await reapAfter(1), 1)
    const task = await get(`/tasks/${long}`)
    assert.deepEqual(
      [task.status, task.error.code, task.cost_status],
      ['failed', 'video_too_long', 'released'],
    )
    assert.equal((await get('/me')).balance_held, balance_held - task.cost)
    assert.equal((await get(`/tasks/${short}`)).status, 'running')
    assert.equal(await reapAfter(minute_ms), 0)
  })

  test('all that wait with such a video fail together, however many they are', async (t) => {
    const { world, ann, long, short, serve, reapAfter } = await prepare(t)
    const first = serve('first', 17)
    await until(() => first.held.working.has(`${short}-1`))
    const { balance_held } = (await world.get('/api/v1/me', ann.token)).json()
    // Free copies: a hold is no part of the question.
    await sql`
      insert into tasks (task_id, user_id, model, prompt, params, cost, deadline_at)
      select 'copy-' || number, user_id, model, prompt, params, 0, deadline_at
        from tasks, generate_series(1, 230) as number where task_id = ${long}`.execute(world.db)
    await reapAfter(0)
    assert.equal(await reapAfter(minute_ms), 231)
    assert.ok((await world.get('/api/v1/me', ann.token)).json().balance_held < balance_held)
  })

  test('an engine that is away for a moment is waited for anew', async (t) => {
    const { world, short, long, serve, reapAfter, get } = await prepare(t)
    const first = serve('first', 17)
    await until(() => first.held.working.has(`${short}-1`))
    await first.loop.stop(0) // it would say its own limit again
    const setLimit = (max_frames: number) =>
      world.db
        .updateTable('engine_slots')
        .set({ frame_limits: JSON.stringify({ preview: max_frames }) })
        .execute()
    await reapAfter(0)
    await setLimit(81)
    await reapAfter(minute_ms - 1)
    await setLimit(17)
    assert.equal(await reapAfter(1), 0)
    assert.equal(await reapAfter(minute_ms - 1), 0)
    assert.equal((await get(`/tasks/${long}`)).status, 'queued')
    assert.equal(await reapAfter(1), 1)
  })
})
