import assert from 'node:assert/strict'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { suite, test, type TestContext } from 'node:test'
import { eraseDueAccounts } from '../../account-data/account-data.ts'
import { createS3Storage } from '../../storage/s3.ts'
import { type ObjectStorage, StorageUnavailable } from '../../storage/storage.ts'
import { claimNext } from '../../testing/claim.ts'
import { createInstantEngine } from '../../testing/instant-engine.ts'
import { createSwiftBucket } from '../../testing/neighbours/swift/swift.ts'
import { makeVideo } from '../../testing/media/video.ts'
import { createWorld, type Person, type World } from '../../testing/world.ts'
import * as attempts from '../run/attempt-queries.ts'
import { purgeResults, sweepResults } from './purge.ts'
import { failOverdueTasks, reapLostTasks } from '../run/reap.ts'
import { createReceiver, sweepReceiving } from './receive-video.ts'
import { keysOf } from '../task/object-keys.ts'
import { cleanUp } from '../../testing/clean-up.ts'

const hour_ms = 3_600_000
const never = new AbortController().signal

class Killed extends Error {}

/** What is stored of a task. */
async function stored({ deps: { storage } }: World, task_id: string): Promise<string[]> {
  const found = await Promise.all(
    keysOf(task_id).map(async (key) => ((await storage.head(key)) ? [key] : [])),
  )
  return found.flat()
}

/**
 * Claims a task and stores its video as a worker that is killed once so many of its objects are there: nobody tidies up, and
 * nothing more is said of the attempt.
 */
async function killedWhileStoring(world: World, of: Person, steps: number): Promise<string> {
  const task_id = await world.task(of)
  const engine = createInstantEngine({ video: await makeVideo(world.folder), models: ['preview'] })
  const task = await claimNext(world)
  assert.equal(task?.task_id, task_id)
  const { storage } = world.deps
  let left = steps
  const dying: ObjectStorage = {
    ...storage,
    put: (key, body, options) => {
      if (left-- > 0) return storage.put(key, body, options)
      body.destroy()
      return Promise.reject(new Killed())
    },
  }
  const receive = createReceiver({ ...world.deps, storage: dying, ffmpeg_path: null })
  const operation = await engine.start({} as never, { key: task_id, signal: never })
  const options = { result_key: `videos/${task_id}.mp4`, signal: never }
  await receive(engine, operation, task, options).catch((error: unknown) => {
    if (!(error instanceof Killed)) throw error
  })
  assert.equal((await stored(world, task_id)).length, steps)
  return task_id
}

/** The ways in which a task ends without a video. */
const ends: Record<string, (world: World, of: Person, task_id: string) => Promise<unknown>> = {
  canceled: (world, of, task_id) => world.post(`/api/v1/tasks/${task_id}/cancel`, of.token),
  'given up': async (world) => {
    await world.db
      .updateTable('tasks')
      .set({ lease_expires_at: new Date(0) })
      .where('status', '=', 'running')
      .execute()
    await reapLostTasks(world.db, world.deps.log, 1)
  },
  overdue: async (world) => {
    const deadline_at = new Date(0)
    await world.db.updateTable('tasks').set({ deadline_at }).where('completed_at', 'is', null).execute()
    await failOverdueTasks(world.db, world.deps.log)
  },
}

async function prepare(t: TestContext, storage?: ObjectStorage) {
  const world = await createWorld(t, storage && { storage })
  const ann = await world.person()
  await world.credits(ann, 1_000)
  return { world, ann }
}

