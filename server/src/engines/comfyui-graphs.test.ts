import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { Ajv } from 'ajv'
import { describeNodes } from '../../../acceptance/fakes/comfyui/nodes.ts'
import { builtInModels, openComfyui, plain, png } from '../testing/neighbours/comfyui.ts'
import { downloadAndProbe, hasEnded, inspectUntil } from '../testing/contracts/engine-contract.ts'
import { inTime } from '../testing/until.ts'
import { ComfyuiEnhanceEntry, type ComfyuiModel, ComfyuiModelEntry, loadGraph, loadModel } from './comfyui.ts'
import builtIn from './comfyui/graphs/bindings.json' with { type: 'json' }
import { cleanUp } from '../testing/clean-up.ts'

const nodes = {
  '1': { class_type: 'EmptyImage', inputs: { width: 64, height: 64, batch_size: 1, color: 0 } },
  '2': { class_type: 'CreateVideo', inputs: { images: ['1', 0], fps: 16 } },
  '3': {
    class_type: 'SaveVideo',
    inputs: { video: ['2', 0], filename_prefix: 'mine', format: 'mp4', codec: 'h264' },
  },
}
const bindings = {
  width_px: [[1, 'width']],
  height_px: [['1', 'height']],
  frames: [['1', 'batch_size']],
  fps: [['2', 'fps']],
}

/** A folder with the operator's graph in it. */
async function folderWith(t: TestContext, graph: unknown): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'comfyui-graphs-'))
  cleanUp(t, () => rm(folder, { recursive: true, force: true }))
  await writeFile(join(folder, 'mine.api.json'), typeof graph === 'string' ? graph : JSON.stringify(graph))
  return folder
}

const ref = { graph: './mine.api.json', bindings }

test('every built-in graph is whole: each binding names an input that is there, and none is left unsaid', async () => {
  const known = Object.keys(builtIn)
  assert.equal(known.length, 17)
  for (const graph of known) {
    const mode = graph.includes('upscale')
      ? 'enhance'
      : graph.endsWith('i2v')
        ? 'image-to-video'
        : 'text-to-video'
    const loaded = await loadGraph('/nowhere', mode, { graph })
    assert.ok(loaded.nodes[loaded.output.node])
    assert.ok(loaded.bindings.seed ?? loaded.bindings.image ?? loaded.bindings.video)
  }
})

test("an operator's own graph makes a video, and its saver is found by its class", async (t) => {
  const folder = await folderWith(t, nodes)
  const models = new Map([['mine', await loadModel(folder, { 'text-to-video': ref })]])
  const { engine } = await openComfyui(t, { models })
  assert.deepEqual((await engine.capabilities(inTime())).problems, [])
  const operation = await engine.start({ ...plain, model: 'mine' }, { key: 'k', signal: inTime() })
  assert.equal((await inspectUntil(engine, operation, hasEnded)).at(-1)?.status, 'succeeded')
})

test('an entry may replace values and bindings of a built-in graph, and the graph itself stays as it is', async () => {
  const entry = {
    graph: 'wan22-5b-t2v',
    set: { '1.unet_name': 'other.safetensors', '8.steps': 4 },
    bindings: { prompt: [['6', 'text']] },
  }
  const changed = await loadGraph('/nowhere', 'text-to-video', entry)
  assert.equal(changed.nodes['1']?.inputs['unet_name'], 'other.safetensors')
  assert.equal(changed.nodes['8']?.inputs['steps'], 4)
  assert.deepEqual(changed.bindings.prompt, [['6', 'text']])
  assert.deepEqual(changed.bindings.width_px, [['7', 'width']])
  const again = await loadGraph('/nowhere', 'text-to-video', { graph: 'wan22-5b-t2v' })
  assert.equal(again.nodes['1']?.inputs['unet_name'], 'wan2.2_ti2v_5B_fp16.safetensors')
})

