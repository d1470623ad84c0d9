import assert from 'node:assert/strict'
import { suite, test, type TestContext } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { createApp } from '../app.ts'
import { createNotifier } from '../platform/db/notifier.ts'
import { listen, readEvents, type ReadEvent } from '../testing/event-reader.ts'
import { createWorld, type World, type WorldOptions } from '../testing/world.ts'
import { announce } from './events.ts'

async function prepare(t: TestContext, options: WorldOptions = {}) {
  const world = await createWorld(t, options)
  const url = await listen(world.app)
  const ann = await world.person()
  await world.credits(ann, 100_000)
  const read = (who: { token: string }, last_event_id?: number, path = '/api/v1/events') =>
    readEvents(url + path, { token: who.token, last_event_id })
  return { ...world, url, ann, read }
}

/** A second server process on the same database, as far as its memory and its ears go. */
async function startSecond(world: Pick<World, 'deps' | 'connection' | 'resources'>) {
  const notifier = createNotifier({ connection: world.connection, log: world.deps.log })
  const app = await createApp({ ...world.deps, notifier })
  world.resources.defer(async () => {
    await app.close()
    await notifier[Symbol.asyncDispose]()
  })
  return { app, notifier, url: await listen(app) }
}

const brief = ({ id, type, data }: ReadEvent) => [id, type, data['task_id']]

suite('a stream of everything', () => {
  test('it begins now, tells each change once, and only the caller’s own', async (t) => {
    const { ann, task, read, person, credits } = await prepare(t)
    const before = await task(ann)
    const eve = await person()
    await credits(eve, 1000)
    const stream = await read(ann)
    await task(eve)
    const ids = [await task(ann), await task(ann)]
    assert.deepEqual((await stream.take(2)).map(brief), [
      [2, 'task.queued', ids[0]],
      [3, 'task.queued', ids[1]],
    ])
    const all = await read(ann, 0)
    assert.deepEqual((await all.take(3)).map(brief), [
      [1, 'task.queued', before],
      [2, 'task.queued', ids[0]],
      [3, 'task.queued', ids[1]],
    ])
    for (const one of [stream, all]) one.close()
  })

  test('its headers keep proxies from holding it back, and its first words let a browser go on', async (t) => {
    const { ann, task, read } = await prepare(t)
    await task(ann)
    const stream = await read(ann)
    const header = (name: string) => stream.response.headers.get(name)
    assert.equal(header('content-type'), 'text/event-stream; charset=utf-8')
    assert.equal(header('cache-control'), 'no-store, no-transform')
    assert.equal(header('x-accel-buffering'), 'no')
    assert.equal(header('content-encoding'), null)
    assert.equal(header('x-content-type-options'), 'nosniff', 'what all answers carry')
    await task(ann)
    await stream.take(1)
    assert.ok(stream.text().startsWith('retry: 1000\nid: 1\n\n'), stream.text())
    stream.close()
  })

  test('an event says of a task what a later read says', async (t) => {
    const { ann, task, read, get } = await prepare(t)
    const stream = await read(ann)
    const task_id = await task(ann)
    const [event] = await stream.take(1)
    const shown = (await get(`/api/v1/tasks/${task_id}`, ann.token)).json()
    const { attempt, ...data } = event!.data
    assert.equal(attempt, 0)
    assert.deepEqual(data, Object.fromEntries(Object.keys(data).map((key) => [key, shown[key] as unknown])))
    assert.deepEqual(
      Object.keys(shown)
        .filter((key) => !(key in data))
        .toSorted(),
      [
        'enhance_task_id',
        'media',
        'negative_prompt',
        'not_drawn',
        'original_prompt',
        'params',
        'priority',
        'prompt',
        'queue',
      ],
    )
    stream.close()
  })

  test('a change in another process is told at once, by its hint', async (t) => {
    const world = await prepare(t)
    const second = await startSecond(world)
    const stream = await readEvents(`${second.url}/api/v1/events`, { token: world.ann.token })
    let waited_ms = 0
    for (let i = 0; i < 10; i++) {
      await world.task(world.ann)
      const began = performance.now()
      await stream.take(1)
      waited_ms += performance.now() - began
    }
    // Looking by itself, once a second, it would wait nearly ten seconds.
    assert.ok(waited_ms < 5_000, `${waited_ms} ms`)
    stream.close()
  })

  test('without any hint it is told within moments', async (t) => {
    const world = await prepare(t)
    const stream = await world.read(world.ann)
    const { ann, db, task } = world
    const task_id = await task(ann)
    await stream.take(1)
    await db.updateTable('tasks').set({ progress: 0.1 }).where('task_id', '=', task_id).execute()
    assert.equal((await stream.take(1))[0]!.type, 'task.progress')
    stream.close()
  })
})

