import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { suite, test, type TestContext } from 'node:test'
import type { Operation } from '../../engines/engines.ts'
import { sharp } from '../../platform/pictures/sharp.ts'
import { claimNext } from '../../testing/claim.ts'
import { listen, readEvents } from '../../testing/event-reader.ts'
import { until } from '../../testing/until.ts'
import { createHeldEngine, startWorkerOf } from '../../testing/worker.ts'
import { createWorld, type Person } from '../../testing/world.ts'
import { reapLostTasks } from '../run/reap.ts'
import * as queries from './queries.ts'
import { showEvery_ms, showPictures } from './show-pictures.ts'

/** A picture as an engine sends it: all of one colour, so that two of them differ. */
async function picture(red: number, { width = 640, height = 360 } = {}) {
  const plain = sharp({ create: { width, height, channels: 3, background: { r: red, g: 40, b: 80 } } })
  return new Uint8Array(await plain.jpeg({ quality: 95 }).toBuffer())
}

async function prepare(t: TestContext) {
  const world = await createWorld(t)
  const ann = await world.person()
  await world.credits(ann, 1000)
  const task_id = await world.task(ann)
  const look = (who: Person, id = task_id, headers: Record<string, string> = {}) =>
    world.app.inject({
      url: `/api/v1/tasks/${id}/live`,
      headers: { authorization: `Bearer ${who.token}`, ...headers },
    })
  const isSeen = async (id = task_id) => (await look(ann, id)).statusCode === 200
  const rows = () => world.db.selectFrom('live_pictures').select(['task_id', 'attempt']).execute()
  return { ...world, ann, task_id, look, isSeen, rows }
}

/** With a worker, whose engine works for as long as the test wants and shows what it says. */
async function prepareWorker(t: TestContext) {
  const world = await prepare(t)
  const shown: { picture: Uint8Array | undefined } = { picture: await picture(10) }
  const engine = { ...createHeldEngine(), livePicture: (_operation: Operation) => shown.picture }
  const work = () => startWorkerOf({ ...world }, engine, { max_attempts: 1 })
  const finish = () => engine.finish([...engine.working][0]!)
  return { ...world, shown, engine, work, finish }
}

/** With an attempt that is claimed by hand, and what it shows by a clock of the test's own. */
async function prepareAttempt(t: TestContext) {
  const world = await prepare(t)
  const claimed = (await claimNext(world))!
  const clock = { ms: 0 }
  const told: string[] = []
  const notDrawn: string[] = []
  const { db, pictures } = world.deps
  const drawings = { count: 0 }
  const admitAlways = (user_id: string) => {
    drawings.count++
    return pictures.admitAlways(user_id)
  }
  const live = showPictures(
    {
      db,
      pictures: { admitAlways },
      notifier: { notify: (channel, options) => void told.push(`${channel} ${options?.subject}`) },
      log: { debug: (_facts: object, line: string) => void notDrawn.push(line) } as never,
    },
    claimed,
    () => clock.ms,
  )
  world.resources.use(live)
  const etag = async () => (await queries.find(world.db, world.task_id))?.etag
  return { ...world, claimed, live, clock, told, drawings, notDrawn, etag }
}

