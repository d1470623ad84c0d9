import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { suite, test, type TestContext } from 'node:test'
import { promisify } from 'node:util'
import { createInstantEngine } from '../../testing/instant-engine.ts'
import { createMakingWorld, storedVideo } from '../../testing/making-world.ts'
import { ffmpeg } from '../../testing/media/clips.ts'

/** Of each task of these tests: 17 frames at 16 a second. */
const picture_s = 17 / 16
const h264 = '-c:v libx264 -preset ultrafast -pix_fmt yuv420p'.split(' ')
const vp9 = '-c:v libvpx-vp9 -deadline realtime -pix_fmt yuv420p'.split(' ')
const drawnBy = (source: string) => ['-f', 'lavfi', '-i', source]
const picture = drawnBy(`testsrc2=size=832x480:rate=16:duration=${picture_s}`)
const tone = (duration_s = picture_s) => drawnBy(`sine=440:duration=${duration_s}`)
/** Silence but for 50 ms that begin at 500 ms: what can be found again in time. */
const beep = (rest = '') =>
  drawnBy(`aevalsrc='if(between(t,0.5,0.55),0.8*sin(4000*t),0)':duration=${picture_s}${rest}`)

interface Stream {
  codec_type: string
  codec_name: string
  profile?: string
  channels?: number
  sample_rate?: string
  start_time: string
  duration: string
}

async function streamsOf(path: string): Promise<Stream[]> {
  const args = ['-v', 'error', '-show_streams', '-of', 'json', path]
  const { stdout } = await promisify(execFile)('ffprobe', args)
  return JSON.parse(stdout).streams
}

/** MD5 of the packets of each stream of one kind: `v` or `a`. */
const packets = async (path: string, kind: 'v' | 'a') =>
  (await ffmpeg('-i', path, '-map', `0:${kind}`, '-c', 'copy', '-f', 'streamhash', '-')).toString()

/** When the sound becomes loud, in seconds after the first picture. */
async function loudFrom(path: string): Promise<number> {
  const rate_hz = 8000
  const form = ['-f', 's16le', '-ac', '1', '-ar', `${rate_hz}`, '-']
  const bytes = await ffmpeg('-i', path, '-map', '0:a', '-af', 'aresample=async=1:first_pts=0', ...form)
  const [picture] = await streamsOf(path)
  const heard = new Int16Array(bytes.buffer, bytes.byteOffset, Math.floor(bytes.length / 2))
  return heard.findIndex((value) => Math.abs(value) > 1500) / rate_hz - Number(picture?.start_time)
}

/** Has an engine send this file, and resolves to the stored video and what is told of it. */
async function receiver(t: TestContext) {
  const { world, ann, start } = await createMakingWorld(t)
  return {
    world,
    receive: async (file: string) => {
      const engine = createInstantEngine({ video: await readFile(file), models: ['preview'] })
      const loop = start({}, { used: engine })
      const task = await world.ended(await world.task(ann))
      await loop.stop(5_000)
      assert.deepEqual([task.status, task.error_code], ['completed', null], file)
      const { path } = await storedVideo(world, task.task_id)
      const { media } = (await world.get(`/api/v1/tasks/${task.task_id}`, ann.token)).json()
      const streams = await streamsOf(path)
      assert.deepEqual([media.frames, media.width_px, media.height_px], [17, 832, 480], file)
      assert.ok(Math.abs(media.duration_s - picture_s) < 0.03, `${file}: ${media.duration_s} s`)
      assert.equal(media.has_audio, streams.length === 2, file)
      assert.equal(streams[0]?.codec_name, 'h264', file)
      return { path, media, sound: streams.find(({ codec_type }) => codec_type === 'audio') }
    },
  }
}

