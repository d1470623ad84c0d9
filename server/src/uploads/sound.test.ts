import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { suite, test, type TestContext } from 'node:test'
import { promisify } from 'node:util'
import { type Model, previewModel } from '../catalog/catalog.ts'
import type { EngineRequest } from '../engines/engines.ts'
import { cleanUp } from '../testing/clean-up.ts'
import { ffmpeg } from '../testing/media/clips.ts'
import { until } from '../testing/until.ts'
import { createHeldEngine, startWorkerOf } from '../testing/worker.ts'
import { createWorld, type Person, type World } from '../testing/world.ts'
import { purgeUploads, removeUploadsOf } from './uploads.ts'

const tone = (duration_s: number) => ['-f', 'lavfi', '-i', `sine=440:duration=${duration_s}`]

/** A world whose model makes videos to a sound. */
async function open(t: TestContext, audio: Model['audio'] = 'optional') {
  const world = await createWorld(t, { models: [{ ...previewModel, audio }] })
  const ann = await world.person()
  await world.credits(ann, 100_000)
  const make = async (name: string, ...args: string[]) => {
    const path = join(world.folder, name)
    await ffmpeg(...args, path)
    return readFile(path)
  }
  return { world, ann, make }
}

/** What ffprobe says of a file's only stream. */
async function streamOf(path: string) {
  const asked = ['-v', 'error', '-show_streams', '-of', 'json', path]
  const { streams } = JSON.parse((await promisify(execFile)('ffprobe', asked)).stdout)
  assert.equal(streams.length, 1)
  return streams[0]
}

async function upload(world: World, who: Person, bytes: Buffer, content_type: string): Promise<string> {
  const answer = await world.post('/api/v1/uploads/audio', who.token, { content_type })
  assert.equal(answer.statusCode, 200, answer.body)
  const { upload_url, headers, audio_key, method } = answer.json()
  const { pathname, search } = new URL(upload_url)
  const sent = await world.app.inject({ method, url: pathname + search, headers, payload: bytes })
  assert.equal(sent.statusCode, 200, sent.body)
  return audio_key
}

const put = (world: World, who: Person, payload: Buffer) =>
  world.app.inject({
    method: 'POST',
    url: '/api/v1/uploads/audio/put',
    headers: { authorization: `Bearer ${who.token}`, 'content-type': 'application/octet-stream' },
    payload,
  })

const generate = (world: World, who: Person, input: Record<string, unknown>) =>
  world.post('/api/v1/video/generate', who.token, { prompt: 'a calm sea', duration_seconds: 1, ...input })

const detail = (answer: { json(): { detail: { loc: string[]; msg: string }[] } }) =>
  answer.json().detail.map(({ loc, msg }) => `${loc.join('.')}: ${msg}`)

const noSound = 'This is no sound that can be read: WAV, MP3, M4A, AAC, FLAC or Ogg'
const storedKey = (who: Person, audio_key: string) =>
  `inputs/${who.user_id}/${audio_key.slice('uploads/'.length)}.flac`