test('a file that is set in an entry is the one that the server has to have', async (t) => {
  const set = { '1.unet_name': 'mine.safetensors', '8.sampler_name': 'unheard_of' }
  const model = await loadModel('/nowhere', { 'text-to-video': { graph: 'wan22-5b-t2v', set } })
  const { engine } = await openComfyui(t, { models: new Map([['wan', model]]) })
  const { offers, problems } = await engine.capabilities(inTime())
  assert.deepEqual(offers, [])
  assert.deepEqual(
    problems.map(({ message }) => message),
    [
      'text-to-video: this ComfyUI has no file "mine.safetensors" in models/diffusion_models (node 1, UNETLoader).',
      'text-to-video: "unheard_of" is no choice for sampler_name of node 8 (KSampler) on this ComfyUI.',
    ],
  )
  assert.match(problems[0]!.remedy, /set: \{ '1\.unet_name': … \}/)
})

test('a graph runs on a ComfyUI whose inputs depend on the values of others, and is checked there too', async (t) => {
  const switches = { has_dynamic_inputs: true }
  const builtIn = await openComfyui(t, { switches })
  assert.deepEqual((await builtIn.engine.capabilities(inTime())).problems, [])
  const saver = (inputs: object) => ({
    ...nodes,
    '3': { class_type: 'SaveVideo', inputs: { video: ['2', 0], filename_prefix: 'mine', ...inputs } },
  })
  const joined = (inputs: object) => ({
    ...saver({ format: 'auto', 'format.codec': 'auto' }),
    '3': { class_type: 'SaveVideo', inputs: { video: ['4', 0], filename_prefix: 'mine', format: 'auto' } },
    '4': { class_type: 'ConcatenateVideo', inputs: { codec: 'auto', ...inputs } },
  })
  const cases: [graph: unknown, says: RegExp | undefined][] = [
    [saver({ format: 'mp4', 'format.codec': 'h264', 'format.codec.encoding': 'auto' }), undefined],
    [saver({ format: 'mp4', codec: 'h264' }), undefined],
    [saver({ format: 'avi', codec: 'h264' }), /"avi" is no choice for format of node 3/],
    [saver({ format: 'mp4', 'format.codec': 'vp9' }), /"vp9" is no choice for format\.codec of node 3/],
    [saver({ codec: 'h264' }), /input format of node 3 \(SaveVideo\) is needed/],
    [
      saver({ format: 'mp4', 'format.codec': 'h264', 'format.codec.encoding': 're-encode' }),
      /input format\.codec\.encoding\.crf of node 3 \(SaveVideo\) is needed/,
    ],
    [joined({ 'videos.video0': ['2', 0] }), undefined],
    [joined({}), /input videos\.video0 of node 4 \(ConcatenateVideo\) is needed/],
    [joined({ 'videos.video0': ['1', 0] }), /videos\.video0 of node 4 .* takes VIDEO, and .* is IMAGE/],
  ]
  for (const [graph, says] of cases) {
    const model = await loadModel(await folderWith(t, graph), { 'text-to-video': ref })
    const { engine } = await openComfyui(t, { models: new Map([['mine', model]]), switches })
    const { problems } = await engine.capabilities(inTime())
    const [problem] = problems
    assert.equal(problems.length, says ? 1 : 0, JSON.stringify(problems))
    if (says) assert.match(problem?.message ?? '', says)
    else {
      const operation = await engine.start({ ...plain, model: 'mine' }, { key: 'k', signal: inTime() })
      assert.equal((await inspectUntil(engine, operation, hasEnded)).at(-1)?.status, 'succeeded')
    }
  }
})

