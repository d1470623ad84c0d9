import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { test, type TestContext } from 'node:test'
import { createCanvas } from '@napi-rs/canvas'
import { hasFastStart, probe } from '../platform/media/probe.ts'
import { findProgram, run } from '../platform/media/run.ts'
import { hasEnded, inspectUntil, testEngineContract } from '../testing/contracts/engine-contract.ts'
import { createInstantEngine } from '../testing/instant-engine.ts'
import { inTime, patience_ms } from '../testing/until.ts'
import type { EngineRequest } from './engines.ts'
import { createPreviewEngine, PREVIEW_MODEL } from './preview.ts'
import { cleanUp } from '../testing/clean-up.ts'

const base: EngineRequest = {
  model: PREVIEW_MODEL,
  mode: 'text-to-video',
  prompt: 'a red balloon drifts over a calm sea at sunset',
  negative_prompt: null,
  width_px: 256,
  height_px: 256,
  fps: 16,
  frames: 5,
  seed: 7,
  steps: null,
  guidance: null,
  image: null,
  last_image: null,
  audio: null,
}

async function workDir(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'preview-'))
  cleanUp(t, () => rm(folder, { recursive: true, force: true }))
  return folder
}

testEngineContract('preview', async (t) => ({
  engine: createPreviewEngine({ work_dir: await workDir(t) }),
  request: base,
  slow_request: { ...base, width_px: 832, height_px: 480, frames: 161 },
}))

testEngineContract('instant', async (t) => {
  const path = join(await workDir(t), 'tiny.mp4')
  const source = [
    '-f',
    'lavfi',
    '-i',
    'testsrc2=size=256x256:rate=16',
    '-frames:v',
    '5',
    '-pix_fmt',
    'yuv420p',
  ]
  await run(findProgram('ffmpeg'), ['-v', 'error', ...source, path], {
    signal: inTime(),
    timeout_ms: patience_ms,
  })
  const engine = createInstantEngine({ video: await readFile(path) })
  const request = { ...base, model: 'instant' }
  return { engine, request, slow_request: request }
})

/** Renders to the end and gives the file's path; the test fails if the engine does. */
async function renderFile(
  t: TestContext,
  request: Partial<EngineRequest>,
  render_threads = 1,
): Promise<string> {
  const engine = createPreviewEngine({ work_dir: await workDir(t), render_threads })
  const operation = await engine.start({ ...base, ...request }, { key: 'film', signal: inTime() })
  const last = (await inspectUntil(engine, operation, hasEnded)).at(-1)
  assert.equal(last?.status, 'succeeded', JSON.stringify(last))
  const path = join(await workDir(t), 'film.mp4')
  await pipeline(await engine.fetch(operation, inTime()), createWriteStream(path))
  return path
}

/** What is seen: the decoded frames, whatever the file around them. */
async function picturesOf(path: string): Promise<string> {
  const args = ['-v', 'error', '-i', path, '-f', 'framemd5', '-']
  const text = await run(findProgram('ffmpeg'), args, { signal: inTime(), timeout_ms: patience_ms })
  return createHash('sha256').update(text).digest('hex')
}

test('the same prompt and seed give the same pictures with any number of threads, another seed does not', async (t) => {
  const [one, three, other] = await Promise.all([
    renderFile(t, {}, 1),
    renderFile(t, {}, 3),
    renderFile(t, { seed: 8 }, 1),
  ])
  const [a, b, c] = await Promise.all([one, three, other].map(picturesOf))
  assert.equal(a, b)
  assert.notEqual(a, c)
})

test('the file plays before it is whole, says that no model made it, and has the colours of HD video', async (t) => {
  const path = await renderFile(t, {})
  const facts = await probe(path, { signal: inTime() })
  assert.equal(facts.codec, 'h264')
  assert.equal(facts.pix_fmt, 'yuv420p')
  assert.equal(facts.has_audio, false)
  assert.equal(facts.tags['comment'], 'Clipwright procedural preview, no AI model')
  assert.equal(await hasFastStart(path), true)
})

test('any even size and frame rate comes out exactly as asked', async (t) => {
  for (const [width_px, height_px, fps] of [
    [256, 258, 24],
    [450, 256, 16],
    [258, 640, 24],
  ] as const) {
    const facts = await probe(await renderFile(t, { width_px, height_px, fps, frames: 3 }), {
      signal: inTime(),
    })
    assert.deepEqual(
      [facts.width_px, facts.height_px, facts.fps, facts.frames],
      [width_px, height_px, fps, 3],
    )
  }
})

