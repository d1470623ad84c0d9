import assert from 'node:assert/strict'
import { suite, test, type TestContext } from 'node:test'
import { cleanUp } from '../../testing/clean-up.ts'
import { until } from '../../testing/until.ts'
import { createWorld } from '../../testing/world.ts'
import { createDb, createPool, type Db } from '../db/database.ts'
import { type Schedule, type ScheduleTimes, startSchedules } from './schedules.ts'

const minute_ms = 60_000
const times: ScheduleTimes = {
  look_every_ms: 10,
  lease_ms: 60_000,
  retry_after_ms: 60_000,
  stop_within_ms: 50,
}
const everyMinute = (run: Schedule['run']): Schedule => ({ name: 'tidy', cron: '* * * * *', run })

/** A world whose clock stands still, so that ticks come by the test's word. */
async function createStill(t: TestContext) {
  const world = await createWorld(t)
  let now = new Date('2026-11-22T03:00:30.000Z')
  const work = async (
    schedule: Schedule,
    { db = world.db, ...changed }: { db?: Db } & Partial<ScheduleTimes> = {},
  ) => {
    const worker = startSchedules({ ...world.deps, db, clock: () => now }, { ...times, ...changed })
    cleanUp(t, () => worker[Symbol.asyncDispose]())
    await worker.schedule(schedule)
    return worker
  }
  const pass = (ms: number) => void (now = new Date(now.getTime() + ms))
  const row = () =>
    world.db.selectFrom('schedules').selectAll().where('name', '=', 'tidy').executeTakeFirstOrThrow()
  const done = async (tick: string) => {
    await until(async () => {
      const { tick: begun, lease_until } = await row()
      return begun.toISOString() === `${tick}:00.000Z` && lease_until === null
    }, `the tick of ${tick} is done`)
  }
  return { world, work, pass, row, done }
}

suite('a schedule', () => {
  test('is run once a tick, however many workers there are', async (t) => {
    const { work, pass, done } = await createStill(t)
    let runs = 0
    const schedule = everyMinute(async () => void runs++)
    await Promise.all(Array.from({ length: 4 }, () => work(schedule)))
    for (const tick of ['2026-11-22T03:01', '2026-11-22T03:02', '2026-11-22T03:03']) {
      pass(minute_ms)
      await done(tick)
    }
    assert.equal(runs, 3)
  })

  test('that is new waits for its first tick, and ticks that nobody was there for are one', async (t) => {
    const { work, pass, done, row } = await createStill(t)
    let runs = 0
    const schedule = { ...everyMinute(async () => void runs++), cron: '13 3 * * *' }
    await using worker = await work(schedule)
    assert.equal((await row()).tick.toISOString(), '2026-11-21T03:13:00.000Z')
    await worker[Symbol.asyncDispose]()
    pass(3 * 24 * 60 * minute_ms)
    await work(schedule)
    await done('2026-11-24T03:13')
    assert.equal(runs, 1)
  })

  test('is not begun again while it runs, whoever looks', async (t) => {
    const { work, pass, done, row } = await createStill(t)
    const end = Promise.withResolvers<void>()
    let runs = 0
    const schedule = everyMinute(async () => {
      runs++
      await end.promise
    })
    let others = 0
    await work(schedule)
    pass(minute_ms)
    await until(() => runs === 1, 'it has begun')
    const other = await work(schedule)
    await other.schedule({ name: 'beside', cron: '* * * * *', run: async () => void others++ })
    pass(minute_ms)
    await until(() => others === 1, 'the other worker has looked')
    pass(minute_ms)
    await until(() => others === 2, 'and again')
    assert.deepEqual([runs, (await row()).attempts], [1, 1])
    end.resolve()
    await done('2026-11-22T03:03')
  })

  test('whose worker lost the database is done by another one, and the first is told to stop', async (t) => {
    const { world, work, pass, done, row } = await createStill(t)
    const lost = createDb(createPool({ connection: world.connection, pool_size: 1, onError: () => {} }))
    const begun = Promise.withResolvers<AbortSignal>()
    await work(
      everyMinute(async (signal) => {
        begun.resolve(signal)
        await new Promise((resolve) => signal.addEventListener('abort', resolve))
      }),
      { db: lost, lease_ms: 100 },
    )
    pass(minute_ms)
    await begun.promise
    await lost.destroy()
    let runs = 0
    await work(everyMinute(async () => void runs++))
    await done('2026-11-22T03:01')
    assert.deepEqual([runs, (await row()).attempts], [1, 2])
  })

  test('is interrupted when its lease is another’s', async (t) => {
    const { world, work, pass } = await createStill(t)
    const interrupted = Promise.withResolvers<void>()
    await work(
      everyMinute(async (signal) => {
        await world.db.updateTable('schedules').set({ attempts: 2 }).execute()
        await new Promise((resolve) => signal.addEventListener('abort', resolve))
        interrupted.resolve()
      }),
      { lease_ms: 60 },
    )
    pass(minute_ms)
    await interrupted.promise
  })

  test('that fails is tried again once, and then waits for its next tick', async (t) => {
    const { world, work, pass, done, row } = await createStill(t)
    let runs = 0
    let works = false
    await work(
      everyMinute(async () => {
        runs++
        if (!works) throw new Error('no')
      }),
      { retry_after_ms: 1 },
    )
    let others = 0
    pass(minute_ms)
    await until(() => runs === 2, 'it is tried twice')
    // Three more looks, each of which would begin it again.
    for (const name of ['a', 'b', 'c']) {
      await work({ name, cron: '* * * * *', run: async () => void others++ })
      await world.db
        .updateTable('schedules')
        .set({ tick: new Date(0) })
        .where('name', '=', name)
        .execute()
      await until(() => others === 'abc'.indexOf(name) + 1, `${name} is run`)
    }
    assert.deepEqual([runs, (await row()).attempts], [2, 2])
    works = true
    pass(minute_ms)
    await done('2026-11-22T03:02')
    assert.equal(runs, 3)
    assert.match(world.logged(), /schedule_failed/)
  })

  test('that a stop interrupts is another worker’s at once', async (t) => {
    const { work, pass, done, row } = await createStill(t)
    const begun = Promise.withResolvers<void>()
    const worker = await work(
      everyMinute(async (signal) => {
        begun.resolve()
        await new Promise((resolve) => signal.addEventListener('abort', resolve))
      }),
    )
    pass(minute_ms)
    await begun.promise
    await worker[Symbol.asyncDispose]()
    let runs = 0
    await work(everyMinute(async () => void runs++))
    await done('2026-11-22T03:01')
    assert.deepEqual([runs, (await row()).attempts], [1, 1])
  })

  test('a stop waits for a run that ends by itself', async (t) => {
    const { work, pass, row } = await createStill(t)
    const begun = Promise.withResolvers<void>()
    const end = Promise.withResolvers<void>()
    const worker = await work(
      everyMinute(async () => {
        begun.resolve()
        await end.promise
      }),
      { stop_within_ms: 60_000 },
    )
    pass(minute_ms)
    await begun.promise
    const stopped = worker[Symbol.asyncDispose]()
    end.resolve()
    await stopped
    assert.equal((await row()).lease_until, null)
  })
})