test('what is wrong with a graph is said in words that lead to its end', async (t) => {
  const two = { ...nodes, '4': nodes['3'] }
  const text = { ...nodes, '5': { class_type: 'CLIPTextEncode', inputs: { text: '' } } }
  const { '3': _saver, ...unsaved } = nodes
  const wrong: [graph: unknown, entry: object, says: RegExp][] = [
    ['{', ref, /not JSON/],
    [[], ref, /not a graph/],
    [{}, ref, /no nodes/],
    [{ nodes: [], links: [], version: 0.4 }, ref, /editor's own format.*Export \(API\)/],
    [{ '1': { inputs: {} } }, ref, /node 1 has no class_type.*Export \(API\)/],
    [unsaved, ref, /no node saves a video/],
    [two, ref, /nodes 3, 4 save a video.*output_node/],
    [nodes, { ...ref, output_node: 9 }, /output_node names node 9, which is not there/],
    [nodes, { ...ref, bindings: { ...bindings, seed: [['7', 'seed']] } }, /bindings seed names node 7/],
    [
      nodes,
      { ...ref, bindings: { ...bindings, seed: [['1', 'seed']] } },
      /input seed of node 1 \(EmptyImage\), which has width,/,
    ],
    [nodes, { ...ref, set: { '1.model': 'x' } }, /set 1\.model names input model of node 1/],
    [nodes, { graph: ref.graph }, /where width_px goes.*width_px: \[\['node id', 'input name'\]\]/],
    [text, ref, /where prompt goes/],
    [nodes, { ...ref, graph: './absent.json' }, /ENOENT/],
    [nodes, { graph: 'wan23' }, /no built-in graph.*wan22-5b-t2v.*\.\//s],
  ]
  for (const [graph, entry, says] of wrong) {
    const folder = await folderWith(t, graph)
    await assert.rejects(loadGraph(folder, 'text-to-video', entry as typeof ref), {
      name: 'ConfigError',
      message: says,
    })
  }
  const folder = await folderWith(t, nodes)
  await assert.rejects(loadGraph(folder, 'image-to-video', ref), /where image goes/)
  const chosen = await loadGraph(await folderWith(t, two), 'text-to-video', { ...ref, output_node: 4 })
  assert.deepEqual(chosen.bindings.filename_prefix, [['4', 'filename_prefix']])
})

test('a graph that ends in a moving picture is not on offer, and says what to end in', async (t) => {
  const webp = {
    class_type: 'SaveAnimatedWEBP',
    inputs: {
      images: ['1', 0],
      filename_prefix: 'mine',
      fps: 16,
      lossless: true,
      quality: 80,
      method: 'default',
    },
  }
  const gif = {
    class_type: 'VHS_VideoCombine',
    inputs: {
      images: ['1', 0],
      frame_rate: 16,
      filename_prefix: 'mine',
      format: 'image/gif',
      save_output: true,
    },
  }
  for (const [saver, remedy] of [
    [webp, /SaveVideo/],
    [gif, /'3\.format': video\/h264-mp4/],
  ] as const) {
    const folder = await folderWith(t, { ...nodes, '3': saver })
    const model = await loadModel(folder, { 'text-to-video': { ...ref, output_node: 3 } })
    const { engine } = await openComfyui(t, { models: new Map([['mine', model]]) })
    const { offers, problems } = await engine.capabilities(inTime())
    assert.deepEqual(offers, [])
    assert.match(problems[0]?.message ?? '', /node 3 \(.*\) saves a picture, not a video/)
    assert.match(problems[0]?.remedy ?? '', remedy)
    const operation = await engine.start({ ...plain, model: 'mine' }, { key: 'k', signal: inTime() })
    const last = (await inspectUntil(engine, operation, hasEnded)).at(-1)
    assert.ok(last?.status === 'failed')
    assert.deepEqual([last.error.code, last.error.retry], ['model_misconfigured', false])
    assert.match(last.error.explained, /saved .*\.(webp|gif), which is no video/)
  }
})

test('a graph that ends in WebM makes a video', async (t) => {
  const inputs = { images: ['1', 0], filename_prefix: 'mine', codec: 'vp9', fps: 16, crf: 32 }
  const folder = await folderWith(t, { ...nodes, '3': { class_type: 'SaveWEBM', inputs } })
  const model = await loadModel(folder, { 'text-to-video': ref })
  const { engine } = await openComfyui(t, { models: new Map([['mine', model]]) })
  assert.deepEqual((await engine.capabilities(inTime())).problems, [])
  const operation = await engine.start({ ...plain, model: 'mine' }, { key: 'k', signal: inTime() })
  assert.equal((await inspectUntil(engine, operation, hasEnded)).at(-1)?.status, 'succeeded')
})

test('the schema of an entry takes what the page shows, and nothing that is misspelt', async () => {
  const ajv = new Ajv()
  const check = ajv.compile(ComfyuiModelEntry)
  const checkEnhance = ajv.compile(ComfyuiEnhanceEntry)
  const page = await readFile(join(import.meta.dirname, '../../../docs/engines/comfyui.md'), 'utf8')
  const { parse } = await import('yaml')
  const blocks = [...page.matchAll(/```yaml\n([^`]+)```/g)].map(([, text]) => parse(text!) as Example)
  const entries = blocks.flatMap(({ engines = [] }) =>
    engines.flatMap(({ models }) => Object.entries(models)),
  )
  assert.ok(entries.length >= 3)
  for (const [model, entry] of entries) {
    const isGood = model === 'enhance' ? checkEnhance(entry) : check(entry)
    assert.ok(isGood, JSON.stringify([model, check.errors, checkEnhance.errors]))
  }
  for (const entry of [{}, { 'text-to-video': { graf: 'x' } }, { video: { graph: 'x' } }]) {
    assert.equal(check(entry), false)
  }
  const misspelt = { graph: 'wan22-5b-t2v', bindings: { promt: [['5', 'text']] } }
  await assert.rejects(
    loadModel('/nowhere', { 'text-to-video': misspelt }),
    /bindings promt: the model has no parameter of this name/,
  )
})

interface Example {
  engines?: { models: Record<string, unknown> }[]
}

test('the models that come with the product make a video of the size that is asked for, in each mode', async (t) => {
  const models = await builtInModels()
  const { engine } = await openComfyui(t, { models })
  const { offers, problems } = await engine.capabilities(inTime())
  assert.deepEqual(problems, [])
  const modes = ['text-to-video', 'image-to-video'] as const
  assert.deepEqual(
    offers,
    [...models.keys()].map((model) => ({ model, modes })),
  )
  const asked = {
    ...plain,
    width_px: 128,
    height_px: 64,
    frames: 9,
    fps: 24,
    seed: 11,
    steps: 4,
    guidance: 2,
  }
  for (const model of models.keys()) {
    for (const mode of modes) {
      const image = mode === 'image-to-video' ? png : null
      const key = `${model}-${mode}`
      const operation = await engine.start({ ...asked, model, mode, image }, { key, signal: inTime() })
      const last = (await inspectUntil(engine, operation, hasEnded)).at(-1)
      assert.equal(last?.status, 'succeeded', key)
      const { width_px, height_px, frames, fps } = await downloadAndProbe(engine, operation, inTime)
      assert.deepEqual([width_px, height_px, frames, fps], [128, 64, 9, 24], key)
    }
  }
})

test('a built-in graph that lacks any one of its links would not be on offer', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'comfyui-graphs-'))
  cleanUp(t, () => rm(folder, { recursive: true, force: true }))
  const models = new Map<string, ComfyuiModel>()
  for (const [graph, { bindings: bound }] of Object.entries(builtIn)) {
    if (graph.includes('upscale')) continue
    const mode = graph.endsWith('i2v') ? 'image-to-video' : 'text-to-video'
    const whole = (await loadGraph('/nowhere', mode, { graph })).nodes
    for (const [node, { class_type, inputs }] of Object.entries(whole)) {
      for (const [input, value] of Object.entries(inputs)) {
        if (!Array.isArray(value) || isOptional(class_type, input)) continue
        const cut = structuredClone(whole)
        delete cut[node]!.inputs[input]
        const name = `${graph} ${node} ${input}`
        await writeFile(join(folder, `${name}.json`), JSON.stringify(cut))
        const entry = { graph: `./${name}.json`, bindings: bound }
        models.set(name, await loadModel(folder, { [mode]: entry }))
      }
    }
  }
  const { engine } = await openComfyui(t, { models })
  const { offers, problems } = await engine.capabilities(inTime())
  assert.deepEqual(offers, [])
  for (const [name] of models) {
    const [, node, input] = name.split(' ')
    const said = problems.filter(({ model }) => model === name).map(({ message }) => message)
    assert.match(said.join(), new RegExp(`input ${input} of node ${node} .* is needed`), name)
  }
})

function isOptional(class_type: string, input: string): boolean {
  return input in (describeNodes(() => true)[class_type]!.input.optional ?? {})
}