test('prompts that say nothing still give a film', async (t) => {
  for (const prompt of ['', '   ', 'qwzx', '🎈🎈', 'x'.repeat(5_000), '\u0000\uffff']) {
    await renderFile(t, { prompt, frames: 1 })
  }
})

function pngOf(width: number, height: number): Uint8Array {
  const canvas = createCanvas(width, height)
  const context = canvas.getContext('2d')
  const sky = context.createLinearGradient(0, 0, 0, height)
  sky.addColorStop(0, '#1040a0')
  sky.addColorStop(1, '#f0a030')
  context.fillStyle = sky
  context.fillRect(0, 0, width, height)
  return canvas.toBuffer('image/png')
}

test('a picture becomes a film in its own colours, whatever its shape', async (t) => {
  for (const [width, height] of [
    [64, 400],
    [900, 50],
  ] as const) {
    const path = await renderFile(t, {
      mode: 'image-to-video',
      image: pngOf(width, height),
      prompt: 'rain, zoom in',
    })
    assert.equal((await probe(path, { signal: inTime() })).frames, base.frames)
  }
})

test('what is no picture, or claims too many pixels, is refused as the fault of the request', async (t) => {
  const engine = createPreviewEngine({ work_dir: await workDir(t) })
  const bomb = Buffer.from(pngOf(8, 8))
  bomb.writeUInt32BE(60_000, 16)
  bomb.writeUInt32BE(60_000, 20)
  for (const image of [Buffer.from('GIF89a, or so it says'), Buffer.alloc(0), bomb]) {
    await assert.rejects(
      engine.start({ ...base, mode: 'image-to-video', image }, { key: 'bad', signal: inTime() }),
      { name: 'EngineError', code: 'invalid_image', fault: 'request', retry: false },
    )
  }
  // A true header, and nothing behind it: only the decoder can tell.
  const broken = pngOf(300, 300).slice(0, 60)
  const operation = await engine.start({ ...base, image: broken }, { key: 'broken', signal: inTime() })
  const last = (await inspectUntil(engine, operation, hasEnded)).at(-1)
  assert.ok(last?.status === 'failed')
  assert.deepEqual([last.error.code, last.error.fault], ['invalid_image', 'request'])
})

test('a missing ffmpeg is unavailable, not a crash', async (t) => {
  const engine = createPreviewEngine({ work_dir: await workDir(t), ffmpeg_path: '/nowhere/ffmpeg' })
  const unavailable = { name: 'EngineError', code: 'unavailable', fault: 'engine', retry: true }
  await assert.rejects(engine.capabilities(inTime()), unavailable)
  await assert.rejects(engine.start(base, { key: 'none', signal: inTime() }), unavailable)
})

test('after a restart a finished film is there, an unfinished one is lost, and both can be forgotten', async (t) => {
  const work_dir = await workDir(t)
  const before = createPreviewEngine({ work_dir })
  const done = await before.start(base, { key: 'done', signal: inTime() })
  await inspectUntil(before, done, hasEnded)
  await writeFile(join(work_dir, 'half.part.mp4'), 'what ffmpeg had written')

  const after = createPreviewEngine({ work_dir })
  assert.equal((await after.inspect(done, inTime())).status, 'succeeded')
  assert.equal((await after.inspect({ key: 'half' }, inTime())).status, 'lost')
  await after.forget(done)
  await after.forget({ key: 'half' })
  assert.deepEqual(await readdir(work_dir), [])
})

test('a cancelled film leaves no file, and the key of an operation cannot leave the folder', async (t) => {
  const work_dir = await workDir(t)
  const engine = createPreviewEngine({ work_dir })
  const slow = { ...base, width_px: 832, height_px: 480, frames: 161 }
  const operation = await engine.start(slow, { key: 'slow', signal: inTime() })
  await inspectUntil(engine, operation, (state) => state.status === 'running' && (state.progress ?? 0) > 0)
  assert.equal(await engine.cancel(operation, inTime()), 'stopped')
  assert.deepEqual(await readdir(work_dir), [])
  assert.equal((await engine.inspect(operation, inTime())).status, 'lost')
  assert.equal((await engine.inspect({ key: '../../../etc/passwd' }, inTime())).status, 'lost')
})
