import assert from 'node:assert/strict'
import { suite, test, type TestContext } from 'node:test'
import { sql } from 'kysely'
import { countHours as countMoney } from '../wallet/hours/hours.ts'
import { addMinute } from '../tasks/figures/hour-queries.ts'
import { countHours } from '../tasks/figures/hours.ts'
import { complete } from '../tasks/run/attempt-queries.ts'
import { registerWorker } from '../tasks/fleet/workers.ts'
import { claimNext } from '../testing/claim.ts'
import { inTime, until } from '../testing/until.ts'
import { createHeldEngine, startWorkerOf } from '../testing/worker.ts'
import { createWorld, type Person, type World } from '../testing/world.ts'
import { stateOf } from './overview.ts'

const hour_ms = 3_600_000

async function watch(t: TestContext) {
  const world = await createWorld(t)
  const root = await world.admin()
  const read = async (path: string) => {
    const response = await world.get(`/api/v1/admin/${path}`, root.token)
    assert.equal(response.statusCode, 200, response.body)
    return response.json()
  }
  return { ...world, world, root, overview: () => read('overview'), read }
}

/** A worker that serves one engine and is heard of. */
async function serve(world: World, slots = 2) {
  const worker = { worker_id: 'test', version: '1', host: 'here', pid: 1 }
  const registered = await registerWorker(world.deps, worker)
  world.resources.defer(() => registered.leave())
  const engine = createHeldEngine({ name: 'gpu-1' })
  startWorkerOf(world, engine, { slots, ...worker })
  await until(
    async () => (await world.db.selectFrom('engine_slots').select('slot').execute()).length === slots,
  )
  return engine
}

/** Videos of a user, written behind the triggers of the queue: each came, began and was completed at these minutes before an instant. */
async function addVideos(
  { db }: World,
  { user_id }: Person,
  before: Date,
  videos: readonly { came: number; began: number; done: number; model?: string; error?: string }[],
) {
  await db.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx)
    for (const { came, began, done, model = 'preview', error = null } of videos) {
      const at = (minutes: number) => new Date(before.getTime() - minutes * 60_000)
      await trx
        .insertInto('tasks')
        .values({
          task_id: crypto.randomUUID(),
          user_id,
          model,
          status: error === null ? 'completed' : 'failed',
          params: sql`${JSON.stringify({ mode: 'text-to-video', duration_seconds: 2 })}::jsonb`,
          media: error === null ? sql`${JSON.stringify({ duration_s: 2, bytes: 1000 })}::jsonb` : null,
          cost: 0,
          result_key: error === null ? 'videos/x.mp4' : null,
          error_code: error,
          error_message: error === null ? null : `It was ${error}.`,
          deadline_at: before,
          created_at: at(came),
          started_at: at(began),
          completed_at: at(done),
        })
        .execute()
    }
  })
}

suite('the overview', () => {
  test('tells what runs and waits, and what engines do', async (t) => {
    const { world, overview, person, credits, task } = await watch(t)
    const engine = await serve(world, 1)
    const state = async () => (await overview()).engines
    assert.deepEqual(await state(), [
      { engine: 'gpu-1', state: 'idle', problems: 0, free_slots: 1, slots: 1 },
    ])
    const ann = await person()
    await credits(ann, 100)
    await task(ann)
    await until(() => engine.working.size === 1)
    await task(ann)
    const { running, waiting, users, money, health } = await overview()
    assert.equal(running, 1)
    assert.deepEqual(
      waiting.map(({ model, tasks, is_paused }: Record<string, unknown>) => [model, tasks, is_paused]),
      [['preview', 1, false]],
    )
    assert.equal((await state())[0].state, 'working')
    assert.deepEqual(users, { total: 2, new_today: 2 })
    assert.deepEqual(
      [money.topped_up, money.held > 0, money.captured, money.currency_scale],
      [100, true, 0, 2],
    )
    assert.equal(health.now, 0)
  })

  test('counts videos by the hour alike before and after their hour was counted', async (t) => {
    const { world, db, person, overview } = await watch(t)
    const ann = await person()
    const now = new Date()
    const hour = new Date(Math.floor(now.getTime() / hour_ms) * hour_ms)
    // Two in the hour before this one, three an hour earlier, and one a day ago, which is no more told.
    const minutes = [10, 20, 70, 80, 90, 24 * 60 + 1]
    await addVideos(
      world,
      ann,
      hour,
      minutes.map((done) => ({ came: done + 2, began: done + 1, done })),
    )
    const shown = async () => {
      const { completed_by_hour, first_hour, storage } = await overview()
      assert.equal(Date.parse(first_hour), hour.getTime() - 23 * hour_ms)
      return { completed_by_hour, stored: storage.stored_last_24_h_bytes }
    }
    const before = await shown()
    assert.deepEqual(before.completed_by_hour, [...Array.from({ length: 21 }, () => 0), 3, 2, 0])
    assert.equal(before.stored, 5000)
    for (const _ of ['once', 'and again, which changes nothing']) {
      await countHours(db, now, inTime())
      assert.deepEqual(await shown(), before)
    }
    // An hour that was counted is not counted again from the tasks.
    await addVideos(world, ann, hour, [{ came: 3, began: 2, done: 1 }])
    assert.deepEqual(await shown(), before)
  })

  test('sums the money of today alike before and after its hour was counted', async (t) => {
    const { world, root, db, post, person, credits, task, overview } = await watch(t)
    const ann = await person()
    await credits(ann, 100)
    const [made, canceled] = [await task(ann), await task(ann)]
    await post(`/api/v1/tasks/${canceled}/cancel`, ann.token)
    const { attempt } = (await claimNext(world))!
    assert.equal(await complete(db, { task_id: made, attempt }, `videos/${made}.mp4`), true)
    const refund = await post(`/api/v1/admin/tasks/${made}/refund`, root.token, {
      amount: 3,
      reason: 'it was grey',
    })
    assert.equal(refund.statusCode, 200, refund.body)
    const price = Number((await world.get(`/api/v1/tasks/${made}`, ann.token)).json().cost)
    const { money } = await overview()
    assert.deepEqual(money, {
      topped_up: 100,
      held: 2 * price,
      captured: price,
      refunded: 3,
      currency: 'CREDIT',
      currency_scale: 2,
    })
    for (const _ of ['once', 'and again, which changes nothing']) {
      await countMoney(db, new Date(Date.now() + hour_ms), inTime()) // as if this hour were over
      assert.deepEqual((await overview()).money, money)
    }
  })

  test('tells why tasks have failed within the hour, and not what was canceled', async (t) => {
    const { world, person, overview } = await watch(t)
    const ann = await person()
    const failed = (done: number, error: string) => ({ came: done + 2, began: done + 1, done, error })
    await addVideos(world, ann, new Date(), [
      failed(1, 'out_of_memory'),
      failed(2, 'out_of_memory'),
      failed(3, 'timed_out'),
      failed(4, 'canceled'),
      failed(61, 'timed_out'),
    ])
    assert.deepEqual((await overview()).failures, [
      { code: 'out_of_memory', message: 'It was out_of_memory.', tasks: 2 },
      { code: 'timed_out', message: 'It was timed_out.', tasks: 1 },
    ])
  })

  test('has one word for what an engine does', () => {
    const idle = { isOut: false, power: undefined, isReached: true, isDrained: false, slots: 2, free: 2 }
    assert.deepEqual(
      [
        stateOf(idle),
        stateOf({ ...idle, free: 1 }),
        stateOf({ ...idle, free: 1, isDrained: true }),
        stateOf({ ...idle, isReached: false, isDrained: true }),
        stateOf({ ...idle, isReached: false, power: 'off' }),
        stateOf({ ...idle, isReached: false, power: 'starting' }),
        stateOf({ ...idle, power: 'stopping' }),
        stateOf({ ...idle, isReached: false, power: 'on' }),
        stateOf({ ...idle, isReached: false, isOut: true }),
      ],
      [
        'idle',
        'working',
        'draining',
        'unreachable',
        'off',
        'starting',
        'draining',
        'unreachable',
        'taken_out',
      ],
    )
  })
})