suite('a sound that a video is made to', () => {
  test('is sent to storage, decoded, and reaches the engine as long as the video and in one form', async (t) => {
    const { world, ann, make } = await open(t)
    const requests: EngineRequest[] = []
    const held = createHeldEngine()
    startWorkerOf(world, {
      ...held,
      start: (request, context) => {
        requests.push(request)
        return held.start(request, context)
      },
    })
    const finish = async () => {
      await until(() => held.working.size === 1)
      held.finish([...held.working][0]!)
    }
    const long = await make('long.mp3', ...tone(3), '-c:a', 'libmp3lame')
    const audio_url = await upload(world, ann, long, 'audio/mpeg')
    const answer = await generate(world, ann, { audio_url })
    assert.equal(answer.statusCode, 200, answer.body)
    const { task_id } = answer.json()
    await until(() => requests.length === 1)

    const wav = join(world.folder, 'received.wav')
    await writeFile(wav, requests[0]!.audio!)
    const stream = await streamOf(wav)
    assert.deepEqual(
      [stream.codec_name, stream.sample_rate, stream.channels, Number(stream.duration)],
      ['pcm_s16le', '48000', 2, 17 / 16],
    )
    const { params } = (await world.get(`/api/v1/tasks/${task_id}`, ann.token)).json()
    assert.deepEqual([params.mode, params.audio_key], ['text-to-video', audio_url])
    await finish()
    assert.equal((await world.ended(task_id)).status, 'completed')

    const again = await world.post(`/api/v1/tasks/${task_id}/retry`, ann.token)
    assert.equal(again.statusCode, 200, again.body)
    await until(() => requests.length === 2)
    assert.deepEqual(requests[1]!.audio, requests[0]!.audio)
    await finish()

    const short = await put(world, ann, await make('short.wav', ...tone(0.5)))
    assert.deepEqual([short.statusCode, short.json().duration_seconds], [200, 0.5])
    const more = await generate(world, ann, { audio_url: short.json().audio_key, duration_seconds: 2 })
    assert.equal(more.statusCode, 200, more.body)
    await until(() => requests.length === 3)
    const heard = Buffer.from(requests[2]!.audio!)
    assert.equal((heard.length - 44) / 4, (48_000 * 33) / 16, 'as many samples as the video lasts')
    const silence = heard.subarray(44 + 4 * 25_000)
    assert.ok(
      silence.every((byte) => byte === 0),
      'what it lacks is silence',
    )
  })

  test('may come in any of the usual forms, and what else the file held is gone', async (t) => {
    const { world, ann, make } = await open(t)
    const tags = ['-metadata', 'title=SECRET-TITLE', '-metadata', 'artist=SECRET-NAME']
    const forms: Record<string, string[]> = {
      'a.wav': ['-c:a', 'pcm_s24le', '-ac', '6'],
      'b.mp3': ['-c:a', 'libmp3lame', '-ar', '22050'],
      'c.m4a': ['-c:a', 'aac'],
      'd.m4a': ['-c:a', 'alac'],
      'e.aac': ['-c:a', 'aac'],
      'f.flac': ['-c:a', 'flac'],
      'g.ogg': ['-c:a', 'libvorbis', '-ac', '2'],
      'h.ogg': ['-c:a', 'libopus'],
    }
    for (const [name, coded] of Object.entries(forms)) {
      const answer = await put(world, ann, await make(name, ...tone(1.5), ...coded, ...tags))
      assert.equal(answer.statusCode, 200, `${name}: ${answer.body}`)
      const { audio_key, duration_seconds } = answer.json()
      assert.ok(Math.abs(duration_seconds - 1.5) < 0.1, `${name}: ${duration_seconds} s`)
      const stored = (await world.deps.storage.get(storedKey(ann, audio_key)))!
      const bytes = Buffer.concat(await stored.toArray())
      assert.equal(bytes.includes('SECRET'), false, name)
      const path = join(world.folder, 'stored.flac')
      await writeFile(path, bytes)
      const stream = await streamOf(path)
      assert.deepEqual([stream.codec_name, stream.sample_rate, stream.channels], ['flac', '48000', 2], name)
    }
    await make('cover.png', '-f', 'lavfi', '-i', 'color=red:size=64x64:duration=0.04')
    const cover = ['-i', join(world.folder, 'cover.png'), '-map', '0', '-map', '1', '-c:v', 'copy']
    const covered = await make('cover.mp3', ...tone(1), ...cover, '-c:a', 'libmp3lame')
    assert.equal((await put(world, ann, covered)).statusCode, 200, 'with a picture of its cover')
  })

  test('is refused with its reason: no sound, too long, too short, not mine, a picture, nothing there', async (t) => {
    const { world, ann, make } = await open(t)
    const bob = await world.person()
    const theirs = await upload(world, bob, await make('theirs.wav', ...tone(1)), 'audio/wav')
    const { audio_key: empty } = (
      await world.post('/api/v1/uploads/audio', ann.token, { content_type: 'audio/wav' })
    ).json()
    const { image_key } = (
      await world.post('/api/v1/uploads', ann.token, { content_type: 'image/png' })
    ).json()
    const cases: [audio_url: string, msg: string][] = [
      [empty, 'Nothing was uploaded under this key yet'],
      [theirs, 'There is no such upload'],
      ['uploads/00000000-0000-4000-8000-000000000000', 'There is no such upload'],
      [image_key, noSound],
    ]
    const playlist = `ffconcat version 1.0\nfile '${join(world.folder, 'theirs.wav')}'\n`
    const silentFilm = ['-f', 'lavfi', '-i', 'testsrc2=size=64x64:duration=1', '-pix_fmt', 'yuv420p']
    const wrong: [Buffer, string][] = [
      [Buffer.from('no sound at all'), noSound],
      [Buffer.from(playlist), noSound],
      [Buffer.from(`#EXTM3U\n#EXTINF:1,\nfile://${join(world.folder, 'theirs.wav')}\n`), noSound],
      [await make('film.mp4', ...silentFilm), noSound],
      [await make('click.wav', ...tone(0.05)), noSound],
      [(await make('cut.flac', ...tone(1))).subarray(0, 60), noSound],
      [
        await make('long.ogg', ...tone(302), '-c:a', 'libopus', '-b:a', '6k'),
        'This sound is longer than 300 seconds',
      ],
    ]
    for (const [bytes, msg] of wrong) {
      cases.push([await upload(world, ann, bytes, 'audio/wav'), msg])
      const answer = await put(world, ann, bytes)
      assert.deepEqual([answer.statusCode, detail(answer)], [422, [`body: ${msg}`]])
    }
    for (const [audio_url, msg] of cases) {
      const answer = await generate(world, ann, { audio_url })
      assert.equal(answer.statusCode, 422, answer.body)
      assert.deepEqual(detail(answer), [`body.audio_url: ${msg}`])
    }
    const asPicture = await generate(world, ann, { image_url: empty })
    assert.deepEqual(detail(asPicture), [
      'body.image_url: This is no PNG, JPEG or WebP picture of 64 to 8192 pixels a side',
    ])
    const large = await put(world, ann, Buffer.alloc(20 * 1024 * 1024 + 1))
    assert.deepEqual([large.statusCode, large.json().code], [413, 'payload_too_large'])
    const typed = await world.post('/api/v1/uploads/audio', ann.token, { content_type: 'audio/midi' })
    assert.equal(typed.statusCode, 422)
    assert.equal((await world.get('/api/v1/me', ann.token)).json().balance, 100_000, 'nothing was held')
  })

  test('is taken by models that say so, and by no other; a model may need one', async (t) => {
    const audio_url = 'uploads/00000000-0000-4000-8000-000000000000'
    const about = async (audio: Model['audio']) => {
      const { world, ann } = await open(t, audio)
      const { items } = (await world.get('/api/v1/models', ann.token)).json()
      const { properties, required } = items[0].parameters
      const body = { prompt: 'a sea' }
      const quoted = await world.post('/api/v1/video/quote', ann.token, { ...body, audio_url })
      const without = await world.post('/api/v1/video/quote', ann.token, body)
      return {
        listed: ['audio_url' in properties, required.includes('audio_url')],
        quoted: quoted.statusCode === 200 ? 'taken' : detail(quoted)[0],
        without: without.statusCode === 200 ? 'taken' : detail(without)[0],
      }
    }
    assert.deepEqual(await about('none'), {
      listed: [false, false],
      quoted: 'body.audio_url: preview takes no sound',
      without: 'taken',
    })
    assert.deepEqual(await about('optional'), { listed: [true, false], quoted: 'taken', without: 'taken' })
    assert.deepEqual(await about('required'), {
      listed: [true, true],
      quoted: 'taken',
      without: 'body.audio_url: preview makes videos to a sound',
    })
  })

  test('may be at a public https address, and at no other', async (t) => {
    const { make } = await open(t)
    const bytes = await make('sea.wav', ...tone(1))
    const site = createServer((request, response) =>
      response.end(request.url === '/sea.wav' ? bytes : 'none'),
    )
    await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
    cleanUp(t, () => site.close())
    const { port } = site.address() as { port: number }
    const env = { OUTBOUND_ALLOW_HTTP: 'true', OUTBOUND_ALLOWED_NETWORKS: '127.0.0.1/32' }
    const world = await createWorld(t, { env, models: [{ ...previewModel, audio: 'optional' }] })
    const ann = await world.person()
    await world.credits(ann, 100_000)
    const taken = await generate(world, ann, { audio_url: `http://127.0.0.1:${port}/sea.wav` })
    assert.equal(taken.statusCode, 200, taken.body)
    const { params } = (await world.get(`/api/v1/tasks/${taken.json().task_id}`, ann.token)).json()
    assert.ok(await world.deps.storage.head(storedKey(ann, params.audio_key)))
    const notAllowed =
      'This address may not be fetched; it must be a public https address, or the key of an upload'
    for (const [audio_url, msg] of [
      [`http://127.0.0.1:${port}/other`, noSound],
      ['https://10.0.0.1/sea.wav', notAllowed],
      ['file:///etc/passwd', notAllowed],
    ] as const) {
      const answer = await generate(world, ann, { audio_url })
      assert.deepEqual([answer.statusCode, detail(answer)], [422, [`body.audio_url: ${msg}`]])
    }
  })

  test('goes when no task has named it for a month, or with its owner; a retry then says so', async (t) => {
    const { world, ann, make } = await open(t)
    const bytes = await make('tone.wav', ...tone(1))
    const audio_url = await upload(world, ann, bytes, 'audio/wav')
    const { task_id } = (await generate(world, ann, { audio_url })).json()
    await world.post('/api/v1/uploads/audio', ann.token, { content_type: 'audio/wav' }) // and nothing came
    await world.post(`/api/v1/tasks/${task_id}/cancel`, ann.token)
    const purge = (days: number) =>
      purgeUploads(
        { ...world.deps, clock: () => new Date(Date.now() + days * 86_400_000) },
        30,
        AbortSignal.timeout(5000),
      )
    assert.equal(await purge(29), 1)
    assert.ok(await world.deps.storage.head(storedKey(ann, audio_url)))
    assert.equal(await purge(31), 1)
    assert.equal(await world.deps.storage.head(storedKey(ann, audio_url)), undefined)
    const retry = await world.post(`/api/v1/tasks/${task_id}/retry`, ann.token)
    assert.deepEqual([retry.statusCode, retry.json().code], [409, 'audio_gone'])

    const other = (await put(world, ann, bytes)).json().audio_key
    await removeUploadsOf(world.deps, ann.user_id)
    assert.equal(await world.deps.storage.head(storedKey(ann, other)), undefined)
  })
})
