import assert from 'node:assert/strict'
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { test } from 'node:test'
import { probe } from '../platform/media/probe.ts'
import { builtInModels, enhanceModels, enhancing, openComfyui } from '../testing/neighbours/comfyui.ts'
import { hasEnded, inspectUntil, testEngineContract } from '../testing/contracts/engine-contract.ts'
import { inTime } from '../testing/until.ts'
import { loadEnhance, promptIdFor } from './comfyui.ts'
import { createProgress } from './comfyui/progress.ts'
import type { Engine, Operation } from './engines.ts'

const idOf = (operation: Operation): string => operation['prompt_id'] as string
const esrgan = 'upscale-video-esrgan'

const ways = {
  'comfyui that enhances': {},
  'comfyui that enhances, without /api/jobs': { has_jobs_route: false },
}
for (const [name, switches] of Object.entries(ways)) {
  testEngineContract(name, async (t) => {
    const { engine } = await openComfyui(t, { switches, models: await enhanceModels(esrgan) })
    const request = await enhancing()
    return { engine, request, slow_request: request }
  })
}

async function facts(engine: Engine, operation: Operation) {
  const folder = await mkdtemp(join(tmpdir(), 'comfyui-enhance-'))
  try {
    const path = join(folder, 'video.mp4')
    await pipeline(await engine.fetch(operation, inTime()), createWriteStream(path))
    const { width_px, height_px, frames } = await probe(path, { signal: inTime() })
    return { width_px, height_px, frames }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const graphs = [
  esrgan,
  'upscale-video-seedvr2-core',
  'upscale-video-seedvr2-numz',
  'upscale-video-flashvsr-custom',
  'modelless-resize-upscale',
]
for (const graph of graphs) {
  test(`${graph} gives every frame in the very size that was asked for, and says its name`, async (t) => {
    const models = await enhanceModels(graph)
    const { engine, again, fake } = await openComfyui(t, { models, switches: { has_upscale_packs: true } })
    const offers = [{ model: 'enhance', modes: ['enhance'], max_frames: 121 }]
    assert.deepEqual(await engine.capabilities(inTime()), { offers, problems: [], version: '0.26.0' })
    // Upright, and by no whole factor.
    const asked = { width_px: 70, height_px: 106, frames: 5 }
    const request = { ...(await enhancing()), ...asked, seed: 2 ** 53 - 1 }
    const operation = await engine.start(request, { key: 'k', signal: inTime() })
    const report = { upscaler: 'comfyui', graph }
    const last = (await inspectUntil(engine, operation, hasEnded)).at(-1)
    assert.deepEqual(last, { status: 'succeeded', report })
    assert.deepEqual(await again().inspect(operation, inTime()), last, 'whoever asks')
    assert.deepEqual(await facts(engine, operation), asked)
    const nodes = Object.values(fake.graphOf(idOf(operation))!)
    const inputsOf = (type: string) => nodes.find(({ class_type }) => class_type === type)?.inputs
    assert.equal(inputsOf('LoadVideo')?.['file'], `clipwright/${promptIdFor('k')}-source.mp4`)
    assert.equal(inputsOf('SeedVR2VideoUpscaler')?.['resolution'] ?? 70, 70)
    assert.equal(inputsOf('SaveVideo')?.['filename_prefix'], `clipwright/${promptIdFor('k')}`)
  })
}

test('an entry may set the longest video, and another file for the network', async (t) => {
  const entry = {
    enhance: { graph: esrgan, max_frames: 300, set: { '3.model_name': 'RealESRGAN_x2plus.pth' } },
  }
  const models = new Map([['enhance', await loadEnhance('/nowhere', entry)]])
  const { engine, fake } = await openComfyui(t, { models })
  const { offers, problems } = await engine.capabilities(inTime())
  assert.deepEqual([offers, problems], [[{ model: 'enhance', modes: ['enhance'], max_frames: 300 }], []])
  const operation = await engine.start(await enhancing(), { key: 'k', signal: inTime() })
  assert.equal(fake.graphOf(idOf(operation))?.['3']?.inputs?.['model_name'], 'RealESRGAN_x2plus.pth')
})

test('an engine enhances beside its other models, and only what it makes itself has no report', async (t) => {
  const models = new Map([...(await builtInModels()), ...(await enhanceModels(esrgan))])
  const { engine } = await openComfyui(t, { models })
  const { offers } = await engine.capabilities(inTime())
  assert.deepEqual(
    offers.map(({ model, max_frames }) => [model, max_frames]),
    [...models.keys()].map((model) => [model, model === 'enhance' ? 121 : undefined]),
  )
  const made = { ...(await enhancing()), model: 'plain', mode: 'text-to-video' as const }
  const operation = await engine.start(made, { key: 'k', signal: inTime() })
  assert.deepEqual((await inspectUntil(engine, operation, hasEnded)).at(-1), { status: 'succeeded' })
})

test('a server without the nodes or the network does not enhance, and says what it lacks', async (t) => {
  for (const [graph, lacks] of Object.entries({
    'upscale-video-seedvr2-core': /^enhance: this ComfyUI has no node "SeedVR2Preprocess"/,
    'upscale-video-seedvr2-numz': /^enhance: this ComfyUI has no node "SeedVR2LoadDiTModel"/,
    'upscale-video-flashvsr-custom': /^enhance: this ComfyUI has no node "FlashVSRNode"/,
    [esrgan]: /no file "RealESRGAN_x4plus\.pth" in models\/upscale_models/,
  })) {
    const switches = { missing_files: ['RealESRGAN_x4plus.pth'] }
    const { engine } = await openComfyui(t, { models: await enhanceModels(graph), switches })
    const { offers, problems } = await engine.capabilities(inTime())
    assert.deepEqual(offers, [])
    assert.match(problems[0]!.message, lacks)
    assert.match(problems[0]!.remedy, /install the node pack|Put the file into models\/upscale_models/)
    const refused = { code: 'model_missing', fault: 'model' }
    await assert.rejects(engine.start(await enhancing(), { key: 'k', signal: inTime() }), refused)
  }
})

test('a video goes up as it is read, under the name that the server gives it', async (t) => {
  const switches = { renames_uploads: true }
  const { engine, fake } = await openComfyui(t, { models: await enhanceModels(esrgan), switches })
  const operation = await engine.start(await enhancing(), { key: 'k', signal: inTime() })
  assert.deepEqual(fake.uploads, [`clipwright/${promptIdFor('k')}-source (1).mp4`])
  assert.equal(fake.graphOf(idOf(operation))?.['1']?.inputs?.['file'], fake.uploads[0])
  assert.equal((await inspectUntil(engine, operation, hasEnded)).at(-1)?.status, 'succeeded')
  assert.deepEqual(fake.streamed, ['POST /api/upload/image'])
})

test('what keeps a video from going up says whose fault it is', async (t) => {
  const { engine, fake } = await openComfyui(t, { models: await enhanceModels(esrgan) })
  const request = await enhancing()
  const start = (video = request.video) =>
    engine.start({ ...request, ...(video && { video }) }, { key: 'k', signal: inTime() })
  const breaking = async () =>
    Readable.from(
      (async function* () {
        yield Buffer.alloc(100_000)
        throw new Error('the storage went away')
      })(),
    )
  await assert.rejects(start(breaking), /the storage went away/)
  fake.upload_status = 413
  await assert.rejects(start(), { code: 'input_rejected', fault: 'request', message: /^The video is larger/ })
  fake.upload_status = 400
  await assert.rejects(start(), { code: 'engine_error', fault: 'engine' })
  const { video: _, ...without } = request
  await assert.rejects(engine.start(without, { key: 'k', signal: inTime() }), { code: 'unsupported' })
  assert.deepEqual(fake.submitted, [])
})

test('a lost answer starts nothing twice, a restart loses the job, and a hung one is given up', async (t) => {
  const models = await enhanceModels(esrgan)
  const switches = { loses_submit_answer: true, job_ms: 5000 }
  const { engine, again, fake } = await openComfyui(t, { models, switches, hung_after_s: 0.5 })
  const request = await enhancing()
  const operation = await engine.start(request, { key: 'k', signal: inTime() })
  assert.deepEqual(await again().start(request, { key: 'k', signal: inTime() }), operation)
  assert.deepEqual(fake.submitted, [promptIdFor('k')])
  await inspectUntil(engine, operation, ({ status }) => status === 'running')
  fake.restart()
  assert.deepEqual(await engine.inspect(operation, inTime()), { status: 'lost' })

  fake.job_ms = 100
  fake.hangs = true
  const hung = await engine.start(request, { key: 'hung', signal: inTime() })
  const last = (await inspectUntil(engine, hung, hasEnded)).at(-1)
  assert.deepEqual(last?.status === 'failed' && [last.error.code, last.error.fault], ['timeout', 'engine'])
})

test('most of the progress is that of the node that enlarges', async () => {
  const { nodes } = (await enhanceModels(esrgan)).get('enhance')!.graphs.enhance!
  const progress = createProgress(nodes, 0)
  progress.onEvent('executing', { node: '4' })
  progress.onEvent('progress', { node: '4', value: 10, max: 20 })
  assert.equal(progress.value(), 10 / 26)
})