suite('the picture of a running task', () => {
  test('its owner sees it, drawn again and small, and nobody else does', async (t) => {
    const { ann, shown, task_id, look, isSeen, work, person, app, folder } = await prepareWorker(t)
    assert.equal((await look(ann)).statusCode, 204, 'while it waits')
    shown.picture = await picture(10, { width: 1280, height: 720 })
    work()
    await until(isSeen, 'a picture')
    const { headers, rawPayload } = await look(ann)
    assert.deepEqual(
      [headers['content-type'], headers['cache-control'], headers['x-content-type-options']],
      ['image/webp', 'private, no-store', 'nosniff'],
    )
    const file = join(folder, 'seen.webp')
    await writeFile(file, rawPayload)
    const { format, width, height } = await sharp(file).metadata()
    assert.deepEqual([format, width, height], ['webp', 512, 288])

    const etag = String(headers.etag)
    for (const tag of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const again = await look(ann, task_id, { 'if-none-match': tag })
      assert.deepEqual([again.statusCode, again.body], [304, ''], tag)
    }
    assert.equal((await look(ann, task_id, { 'if-none-match': '"other"' })).statusCode, 200)

    for (const refused of [await look(await person()), await look(ann, 'none')]) {
      assert.equal(refused.statusCode, 404)
      assert.equal(refused.json<{ code: string }>().code, 'task_not_found')
    }
    assert.equal((await app.inject({ url: `/api/v1/tasks/${task_id}/live` })).statusCode, 401)
  })

  test('it is gone when the attempt has ended, however it ended', async (t) => {
    const { ann, engine, look, isSeen, rows, work, finish, task, post, ended, ...world } =
      await prepareWorker(t)
    work()
    const ends: Record<string, (task_id: string) => unknown> = {
      completed: finish,
      canceled: (task_id) => post(`/api/v1/tasks/${task_id}/cancel`, ann.token),
      failed: () => engine.working.clear(), // the engine does not know it any more
    }
    let { task_id } = world
    for (const [how, end] of Object.entries(ends)) {
      await until(() => isSeen(task_id), 'a picture')
      await end(task_id)
      assert.equal((await ended(task_id)).status, how === 'completed' ? how : 'failed')
      assert.deepEqual(await rows(), [], how)
      assert.equal((await look(ann, task_id)).statusCode, 204, how)
      task_id = await task(ann)
    }
  })

  test('of a worker that died it goes with the attempt, and what comes late is not taken', async (t) => {
    const { db, deps, claimed, live, isSeen, rows } = await prepareAttempt(t)
    live.offer(await picture(10))
    await until(isSeen, 'a picture')
    await db
      .updateTable('tasks')
      .set({ lease_expires_at: new Date(0) })
      .execute()
    assert.equal(await reapLostTasks(db, deps.log, 3), 1)
    assert.deepEqual(await rows(), [])
    const late = { picture: Buffer.from([1]), etag: 'late' }
    assert.equal(await queries.replace(db, claimed, late), false)
    await claimNext({ db })
    assert.equal(await queries.replace(db, claimed, late), false, 'while another attempt has the task')
    assert.equal(await queries.replace(db, { ...claimed, attempt: 2 }, late), true)
    assert.equal(await isSeen(), true)
  })

  test('one that was left behind is seen by nobody and swept, and those of running tasks stay', async (t) => {
    const { db, claimed, isSeen, rows } = await prepareAttempt(t)
    const left = { picture: Buffer.from([1]), etag: 'left' }
    await queries.replace(db, claimed, left)
    const tooLarge = { picture: Buffer.alloc(262_145), etag: 'too-large' }
    await assert.rejects(queries.replace(db, claimed, tooLarge), { code: '23514' })
    await db
      .insertInto('live_pictures')
      .values({ task_id: 'gone', attempt: 1, ...left })
      .execute()
    assert.equal(await queries.removeAbandoned(db), 1)
    assert.deepEqual(await rows(), [{ task_id: claimed.task_id, attempt: 1 }])
    await db.updateTable('live_pictures').set({ attempt: 7 }).execute()
    assert.equal(await isSeen(), false)
    assert.equal(await queries.removeAbandoned(db), 1)
  })

  test('what is no picture, or a part of one, is not shown, and the task goes on', async (t) => {
    const { live, clock, notDrawn, isSeen, told } = await prepareAttempt(t)
    const jpeg = await picture(10)
    const broken = {
      'a part': jpeg.slice(0, jpeg.length / 2),
      'a page': new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg"/>'),
      empty: new Uint8Array(),
      // The head of a PNG of 60,000 by 60,000 pixels.
      'too many pixels': Buffer.from(
        '89504e470d0a1a0a0000000d494844520000ea600000ea600802000000c5a5b0ad',
        'hex',
      ),
    }
    let refused = 0
    for (const [name, bytes] of Object.entries(broken)) {
      clock.ms += showEvery_ms
      live.offer(bytes)
      refused++
      await until(() => notDrawn.length === refused, name)
    }
    assert.deepEqual(new Set(notDrawn), new Set(['live_picture_not_drawn']))
    assert.deepEqual([await isSeen(), told], [false, []])
    clock.ms += showEvery_ms
    live.offer(jpeg)
    await until(isSeen, 'the next one')
  })

  test('it changes at most once a second, to the newest, and one that looks the same is no change', async (t) => {
    const { live, clock, told, drawings, etag, claimed } = await prepareAttempt(t)
    const [first, second, third, fourth] = await Promise.all([10, 80, 160, 240].map((red) => picture(red)))
    const line = `live_pictures ${claimed.user_id} ${claimed.task_id}`
    const offerAfterASecond = (next: Uint8Array | undefined): void => {
      clock.ms += showEvery_ms
      live.offer(next)
    }
    live.offer(undefined)
    live.offer(first)
    offerAfterASecond(second) // while the first is being drawn
    assert.equal(drawings.count, 1)
    await until(() => told.length === 1, 'the first')
    const before = await etag()
    clock.ms += showEvery_ms - 1 // from its end
    live.offer(second)
    assert.equal(drawings.count, 1)
    clock.ms += 1
    live.offer(third)
    assert.equal(drawings.count, 2)
    await until(() => told.length === 2, 'the newest')
    assert.notEqual(await etag(), before)
    offerAfterASecond(third)
    assert.equal(drawings.count, 2, 'nothing new')
    offerAfterASecond(third?.slice())
    assert.equal(drawings.count, 3, 'looks the same')
    await until(() => {
      offerAfterASecond(fourth)
      return drawings.count === 4
    }, 'the end of the one before')
    await until(() => told.length === 3, 'another')
    const last = await etag()
    await live[Symbol.asyncDispose]()
    offerAfterASecond(first)
    assert.deepEqual([drawings.count, await etag()], [4, last], 'after the end')
    assert.deepEqual(told, [line, line, line])
  })
})

