import assert from 'node:assert/strict'
import { capture } from '../../testing/capture.ts'
import { execFile } from 'node:child_process'
import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import { promisify } from 'node:util'
import type { Engine } from '../../engines/engines.ts'
import { createInstantEngine } from '../../testing/instant-engine.ts'
import { storedVideo } from '../../testing/making-world.ts'
import { runSettings } from '../../testing/run-settings.ts'
import { createWorld } from '../../testing/world.ts'
import { startClaimLoop } from '../run/claim-loop.ts'
import { createReceiver } from './receive-video.ts'
import { createLearnSpeed } from '../queue/speed.ts'

const call = promisify(execFile)
const ffmpeg = (...args: string[]) => call('ffmpeg', ['-v', 'error', '-y', ...args])
const x264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p']
const bt709 = [
  '-colorspace',
  'bt709',
  '-color_primaries',
  'bt709',
  '-color_trc',
  'bt709',
  '-color_range',
  'tv',
]

/** What ffprobe says of the picture, and a hash of each packet of sound. */
async function look(path: string) {
  const { stdout } = await call('ffprobe', ['-v', 'error', '-show_streams', '-of', 'json', path])
  const { streams } = JSON.parse(stdout)
  const { width, height, ...video } = streams.find((s: { codec_type: string }) => s.codec_type === 'video')
  const { nb_frames, avg_frame_rate, duration, start_time } = video
  const { color_range, color_space, color_primaries, color_transfer } = video
  const asHashes = ['-map', '0:a', '-c', 'copy', '-f', 'framehash', '-hash', 'md5', '-']
  const sound = await call('ffmpeg', ['-v', 'error', '-i', path, ...asHashes]).catch(() => ({ stdout: '' }))
  return {
    size: `${width}x${height}`,
    times: { nb_frames, avg_frame_rate, duration, start_time },
    colours: { color_range, color_space, color_primaries, color_transfer },
    sound: sound.stdout.split('\n').filter((line) => line !== '' && !line.startsWith('#')),
  }
}

/** A world with a source of 25 frames and sound, and a worker whose engine answers with `made` from it. */
async function prepare(
  t: Parameters<typeof createWorld>[0],
  made: (source: string, target: string) => Promise<unknown>,
  { late_s = 0 } = {},
) {
  const world = await createWorld(t)
  const ann = await world.person()
  await world.credits(ann, 1000)
  const source = join(world.folder, 'source.mp4')
  const picture = ['-f', 'lavfi', '-i', 'testsrc2=size=208x120:rate=30000/1001']
  const tone = ['-f', 'lavfi', '-i', 'sine=440:duration=1']
  const shift = ['-itsoffset', `${late_s}`]
  await ffmpeg(...shift, ...picture, ...tone, '-frames:v', '25', ...x264, ...bt709, '-c:a', 'aac', source)
  const enlarged = join(world.folder, 'enlarged.mp4')
  await made(source, enlarged)

  const source_id = await world.task(ann)
  const stored = { content_type: 'video/mp4' }
  await world.deps.storage.put(`videos/${source_id}.mp4`, createReadStream(source), stored)
  const done = {
    status: 'completed',
    result_key: `videos/${source_id}.mp4`,
    completed_at: new Date(),
  } as const
  await world.db.updateTable('tasks').set(done).where('task_id', '=', source_id).execute()
  await world.db.transaction().execute((trx) => capture(trx, source_id))

  const instant = createInstantEngine({ video: await readFile(enlarged), models: ['enhance'] })
  const engine: Engine = {
    ...instant,
    capabilities: async () => ({
      offers: [{ model: 'enhance', modes: ['enhance'] }],
      problems: [],
      version: null,
    }),
    inspect: async (operation, signal) => {
      const state = await instant.inspect(operation, signal)
      return state.status === 'succeeded' ? { ...state, report: { upscaler: 'other', graph: 'x' } } : state
    },
  }
  const enhance = async () => {
    const answer = await world.post(`/api/v1/tasks/${source_id}/enhance`, ann.token, null)
    assert.equal(answer.statusCode, 200, answer.body)
    const { task_id } = answer.json()
    // Small, for the sake of time: as if a target asked for so few pixels.
    const { params } = await world.db
      .selectFrom('tasks')
      .select('params')
      .where('task_id', '=', task_id)
      .executeTakeFirstOrThrow()
    const small = { ...params, width_px: 416, height_px: 240 }
    await world.db.updateTable('tasks').set({ params: small }).where('task_id', '=', task_id).execute()
    const loop = startClaimLoop(
      {
        ...world.deps,
        receive: createReceiver({ ...world.deps, ffmpeg_path: null }),
        learnSpeed: createLearnSpeed(world.db),
        settings: runSettings({ max_attempts: 1, lease_s: 15 }),
      },
      { engine, slots: 1, shared: false },
    )
    world.resources.defer(() => loop.stop(0))
    return world.ended(task_id)
  }
  const get = async (path: string) => (await world.get(`/api/v1${path}`, ann.token)).json()
  return { world, source, enhance, get }
}