suite('the sound that an engine sends', () => {
  test('is kept bit for bit where browsers play it, and is AAC in stereo at 48 kHz where it was another', async (t) => {
    const { world, receive } = await receiver(t)
    const kept = ['aac', 'aac of one channel', 'aac beside VP9', 'aac in Matroska']
    const cases: Record<string, [extension: string, ...args: string[]]> = {
      aac: ['mp4', ...beep(':channel_layout=stereo'), ...h264, '-ac', '2', '-c:a', 'aac'],
      'aac of one channel': ['mp4', ...beep(), ...h264, '-ar', '44100', '-c:a', 'aac'],
      'aac in Matroska': ['mkv', ...beep(), ...h264, '-ar', '48000', '-c:a', 'aac'],
      'aac beside VP9': ['mp4', ...beep(), ...vp9, '-ar', '48000', '-c:a', 'aac'],
      'aac of six channels': ['mp4', ...beep(), ...h264, '-ac', '6', '-c:a', 'aac'],
      'aac at 96 kHz': ['mp4', ...beep(), ...h264, '-ar', '96000', '-c:a', 'aac'],
      'opus in WebM': ['webm', ...beep(), ...vp9, '-c:a', 'libopus'],
      'opus in mp4': ['mp4', ...beep(), ...h264, '-c:a', 'libopus'],
      'opus of six channels': ['mkv', ...beep(), ...h264, '-ac', '6', '-c:a', 'libopus'],
      vorbis: ['webm', ...beep(), ...vp9, '-ac', '2', '-c:a', 'libvorbis'],
      pcm: ['mov', ...beep(), ...h264, '-c:a', 'pcm_s16le'],
      'pcm at 8 kHz': ['mkv', ...beep(), ...h264, '-ar', '8000', '-c:a', 'pcm_f32le'],
      mp3: ['mp4', ...beep(), ...h264, '-c:a', 'libmp3lame'],
      flac: ['mkv', ...beep(), ...h264, '-c:a', 'flac'],
      'ac3 of six channels': ['mp4', ...beep(), ...h264, '-ac', '6', '-c:a', 'ac3'],
    }
    for (const [what, [extension, ...args]] of Object.entries(cases)) {
      const sent = join(world.folder, `${what}.${extension}`)
      await ffmpeg(...picture, ...args, sent)
      const { path, sound } = await receive(sent)
      assert.ok(sound, what)
      assert.deepEqual([sound.codec_name, sound.profile], ['aac', 'LC'], what)
      assert.ok(Math.abs(Number(sound.duration) - picture_s) < 0.05, `${what}: ${sound.duration} s`)
      const at_s = await loudFrom(path)
      assert.ok(Math.abs(at_s - 0.5) < 0.02, `${what}: heard at ${at_s} s`)
      if (kept.includes(what)) assert.equal(await packets(path, 'a'), await packets(sent, 'a'), what)
      else assert.deepEqual([sound.channels, sound.sample_rate], [2, '48000'], what)
      if (args.includes('libx264')) assert.equal(await packets(path, 'v'), await packets(sent, 'v'), what)
    }
  })

  test('stays in time when it begins late, and ends with the picture when it is longer', async (t) => {
    const { world, receive } = await receiver(t)
    for (const codec of ['aac', 'libopus', 'pcm_s16le']) {
      const late = join(world.folder, `late-${codec}.mkv`)
      const delay = ['-itsoffset', '0.3', ...tone(0.7)]
      await ffmpeg(...picture, ...delay, ...h264, '-c:a', codec, late)
      const at_s = await loudFrom((await receive(late)).path)
      assert.ok(Math.abs(at_s - 0.3) < 0.03, `${codec}: heard at ${at_s} s`)

      const long = join(world.folder, `long-${codec}.mkv`)
      await ffmpeg(...picture, ...tone(7), ...h264, '-c:a', codec, long)
      const { sound } = await receive(long)
      assert.ok(Math.abs(Number(sound?.duration) - picture_s) < 0.05, `${codec}: ${sound?.duration} s`)
    }
  })

  test('is the first one of several, and a film without any gets none', async (t) => {
    const { world, receive } = await receiver(t)
    const several = join(world.folder, 'several.mp4')
    const maps = ['-map', '0', '-map', '1', '-map', '2']
    await ffmpeg(
      ...picture,
      ...tone(),
      ...beep(),
      ...maps,
      ...h264,
      '-c:a:0',
      'aac',
      '-c:a:1',
      'libopus',
      several,
    )
    const { path, sound } = await receive(several)
    assert.equal(sound?.codec_name, 'aac')
    assert.ok((await loudFrom(path)) < 0.05, 'the tone from the beginning')

    for (const [extension, coded] of [
      ['mp4', h264],
      ['webm', vp9],
    ] as const) {
      const silent = join(world.folder, `silent.${extension}`)
      await ffmpeg(...picture, ...coded, silent)
      assert.equal((await receive(silent)).sound, undefined)
    }
    const empty = join(world.folder, 'empty.mov')
    await ffmpeg(...picture, ...tone(), '-af', 'atrim=end=0', ...h264, '-c:a', 'pcm_s16le', empty)
    assert.equal((await receive(empty)).sound, undefined, 'a track in which nothing is')
  })

  test('never costs the picture, however broken it is', async (t) => {
    const { world, receive } = await receiver(t)
    const whole = join(world.folder, 'whole.mp4')
    await ffmpeg(...picture, ...tone(), ...h264, '-c:a', 'libopus', whole)
    const noise = ['-bsf:a', 'noise=amount=4']
    const unknown = join(world.folder, 'unknown.mp4')
    const bytes = await readFile(whole)
    bytes.write('zzzz', bytes.indexOf('Opus'), 'latin1')
    await writeFile(unknown, bytes)
    const { path, sound } = await receive(unknown)
    assert.equal(sound, undefined, 'sound of a kind that nobody knows')
    assert.equal(await packets(path, 'v'), await packets(whole, 'v'))
    assert.match(world.logged(), /sound_left_out/)

    for (const codec of ['aac', 'libopus', 'libmp3lame']) {
      const clean = join(world.folder, `clean-${codec}.mkv`)
      const broken = join(world.folder, `broken-${codec}.mkv`)
      await ffmpeg(...picture, ...tone(), ...h264, '-c:a', codec, clean)
      await ffmpeg('-i', clean, '-map', '0', '-c', 'copy', ...noise, broken)
      const stored = await receive(broken)
      assert.equal(await packets(stored.path, 'v'), await packets(whole, 'v'), codec)
      const check = ['-xerror', '-err_detect', 'explode', '-i', stored.path, '-f', 'null', '-']
      await assert.doesNotReject(ffmpeg(...check), `${codec}: what is stored can be decoded to its end`)
    }
  })
})