suite('a reader that comes back', () => {
  test('it goes on after its last event, in another process, by header or by address', async (t) => {
    const world = await prepare(t)
    const { ann, task } = world
    const second = await startSecond(world)
    for (let i = 0; i < 5; i++) await task(ann)
    const { token } = ann
    const events = `${second.url}/api/v1/events`
    const byHeader = await readEvents(events, { token, last_event_id: 3 })
    assert.deepEqual(
      (await byHeader.take(2)).map(({ id }) => id),
      [4, 5],
    )
    const byAddress = await readEvents(`${events}?last_event_id=2`, { token })
    assert.deepEqual(
      (await byAddress.take(3)).map(({ id }) => id),
      [3, 4, 5],
    )
    const both = await readEvents(`${events}?last_event_id=2`, { token, last_event_id: 4 })
    assert.deepEqual(
      (await both.take(1)).map(({ id }) => id),
      [5],
      'the header is newer',
    )
    for (const stream of [byHeader, byAddress, both]) stream.close()
  })

  test('what is no number is refused', async (t) => {
    const { get, ann, app } = await prepare(t)
    const refused = await get('/api/v1/events?last_event_id=x', ann.token)
    assert.deepEqual([refused.statusCode, refused.json().detail[0].loc], [422, ['query', 'last_event_id']])
    for (const id of ['x', '-1', '1.5', '1e3', '9007199254740992']) {
      const response = await app.inject({
        url: '/api/v1/events',
        headers: { authorization: `Bearer ${ann.token}`, 'last-event-id': id },
      })
      assert.deepEqual(
        [response.statusCode, response.json().detail[0].loc],
        [422, ['header', 'last-event-id']],
        id,
      )
    }
  })

  test('a number that never was gets a reset, and goes on from now', async (t) => {
    const { ann, task, read } = await prepare(t)
    await task(ann)
    const stream = await read(ann, 77)
    await task(ann)
    const [reset, next] = await stream.take(2)
    assert.deepEqual([reset!.type, next!.id], ['reset', 2])
    stream.close()
  })

  test('over random reconnections to two processes under load nothing is lost and nothing comes twice', async (t) => {
    const world = await prepare(t)
    const { ann, db } = world
    const second = await startSecond(world)
    const urls = [world.url, second.url]
    const seed = Math.floor(Math.random() * 2 ** 31)
    t.diagnostic(`seed ${seed}`)
    const random = createRandom(seed)

    const ids = await Promise.all(Array.from({ length: 20 }, () => world.task(ann)))
    let working = true
    const work = Promise.all(
      ids.map(async (task_id) => {
        await db
          .updateTable('tasks')
          .set({ status: 'running', attempt: 1, lease_expires_at: new Date() })
          .where('task_id', '=', task_id)
          .execute()
        for (let step = 1; step <= 20; step++) {
          await db
            .updateTable('tasks')
            .set({ progress: step / 32 })
            .where('task_id', '=', task_id)
            .execute()
          announce(world.deps.notifier, ann.user_id)
          await wait(random() * 10)
        }
      }),
    ).finally(() => (working = false))

    const seen: number[] = []
    while (working || seen.at(-1) !== 20 * 22) {
      const stream = await readEvents(`${urls[Math.floor(random() * 2)]}/api/v1/events`, {
        token: ann.token,
        last_event_id: seen.at(-1) ?? 0,
      })
      const some = Math.min(1 + Math.floor(random() * 40), 20 * 22 - seen.length)
      seen.push(...(await stream.take(some)).map(({ id }) => id))
      stream.close()
    }
    await work
    assert.deepEqual(
      seen,
      Array.from({ length: 20 * 22 }, (_, i) => i + 1),
    )
  })
})

/** Numbers from 0 to 1 that are the same for the same seed (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