suite('the capacity', () => {
  test('measures waits, and tells what one more engine would give', async (t) => {
    const { world, person, read } = await watch(t)
    await serve(world, 1)
    const ann = await person()
    // Each comes a minute after the other and takes two: the wait grows by a minute each time, on two slots none waits.
    const videos = Array.from({ length: 20 }, (_, at) => ({
      came: 100 - at,
      began: 100 - 2 * at,
      done: 98 - 2 * at,
    }))
    await addVideos(world, ann, new Date(), videos)
    const { models, engines } = await read('capacity')
    const [preview] = models
    assert.equal(models.length, 1)
    assert.deepEqual(
      [preview.model, preview.engines, preview.slots, preview.measured.tasks],
      ['preview', 1, 1, 20],
    )
    assert.ok(Math.abs(preview.wait_p50_s - 9 * 60) < 1 && Math.abs(preview.wait_p95_s - 18 * 60) < 1)
    const { slots, wait_p95_s, replayed_p95_s } = preview.with_one_more
    assert.equal(slots, 2)
    assert.ok(Math.abs(wait_p95_s) < 1, `${wait_p95_s} s with two`)
    assert.ok(Math.abs(replayed_p95_s - 18 * 60) < 1, `${replayed_p95_s} s with one`)
    const { last_24_h, last_7_days } = preview.video_s_per_hour
    assert.ok(last_24_h >= 40 / 24 && last_24_h <= 40 / 23 && last_7_days < last_24_h)
    assert.deepEqual(engines, [])
    assert.deepEqual((await read('capacity?model=nobody')).models, [])
    assert.equal((await read('capacity?model=preview')).models.length, 1)
  })

  test('tells how much of an engine was used, hour by hour', async (t) => {
    const { world, db, person, credits, task, read } = await watch(t)
    const engine = await serve(world, 2)
    const ann = await person()
    await credits(ann, 100)
    await addMinute(db)
    await task(ann)
    await until(() => engine.working.size === 1)
    await addMinute(db)
    const { engines, first_hour } = await read('capacity?model=preview')
    const { use } = engines[0]
    assert.deepEqual([engines.length, engines[0].engine, use.length], [1, 'gpu-1', 336])
    // One of two slots in one of two minutes; between them the hour may have ended.
    const told = use.filter((part: number | null) => part !== null)
    assert.ok(told.length === 1 ? told[0] === 0.25 : told[1] === 0.5)
    assert.ok(Date.parse(first_hour) % hour_ms === 0)
    assert.deepEqual((await read('capacity?model=nobody')).engines, [])
  })

  test('and the overview are for administrators', async (t) => {
    const { get, person } = await watch(t)
    const ann = await person()
    for (const path of ['health', 'overview', 'capacity'])
      assert.equal((await get(`/api/v1/admin/${path}`, ann.token)).statusCode, 403)
  })
})