suite('videos that nobody owns', () => {
  const places: Record<string, (t: TestContext) => Promise<ObjectStorage | undefined>> = {
    'the folder': async () => undefined,
    'the bucket': async (t) => {
      const storage = createS3Storage(await createSwiftBucket())
      cleanUp(t, () => storage[Symbol.dispose]())
      return storage
    },
  }
  for (const [place, open] of Object.entries(places)) {
    for (const [end, endTask] of Object.entries(ends)) {
      test(`a worker that is killed at any step of storing leaves nothing in ${place} when its task is ${end}`, async (t) => {
        const { world, ann } = await prepare(t, await open(t))
        for (let steps = 1; steps <= 5; steps++) {
          const task_id = await killedWhileStoring(world, ann, steps)
          assert.equal(await sweepResults(world.deps, never), 0, 'a task that runs keeps what it has')
          await endTask(world, ann, task_id)
          assert.equal(await sweepResults(world.deps, never), 1)
          assert.deepEqual(await stored(world, task_id), [])
        }
        assert.equal(await sweepResults(world.deps, never), 0)
      })
    }
  }

  test('the erasure of an account takes what was stored for tasks that failed', async (t) => {
    const { world, ann } = await prepare(t)
    const ids: string[] = []
    for (const endTask of Object.values(ends)) {
      const task_id = await killedWhileStoring(world, ann, 5)
      await endTask(world, ann, task_id)
      ids.push(task_id)
    }
    await world.post('/api/v1/me/delete', ann.token, { password: ann.password })
    world.clock.offset_ms = 15 * 24 * hour_ms
    assert.equal(await eraseDueAccounts(world.deps), 1)
    for (const task_id of ids) assert.deepEqual(await stored(world, task_id), [])
  })

  test('what a worker that stood still stores after the end is found a day later, and then never looked for again', async (t) => {
    const { world, ann } = await prepare(t)
    const { storage } = world.deps
    const task_id = await killedWhileStoring(world, ann, 2)
    await ends['canceled']!(world, ann, task_id)
    assert.equal(await sweepResults(world.deps, never), 1)
    const late = () =>
      storage.put(`videos/${task_id}.mp4`, Readable.from(['x']), { content_type: 'video/mp4' })
    await late()
    world.clock.offset_ms = 25 * hour_ms
    assert.equal(await sweepResults(world.deps, never), 0, 'a part of an upload may still be there')
    world.clock.offset_ms = 26.1 * hour_ms
    assert.equal(await sweepResults(world.deps, never), 1)
    assert.deepEqual(await stored(world, task_id), [])
    world.clock.offset_ms = 1_000 * hour_ms
    assert.equal(await sweepResults(world.deps, never), 0)
  })

  test('a video that a late worker stores again after retention has removed it goes as well', async (t) => {
    const { world, ann } = await prepare(t)
    const { storage, config } = world.deps
    const task_id = await killedWhileStoring(world, ann, 5)
    const result_key = `videos/${task_id}.mp4`
    assert.ok(await attempts.complete(world.db, { task_id, attempt: 1 }, result_key))
    assert.equal(await sweepResults(world.deps, never), 0, 'it has an owner')
    await world.remove(`/api/v1/tasks/${task_id}`, ann.token)
    world.clock.offset_ms = 12 * 60_000
    await purgeResults(world.deps, { ...config, deleted_retention_days: 0 }, never)
    await storage.put(result_key, Readable.from(['x']), { content_type: 'video/mp4' })
    world.clock.offset_ms = 27 * hour_ms
    assert.equal(await sweepResults(world.deps, never), 1)
    assert.deepEqual(await stored(world, task_id), [])
  })

  test('what can’t be removed now is removed later, and holds up nothing else', async (t) => {
    const { world, ann } = await prepare(t)
    const { storage } = world.deps
    const [stuck, other] = [await killedWhileStoring(world, ann, 1), await killedWhileStoring(world, ann, 1)]
    for (const task_id of [stuck, other]) await ends['canceled']!(world, ann, task_id)
    const remove = storage.remove.bind(storage)
    storage.remove = async (key) => {
      if (key.includes(stuck)) throw new StorageUnavailable('not this one')
      await remove(key)
    }
    assert.equal(await sweepResults(world.deps, never), 1)
    assert.deepEqual([(await stored(world, stuck)).length, await stored(world, other)], [1, []])
    storage.remove = remove
    assert.equal(await sweepResults(world.deps, never), 1)
    assert.deepEqual(await stored(world, stuck), [])
  })

  test('a folder that a killed worker left of a video on its way goes when its attempt has ended', async (t) => {
    const { world, ann } = await prepare(t)
    const { work_dir } = world.deps
    const [over, open] = [await world.task(ann), await world.task(ann)]
    for (const task_id of [over, open]) {
      assert.equal((await claimNext(world))?.task_id, task_id)
      await mkdir(join(work_dir, `${task_id}-1`), { recursive: true })
      await writeFile(join(work_dir, `${task_id}-1`, 'received'), 'a part of a video')
    }
    await world.post(`/api/v1/tasks/${over}/cancel`, ann.token)
    await sweepReceiving(world.deps)
    assert.deepEqual(await readdir(work_dir), [`${open}-1`])
  })
})