suite('the event task.live', () => {
  test('both streams of the owner tell of a new picture, without a number and without a row', async (t) => {
    const { ann, task_id, app, shown, work, finish, person, credits, db, task, isSeen } =
      await prepareWorker(t)
    const url = await listen(app)
    const eve = await person()
    const other = await task(ann)
    const open = (path: string) => readEvents(`${url}/api/v1/${path}`, { token: ann.token, last_event_id: 2 })
    const streams = [await open('events'), await open(`tasks/${task_id}/events`)]
    const ofOther = await open(`tasks/${other}/events`)
    const ofEve = await readEvents(`${url}/api/v1/events`, { token: eve.token })
    work()
    const data = { task_id, live_url: `/api/v1/tasks/${task_id}/live` }
    for (const stream of streams) {
      assert.equal((await stream.next())?.type, 'task.running')
      assert.deepEqual(await stream.next(), { id: 0, type: 'task.live', data })
    }
    assert.equal(await isSeen(), true, 'by now')
    shown.picture = await picture(200)
    for (const stream of streams) assert.deepEqual(await stream.next(), { id: 0, type: 'task.live', data })
    shown.picture = undefined
    finish()
    for (const stream of streams) {
      const end = await stream.next()
      assert.deepEqual([end?.id, end?.type], [4, 'task.completed'])
    }
    const again = await readEvents(`${url}/api/v1/events`, { token: ann.token, last_event_id: 3 })
    assert.equal((await again.next())?.type, 'task.completed', 'a reader that comes back goes on as before')
    assert.deepEqual(
      (await db.selectFrom('task_events').select('type').where('task_id', '=', task_id).execute()).map(
        ({ type }) => type,
      ),
      ['task.queued', 'task.running', 'task.completed'],
    )
    await credits(eve, 1000)
    await task(eve)
    assert.equal((await ofOther.next())?.type, 'task.running', 'not a word of the first')
    assert.equal((await ofEve.next())?.type, 'task.queued', 'not a word of other people’s')
    for (const stream of [...streams, again, ofOther, ofEve]) stream.close()
  })
})
