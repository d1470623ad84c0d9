import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { suite, test, type TestContext } from 'node:test'
import { createS3Storage } from '../../storage/s3.ts'
import { StorageUnavailable } from '../../storage/storage.ts'
import { createInstantEngine } from '../../testing/instant-engine.ts'
import { runSettings } from '../../testing/run-settings.ts'
import { createSwiftBucket } from '../../testing/neighbours/swift/swift.ts'
import { makeVideo } from '../../testing/media/video.ts'
import { createWorld } from '../../testing/world.ts'
import { startClaimLoop } from '../run/claim-loop.ts'
import { purgeResults } from './purge.ts'
import { createReceiver } from './receive-video.ts'
import { keysOf } from '../task/object-keys.ts'
import { createLearnSpeed } from '../queue/speed.ts'
import { cleanUp } from '../../testing/clean-up.ts'

const settings = runSettings({ max_attempts: 1 })

async function prepare(t: TestContext) {
  const storage = createS3Storage(await createSwiftBucket())
  cleanUp(t, () => storage[Symbol.dispose]())
  const world = await createWorld(t, { storage, env: { DELETED_RETENTION_DAYS: '0' } })
  const video = await makeVideo(world.folder)
  const engine = createInstantEngine({ video, models: ['preview'] })
  const start = () => {
    const receive = createReceiver({ ...world.deps, ffmpeg_path: null })
    const loop = startClaimLoop(
      { ...world.deps, receive, settings, learnSpeed: createLearnSpeed(world.db) },
      { engine, slots: 1, shared: true },
    )
    world.resources.defer(() => loop.stop(0))
  }
  const ann = await world.person()
  await world.credits(ann, 1_000)
  return { world, storage, start, ann }
}

suite('results in S3', () => {
  test('T-109 a video goes to the bucket, and its link downloads it for 24 hours', async (t) => {
    const { world, storage, start, ann } = await prepare(t)
    const task_id = await world.task(ann)
    start()
    const task = await world.ended(task_id)
    assert.equal(task.status, 'completed')
    const { bytes, sha256 } = task.media!
    const info = { size_bytes: bytes, content_type: 'video/mp4' }
    assert.deepEqual(await storage.head(`videos/${task_id}.mp4`), info)
    for (const key of keysOf(task_id)) assert.ok(await storage.head(key), key)

    const link = await world.get(`/api/v1/result/${task_id}`, ann.token)
    assert.deepEqual(
      [link.statusCode, link.headers['cache-control'], link.headers['referrer-policy']],
      [302, 'private, no-store', 'no-referrer'],
    )
    const url = new URL(link.headers.location!)
    assert.equal(url.searchParams.get('X-Amz-Expires'), '86400')
    const file = await fetch(url)
    assert.equal(file.headers.get('content-type'), 'video/mp4')
    assert.equal(file.headers.get('content-disposition'), `attachment; filename="clipwright-${task_id}.mp4"`)
    const sent = Buffer.from(await file.arrayBuffer())
    assert.equal(createHash('sha256').update(sent).digest('hex'), sha256)

    const whole = await world.get(`/api/v1/result/${task_id}?redirect=false`, ann.token)
    assert.equal(createHash('sha256').update(whole.rawPayload).digest('hex'), sha256)
    assert.deepEqual(
      ['content-type', 'content-length', 'content-disposition', 'cache-control'].map(
        (name) => whole.headers[name],
      ),
      ['video/mp4', `${bytes}`, `attachment; filename="clipwright-${task_id}.mp4"`, 'private, no-store'],
    )
    const bob = await world.person()
    const other = await world.get(`/api/v1/result/${task_id}?redirect=false`, bob.token)
    assert.equal(other.statusCode, 404)

    for (const name of ['response-content-type', 'response-content-disposition']) {
      const changed = new URL(url)
      changed.searchParams.set(name, 'text/html')
      assert.equal((await fetch(changed)).status, 403, name)
    }

    await world.remove(`/api/v1/tasks/${task_id}`, ann.token)
    world.clock.offset_ms = 12 * 60_000
    assert.equal(await purgeResults(world.deps, world.deps.config, new AbortController().signal), 1)
    assert.equal((await fetch(url)).status, 404)
    for (const key of keysOf(task_id)) assert.equal(await storage.head(key), undefined, key)
  })

  test('a video that was made before the bucket is still served from the disk', async (t) => {
    const { world, storage, start, ann } = await prepare(t)
    const [before, after] = [await world.task(ann), await world.task(ann)]
    start()
    for (const task_id of [before, after]) await world.ended(task_id)
    const key = `videos/${before}.mp4`
    await world.deps.disk!.put(key, Readable.from(['from the disk']), { content_type: 'video/mp4' })
    await storage.remove(key)

    const link = await world.get(`/api/v1/result/${before}`, ann.token)
    assert.equal(link.statusCode, 302)
    const url = new URL(link.headers.location!)
    const file = await world.app.inject({ url: url.pathname + url.search })
    assert.deepEqual([file.statusCode, file.body], [200, 'from the disk'])
    assert.equal((await buffer((await world.deps.storage.get(key))!)).toString(), 'from the disk')
    const newer = (await world.get(`/api/v1/result/${after}`, ann.token)).headers.location!
    assert.notEqual(new URL(newer).origin, url.origin)

    await world.deps.storage.put(key, Readable.from(['moved']), { content_type: 'video/mp4' })
    const moved = (await world.get(`/api/v1/result/${before}`, ann.token)).headers.location!
    assert.equal(await (await fetch(moved)).text(), 'moved', 'the bucket comes first')
    await world.deps.storage.remove(key)
    assert.equal(await world.deps.storage.head(key), undefined, 'and nothing comes back from the disk')
  })

  test('a storage that is away for longer than all attempts delays a task and does not fail it', async (t) => {
    const { world, start, ann } = await prepare(t)
    const { storage } = world.deps
    const put = storage.put.bind(storage)
    let refused = 0
    storage.put = (key, body, options) => {
      if (refused++ < settings.max_attempts + 1) return Promise.reject(new StorageUnavailable('away'))
      return put(key, body, options)
    }
    const task_id = await world.task(ann)
    start()
    const task = await world.ended(task_id)
    assert.deepEqual([task.status, task.attempt, task.failed_attempts], ['completed', 1, 0])
    assert.ok(refused > settings.max_attempts)
    assert.match(world.logged(), /result_waits_for_storage/)
  })
})
