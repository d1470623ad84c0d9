import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { suite, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { createInstantEngine } from '../../testing/instant-engine.ts'
import { createMakingWorld, sha256, storedVideo } from '../../testing/making-world.ts'
import type { World } from '../../testing/world.ts'
import { purgeResults } from './purge.ts'
import { extraKinds, keysOf } from '../task/object-keys.ts'

const { signal } = new AbortController()

const get = async (world: World, token: string, path: string) => {
  const response = await world.get(path, token)
  return {
    status: response.statusCode,
    code: response.body.startsWith('{') ? response.json().code : '',
    response,
  }
}

suite('what stands beside a video', () => {
  test('a completed task tells of its file as it is, and links to pictures that load without credentials', async (t) => {
    const { world, ann, start, made } = await createMakingWorld(t)
    start()
    const task_id = await made()
    const { bytes } = await storedVideo(world, task_id)
    for (const path of [`/api/v1/tasks/${task_id}`, `/api/v1/task/${task_id}`]) {
      const { media } = (await world.get(path, ann.token)).json()
      assert.deepEqual(media, {
        width_px: 832,
        height_px: 480,
        duration_s: 1.063,
        fps: 16,
        frames: 17,
        bytes: bytes.length,
        sha256: sha256(bytes),
        has_audio: false,
        poster_url: `/api/v1/tasks/${task_id}/poster`,
        preview_url: `/api/v1/tasks/${task_id}/preview`,
        sprite: {
          url: `/api/v1/tasks/${task_id}/sprite`,
          columns: 5,
          rows: 2,
          width_px: 160,
          height_px: 92,
          seconds_each: 0.106,
        },
      })
    }
    const types = { poster: 'image/webp', preview: 'video/mp4', sprite: 'image/webp' }
    for (const kind of extraKinds) {
      for (const root of ['/api/v1/tasks', '/api/v1/task']) {
        const { status, response } = await get(world, ann.token, `${root}/${task_id}/${kind}`)
        assert.deepEqual([status, response.headers['cache-control']], [302, 'private, max-age=3600'])
        const url = new URL(response.headers.location!)
        const file = await world.app.inject({ url: url.pathname + url.search })
        assert.deepEqual([file.statusCode, file.headers['content-type']], [200, types[kind]])
        assert.equal(file.headers['content-disposition'], undefined, 'shown, not saved')
      }
    }
    const listed = (await world.get('/api/v1/tasks', ann.token)).json().items[0].media
    assert.equal(listed.sha256, sha256(bytes))
  })

  test('nobody but the owner gets at it, and a task without a video has none', async (t) => {
    const { world, ann, start, made } = await createMakingWorld(t)
    const eve = await world.person()
    const waiting = await world.task(ann)
    const canceled = await world.task(ann)
    await world.post(`/api/v1/tasks/${canceled}/cancel`, ann.token)
    const paths = [...extraKinds, 'provenance'].map((kind) => (id: string) => `/api/v1/tasks/${id}/${kind}`)
    for (const path of paths) {
      assert.equal((await get(world, ann.token, path(waiting))).code, 'result_not_ready')
      assert.equal((await get(world, ann.token, path(canceled))).code, 'task_failed')
    }
    start()
    await world.ended(waiting)
    const task_id = await made()
    for (const path of paths) {
      assert.equal((await get(world, eve.token, path(task_id))).code, 'task_not_found')
      assert.equal((await world.get(path(task_id))).statusCode, 401)
    }
    await world.db.updateTable('tasks').set({ media: null }).where('task_id', '=', task_id).execute()
    for (const path of paths)
      assert.equal((await get(world, ann.token, path(task_id))).code, 'media_not_found')
    assert.equal((await world.get(`/api/v1/tasks/${task_id}`, ann.token)).json().media, null)
    world.deps.storage.head = () => Promise.reject(new Error('away'))
    world.deps.storage.get = () => Promise.reject(new Error('away'))
    for (const path of paths)
      assert.equal((await get(world, ann.token, path(waiting))).code, 'storage_unavailable')
  })

  test('pictures that can’t be made or stored cost the task nothing, and are not promised', async (t) => {
    const { world, ann, start, made } = await createMakingWorld(t)
    const { storage } = world.deps
    const failing = (broken: RegExp) => ({
      storage: {
        ...storage,
        put: (...[key, body, options]: Parameters<typeof storage.put>) => {
          if (!broken.test(key)) return storage.put(key, body, options)
          body.destroy()
          return Promise.reject(new Error('disk full'))
        },
      },
    })
    const loop = start(failing(/^(posters|sprites)\//))
    const task_id = await made()
    const { media } = (await world.get(`/api/v1/tasks/${task_id}`, ann.token)).json()
    assert.deepEqual([media.poster_url, media.sprite], [null, null])
    assert.equal(media.preview_url, `/api/v1/tasks/${task_id}/preview`)
    assert.equal((await get(world, ann.token, media.preview_url)).status, 302)
    assert.equal((await get(world, ann.token, `/api/v1/tasks/${task_id}/poster`)).code, 'media_not_found')
    assert.match(world.logged(), /extra_not_stored/)
    await loop.stop(5_000)

    // An ffmpeg that copies but draws nothing.
    const half = join(world.folder, 'ffmpeg')
    await writeFile(half, '#!/bin/sh\ncase "$*" in *filter_complex*) exit 1;; esac\nexec ffmpeg "$@"\n', {
      mode: 0o755,
    })
    start({ ffmpeg_path: half })
    const bare = await made()
    const shown = (await world.get(`/api/v1/tasks/${bare}`, ann.token)).json()
    assert.deepEqual(
      [shown.status, shown.media.poster_url, shown.media.preview_url, shown.media.sprite],
      ['completed', null, null, null],
    )
    assert.equal(shown.media.sha256, sha256((await storedVideo(world, bare)).bytes))
    assert.match(world.logged(), /extras_not_made/)
  })

  test('pictures that take too long are not waited for', async (t) => {
    const { world, start, made } = await createMakingWorld(t)
    const { storage } = world.deps
    const patience = { making_ms: 300, storing_ms: 300 }
    const hanging: typeof storage.put = async (key, body, options) => {
      if (key.startsWith('videos/') || key.endsWith('.json')) return storage.put(key, body, options)
      body.destroy()
      await new Promise((_resolve, reject) => {
        options.signal!.addEventListener('abort', () => reject(options.signal!.reason as Error))
      })
      throw new Error('unreachable')
    }
    const loop = start(
      { storage: { ...storage, put: hanging } },
      { patience: { ...patience, making_ms: 10_000 } },
    )
    const media = (id: string) =>
      world.db.selectFrom('tasks').select('media').where('task_id', '=', id).executeTakeFirstOrThrow()
    assert.equal((await media(await made())).media!.poster, false)
    await loop.stop(5_000)
    const slow = join(world.folder, 'slow-ffmpeg')
    const script = '#!/bin/sh\ncase "$*" in *filter_complex*) exec sleep 100;; esac\nexec ffmpeg "$@"\n'
    await writeFile(slow, script, { mode: 0o755 })
    start({ ffmpeg_path: slow }, { patience })
    assert.equal((await media(await made())).media!.poster, false)
  })

  test('a task that is canceled while its pictures are on their way leaves nothing', async (t) => {
    const { world, ann, start } = await createMakingWorld(t)
    const { storage } = world.deps
    let arrived = 0
    const late: typeof storage.put = async (key, body, options) => {
      if (!key.startsWith('posters/')) return storage.put(key, body, options)
      const answer = await world.post(`/api/v1/tasks/${task_id}/cancel`, ann.token)
      assert.equal(answer.statusCode, 200)
      if (!options.signal!.aborted)
        await new Promise((resolve) => options.signal!.addEventListener('abort', resolve))
      // As an upload whose end was under way already, and slow.
      await wait(500)
      const { signal: _, ...rest } = options
      const info = await storage.put(key, body, rest)
      arrived++
      return info
    }
    const task_id = await world.task(ann)
    const loop = start(
      { storage: { ...storage, put: late } },
      { patience: { making_ms: 60_000, storing_ms: 60_000 } },
    )
    await world.ended(task_id)
    await loop.stop(60_000)
    assert.equal(arrived, 1)
    for (const key of keysOf(task_id)) assert.equal(await storage.head(key), undefined, key)
  })

  test('everything goes with the video, and its hash is still known', async (t) => {
    const { world, ann, start, made } = await createMakingWorld(t)
    start()
    const [task_id, other] = [await made(), await made()]
    const { media } = (await world.get(`/api/v1/tasks/${task_id}`, ann.token)).json()
    const hold = world.deps.storage
    for (const key of keysOf(task_id)) assert.ok(await hold.head(key), key)
    const completed_at = new Date(Date.now() - 10 * 86_400_000)
    await world.db.updateTable('tasks').set({ completed_at }).where('task_id', '=', task_id).execute()
    const days = { result_retention_days: 1, deleted_retention_days: 1 }
    assert.equal(await purgeResults(world.deps, days, signal), 1)
    for (const key of keysOf(task_id)) assert.equal(await hold.head(key), undefined, key)
    for (const key of keysOf(other)) assert.ok(await hold.head(key), key)
    for (const kind of [...extraKinds, 'provenance'])
      assert.equal((await get(world, ann.token, `/api/v1/tasks/${task_id}/${kind}`)).code, 'result_gone')
    const after = (await world.get(`/api/v1/tasks/${task_id}`, ann.token)).json().media
    assert.deepEqual(after, { ...media, poster_url: null, preview_url: null, sprite: null })
    const known = await world.get(`/api/v1/provenance/${media.sha256}`)
    assert.deepEqual([known.statusCode, known.json().model], [200, 'preview'])
  })

  test('a file in a container that is not taken is the engine’s failure, and leaves nothing', async (t) => {
    const { world, ann, start } = await createMakingWorld(t)
    const path = join(world.folder, 'odd.avi')
    const source = [
      '-f',
      'lavfi',
      '-i',
      'color=gray:size=832x480:rate=16',
      '-frames:v',
      '17',
      '-c:v',
      'mjpeg',
    ]
    await promisify(execFile)('ffmpeg', ['-v', 'error', '-y', ...source, path])
    const odd = await readFile(path)
    const engine = createInstantEngine({ video: odd, models: ['preview'] })
    start({}, { used: { ...engine, fetch: async () => Readable.from([odd]) } })
    const task = await world.ended(await world.task(ann))
    assert.deepEqual([task.status, task.error_code], ['failed', 'bad_result'])
    for (const key of keysOf(task.task_id)) assert.equal(await world.deps.storage.head(key), undefined, key)
  })
})