const toSize = '416:240'
/** As a server does that thinks in thousandths of a frame per second, says nothing of colours and leaves the sound out. */
const carelessly = (source: string, target: string) => {
  const untold = 'setparams=colorspace=unknown:color_primaries=unknown:color_trc=unknown:range=unknown'
  const picture = ['-vf', `scale=${toSize},${untold},settb=1/29970,setpts=N*1000`, '-r', '29.97']
  return ffmpeg('-i', source, '-an', ...picture, ...x264, '-bf', '2', target)
}

suite('an enhanced video', () => {
  test('has the sound, the rate, the times and the colour tags of its source, whatever the engine made of them', async (t) => {
    for (const late_s of [0, 0.2]) {
      const { world, source, enhance, get } = await prepare(t, carelessly, { late_s })
      const { status, error_message, task_id } = await enhance()
      assert.equal(status, 'completed', error_message ?? '')
      const [before, after] = [await look(source), await look((await storedVideo(world, task_id)).path)]
      assert.deepEqual({ ...after, size: before.size }, before)
      assert.ok(after.sound.length > 10)
      assert.equal(after.size, '416x240')
      const { params, media } = await get(`/tasks/${task_id}`)
      assert.deepEqual([params.upscaler, media.frames, media.has_audio], ['other', 25, true])
      const report = await get(`/tasks/${task_id}/report`)
      assert.deepEqual([report.upscaler, report.graph], ['other', 'x'])
      const { quality } = report
      assert.deepEqual(
        [quality.source.frames, quality.result.frames, quality.result.has_audio],
        [25, 25, true],
      )
      assert.ok(quality.psnr_y_db > 25 && quality.ssim > 0.9, JSON.stringify(quality))
    }
  })

  test('stays without sound where its source has none', async (t) => {
    const { world, enhance } = await prepare(t, async (source, target) => {
      await carelessly(source, target)
      await ffmpeg('-i', source, '-an', '-c', 'copy', `${source}.mute.mp4`)
      await call('mv', [`${source}.mute.mp4`, source])
    })
    const { status, task_id } = await enhance()
    assert.equal(status, 'completed')
    assert.deepEqual((await look((await storedVideo(world, task_id)).path)).sound, [])
  })

  test('with a frame too few or too many, or of another size, is none, and costs nothing', async (t) => {
    const wrong = {
      '24 frames instead of 25': ['-vf', `scale=${toSize}`, '-frames:v', '24'],
      '26 frames instead of 25': ['-vf', `scale=${toSize},tpad=stop=1:stop_mode=clone`],
      '420x240 instead of 416x240': ['-vf', 'scale=420:240'],
    }
    for (const [what, args] of Object.entries(wrong)) {
      const { enhance, get } = await prepare(t, (source, target) =>
        ffmpeg('-i', source, ...args, '-fps_mode', 'passthrough', ...x264, target),
      )
      const { balance } = await get('/me')
      const { status, error_code, error_message } = await enhance()
      assert.deepEqual([status, error_code], ['failed', 'bad_result'])
      assert.ok(error_message?.includes(what), `${error_message} is not ${what}`)
      assert.equal((await get('/me')).balance, balance)
    }
  })
})
