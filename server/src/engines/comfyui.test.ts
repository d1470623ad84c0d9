import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { NodeClass } from '../../../acceptance/fakes/comfyui/nodes.ts'
import { builtInModels, drain, openComfyui, plain, png, wan } from '../testing/neighbours/comfyui.ts'
import { hasEnded, inspectUntil, testEngineContract } from '../testing/contracts/engine-contract.ts'
import { inTime } from '../testing/until.ts'
import { findResult } from './comfyui/result.ts'
import { promptIdFor } from './comfyui.ts'
import { createProgress } from './comfyui/progress.ts'
import type { Operation } from './engines.ts'

/** A second of silence. */
function makeWav(): Uint8Array {
  const header = Buffer.alloc(44)
  const [rate, bytes] = [8000, 16_000]
  header.write('RIFF', 0, 'latin1')
  header.writeUInt32LE(36 + bytes, 4)
  header.write('WAVEfmt ', 8, 'latin1')
  header.writeUInt32LE(16, 16)
  header.writeUInt16LE(1, 20)
  header.writeUInt16LE(1, 22)
  header.writeUInt32LE(rate, 24)
  header.writeUInt32LE(2 * rate, 28)
  header.writeUInt16LE(2, 32)
  header.writeUInt16LE(16, 34)
  header.write('data', 36, 'latin1')
  header.writeUInt32LE(bytes, 40)
  return Buffer.concat([header, Buffer.alloc(bytes)])
}

const idOf = (operation: Operation): string => operation['prompt_id'] as string

const ways = {
  comfyui: {},
  'comfyui without /api/jobs': { has_jobs_route: false },
  'comfyui without live events': { refuses_sockets: true },
}
for (const [name, switches] of Object.entries(ways)) {
  testEngineContract(name, async (t) => {
    const { engine } = await openComfyui(t, { switches })
    return { engine, request: plain, slow_request: wan }
  })
}

test('an operation is known before the start, in the one form of id that ComfyUI takes', async (t) => {
  const { engine, fake } = await openComfyui(t)
  const foreseen = engine.operationFor('task-1')
  assert.deepEqual(await engine.start(plain, { key: 'task-1', signal: inTime() }), foreseen)
  assert.deepEqual(fake.submitted, [promptIdFor('task-1')])
  assert.match(promptIdFor('task-1'), /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  assert.notEqual(promptIdFor('task-1'), promptIdFor('task-2'))
})

test('two starts with one key are one run, whichever process they come from', async (t) => {
  const { engine, again, fake } = await openComfyui(t)
  const context = { key: 'one', signal: inTime() }
  const [operation] = await Promise.all([engine.start(plain, context), engine.start(plain, context)])
  await again().start(plain, context)
  await inspectUntil(engine, operation, hasEnded)
  await again().start(plain, context)
  assert.equal(fake.submitted.length, 1)
})

test('everything that was asked for stands in the graph, and what was left open stays as drawn', async (t) => {
  const { engine, fake } = await openComfyui(t)
  const request = { ...wan, prompt: 'a fox', seed: 2 ** 53 - 1, guidance: 3.5, frames: 9, fps: 24 }
  const one = await engine.start(request, { key: 'one', signal: inTime() })
  const graph = fake.graphOf(idOf(one))!
  const inputs = (id: string) => graph[id]?.inputs ?? {}
  assert.equal(inputs('5')['text'], 'a fox')
  assert.match(String(inputs('6')['text']), /^overexposed/)
  const { width, height, length } = inputs('7')
  assert.deepEqual({ width, height, length }, { width: 64, height: 96, length: 9 })
  const { seed, steps, cfg } = inputs('8')
  assert.deepEqual({ seed, steps, cfg }, { seed: 2 ** 53 - 1, steps: 10, cfg: 3.5 })
  assert.equal(inputs('10')['fps'], 24)

  const open = { ...wan, steps: null, negative_prompt: 'rain' }
  const two = await engine.start(open, { key: 'two', signal: inTime() })
  const other = fake.graphOf(idOf(two))!
  assert.equal(other['6']?.inputs?.['text'], 'rain')
  assert.deepEqual([other['8']?.inputs?.['steps'], other['8']?.inputs?.['cfg']], [20, 5])
})

test('two samplers share the steps: the second begins where the first one stops', async (t) => {
  const { engine, fake } = await openComfyui(t)
  const operation = await engine.start(
    { ...wan, model: 'wan2.2-14b', steps: 7 },
    { key: 'k', signal: inTime() },
  )
  const graph = fake.graphOf(idOf(operation))!
  const [first, second] = [graph['10']?.inputs ?? {}, graph['11']?.inputs ?? {}]
  assert.deepEqual([first['steps'], first['end_at_step']], [7, 4])
  assert.deepEqual([second['steps'], second['start_at_step']], [7, 4])
})

test('a seed larger than a node takes is folded, not refused', async (t) => {
  const { engine, fake } = await openComfyui(t)
  const operation = await engine.start({ ...plain, seed: 2 ** 32 - 1 }, { key: 'k', signal: inTime() })
  assert.equal(fake.graphOf(idOf(operation))?.['1']?.inputs?.['color'], (2 ** 32 - 1) % 2 ** 24)
})

test('the same request twice gives two files of its own, whatever the cache holds', async (t) => {
  const { engine, fake } = await openComfyui(t)
  const prefixes = []
  for (const key of ['one', 'two']) {
    const operation = await engine.start(plain, { key, signal: inTime() })
    const last = (await inspectUntil(engine, operation, hasEnded)).at(-1)
    assert.equal(last?.status, 'succeeded')
    await drain(await engine.fetch(operation, inTime()))
    prefixes.push(fake.graphOf(idOf(operation))?.['3']?.inputs?.['filename_prefix'])
  }
  assert.equal(new Set(prefixes).size, 2)
  const views = fake.requests.filter((line) => line.startsWith('GET /api/view'))
  assert.equal(new Set(views).size, 2)
})

test('pictures go up under a name of their own, and the name that comes back is used', async (t) => {
  const { engine, fake } = await openComfyui(t, { switches: { renames_uploads: true } })
  const request = { ...wan, mode: 'image-to-video' as const, image: png }
  const operations = []
  for (const key of ['one', 'two']) operations.push(await engine.start(request, { key, signal: inTime() }))
  assert.equal(new Set(fake.uploads).size, 2)
  const used = operations.map((operation) => fake.graphOf(idOf(operation))?.['12']?.inputs?.['image'])
  assert.deepEqual(used, fake.uploads)
  assert.match(fake.uploads[0]!, /^clipwright\/.*-first \(1\)\.png$/)
})

test('a first and a last picture each go where they belong, and a last one that is left open leaves no trace', async (t) => {
  const models = await builtInModels()
  const graph = structuredClone(models.get('wan2.2-14b')!.graphs['image-to-video']!)
  graph.nodes['9']!.class_type = 'WanFirstLastFrameToVideo'
  graph.nodes['9']!.inputs['end_image'] = ['16', 0]
  graph.nodes['16'] = { class_type: 'LoadImage', inputs: { image: 'end.png' } }
  graph.bindings.last_image = [['16', 'image']]
  models.set('both', { graphs: { 'image-to-video': graph } })
  const { engine, fake } = await openComfyui(t, { models })
  const request = { ...wan, model: 'both', mode: 'image-to-video' as const, image: png }

  const both = await engine.start({ ...request, last_image: png }, { key: 'both', signal: inTime() })
  const nodes = fake.graphOf(idOf(both))!
  assert.match(String(nodes['14']?.inputs?.['image']), /-first\.png$/)
  assert.match(String(nodes['16']?.inputs?.['image']), /-last\.png$/)

  const one = await engine.start(request, { key: 'one', signal: inTime() })
  const without = fake.graphOf(idOf(one))!
  assert.equal(without['16'], undefined)
  assert.equal(without['9']?.inputs?.['end_image'], undefined)
  assert.equal((await inspectUntil(engine, one, hasEnded)).at(-1)?.status, 'succeeded')
})

test('a sound goes to its node, one that is left out leaves no trace, and without a place for it is the fault of the request', async (t) => {
  const models = await builtInModels()
  const graph = structuredClone(models.get('plain')!.graphs['text-to-video']!)
  graph.nodes['9'] = { class_type: 'LoadAudio', inputs: { audio: 'editor.mp3' } }
  graph.nodes['2']!.inputs['audio'] = ['9', 0]
  graph.bindings.audio = [['9', 'audio']]
  models.set('talking', { graphs: { 'text-to-video': { ...graph, audio: 'optional' } } })
  const { engine, fake } = await openComfyui(t, { models })
  assert.deepEqual((await engine.capabilities(inTime())).problems, [])
  const request = { ...plain, model: 'talking' }
  const audio = makeWav()
  const heard = await engine.start({ ...request, audio }, { key: 'heard', signal: inTime() })
  assert.deepEqual(fake.graphOf(idOf(heard))!['9']?.inputs, { audio: fake.uploads[0] })
  assert.match(fake.uploads[0]!, /^clipwright\/.*-sound\.wav$/)
  assert.equal((await inspectUntil(engine, heard, hasEnded)).at(-1)?.status, 'succeeded')

  const silent = await engine.start(request, { key: 'silent', signal: inTime() })
  const without = fake.graphOf(idOf(silent))!
  assert.deepEqual([without['9'], without['2']?.inputs?.['audio']], [undefined, undefined])
  await assert.rejects(engine.start({ ...plain, audio }, { key: 'no place', signal: inTime() }), {
    code: 'unsupported',
    fault: 'request',
  })
})

test('a graph that cannot do without its sound is a problem, unless every task of its model has one', async (t) => {
  const of = async (audio: 'optional' | 'required') => {
    const graph = structuredClone((await builtInModels()).get('plain')!.graphs['text-to-video']!)
    graph.nodes['9'] = { class_type: 'LoadAudio', inputs: { audio: 'editor.mp3' } }
    graph.nodes['2'] = { class_type: 'Talk', inputs: { images: ['1', 0], fps: 16, audio: ['9', 0] } }
    graph.bindings.audio = [['9', 'audio']]
    const required: NodeClass['input']['required'] = { images: ['IMAGE'], fps: ['FLOAT'], audio: ['AUDIO'] }
    const Talk: NodeClass = { input: { required }, output: ['VIDEO'], output_node: false }
    const models = new Map([['talking', { graphs: { 'text-to-video': { ...graph, audio } } }]])
    const { engine } = await openComfyui(t, { models, switches: { more_nodes: { Talk } } })
    return (await engine.capabilities(inTime())).problems.map(({ message }) => message)
  }
  assert.deepEqual(await of('required'), [])
  assert.match(
    (await of('optional'))[0]!,
    /input audio of node 2 \(Talk\) is needed.*no such picture or sound/,
  )
})

test('a picture that the graph has no place for is the fault of the request', async (t) => {
  const { engine, fake } = await openComfyui(t)
  const request = { ...wan, mode: 'image-to-video' as const, image: png, last_image: png }
  await assert.rejects(engine.start(request, { key: 'k', signal: inTime() }), {
    code: 'unsupported',
    fault: 'request',
  })
  assert.deepEqual(fake.submitted, [])
})

test('no request looks like that of a foreign page, and all carry what a proxy asks for', async (t) => {
  const authorization = 'Bearer of-tests'
  const { engine, fake } = await openComfyui(t, {
    switches: { wants_authorization: authorization, job_ms: 400 },
    headers: { authorization },
  })
  const operation = await engine.start(wan, { key: 'k', signal: inTime() })
  const states = await inspectUntil(engine, operation, hasEnded)
  assert.equal(states.at(-1)?.status, 'succeeded')
  assert.ok(
    states.some((state) => state.status === 'running' && (state.progress ?? 0) > 0),
    'the socket is let in',
  )
  fake.wants_authorization = 'Bearer another'
  await assert.rejects(engine.capabilities(inTime()), { code: 'unavailable' })
})

test('a VideoHelperSuite graph gives its video, and a temporary file only where there is nothing else', async (t) => {
  const models = await builtInModels()
  const graph = structuredClone(models.get('plain')!.graphs['text-to-video']!)
  const inputs = {
    images: ['1', 0],
    frame_rate: 16,
    filename_prefix: 'x',
    format: 'video/h264-mp4',
    save_output: true,
  }
  graph.nodes = { '1': graph.nodes['1']!, '3': { class_type: 'VHS_VideoCombine', inputs } }
  graph.output = { node: '3' }
  graph.bindings.fps = [['3', 'frame_rate']]
  models.set('vhs', { graphs: { 'text-to-video': graph } })
  const { engine, fake } = await openComfyui(t, { models })
  for (const type of ['output', 'temp']) {
    fake.saves_temp = type === 'temp'
    const operation = await engine.start({ ...plain, model: 'vhs' }, { key: type, signal: inTime() })
    assert.equal((await inspectUntil(engine, operation, hasEnded)).at(-1)?.status, 'succeeded')
    assert.ok((await drain(await engine.fetch(operation, inTime()))) > 0)
    assert.ok(fake.requests.at(-1)!.endsWith(`type=${type}`))
  }
  const [temp, kept] = ['temp', 'output'].map((type) => ({ filename: `${type}.mp4`, subfolder: '', type }))
  const job = {
    status: 'completed' as const,
    error: undefined,
    nodes: {},
    graph_output: { node: '3' },
    enhanced_by: undefined,
  }
  assert.deepEqual(
    findResult({ ...job, outputs: { '3': { animated: [true, null], gifs: [temp, kept] } } }),
    kept,
  )
  assert.equal(findResult({ ...job, outputs: { '2': { images: [kept] } } }), undefined)
  assert.equal(findResult({ ...job, outputs: { '3': { images: [{ filename: 'still.png' }] } } }), undefined)
})

test("of several videos the graph_output node's is the result, also for a process that did not start it", async (t) => {
  const models = await builtInModels()
  const graph = structuredClone(models.get('plain')!.graphs['text-to-video']!)
  // Before the right one in every order that could be taken for granted: by number, by place, by class.
  graph.nodes['0'] = {
    class_type: 'SaveVideo',
    inputs: { ...graph.nodes['3']!.inputs, filename_prefix: 'preview' },
  }
  graph.nodes['9'] = {
    class_type: 'SaveVideo',
    inputs: { ...graph.nodes['3']!.inputs, filename_prefix: 'late' },
  }
  models.set('several', { graphs: { 'text-to-video': graph } })
  for (const has_jobs_route of [true, false]) {
    const { engine, again, fake } = await openComfyui(t, { models, switches: { has_jobs_route } })
    const operation = await engine.start({ ...plain, model: 'several' }, { key: 'k', signal: inTime() })
    await inspectUntil(engine, operation, hasEnded)
    await drain(await again().fetch(operation, inTime()))
    assert.match(fake.requests.at(-1)!, new RegExp(`filename=${idOf(operation)}_00001_.mp4`))
  }
})

test('progress counts steps, is not whole before the video is there, and what is repeated is no sign of life', async () => {
  const { nodes } = (await builtInModels()).get('wan2.2-14b')!.graphs['text-to-video']!
  const progress = createProgress(nodes, 0)
  assert.equal(progress.value(), null)
  // Two samplers of ten steps each, and twelve nodes that count as one.
  assert.equal(Object.keys(nodes).length, 14)
  progress.onEvent('execution_cached', { nodes: ['1', '2', '3', '4'] })
  progress.onEvent('executing', { node: '10' })
  progress.onEvent('progress', { node: '10', value: 10, max: 20 })
  assert.equal(progress.value(), (4 + 5) / 32)
  progress.onEvent('progress', { node: '10', value: 2, max: 20 })
  assert.equal(progress.value(), (4 + 5) / 32, 'it never goes back')
  const unchanged_ms = progress.unchanged_ms(performance.now() + 1000)
  progress.onEvent('executing', { node: '10' })
  assert.ok(progress.unchanged_ms(performance.now() + 1000) >= unchanged_ms)
  progress.onEvent('executing', { node: '11' })
  assert.equal(progress.value(), (4 + 10) / 32, 'a node that follows ends the one before')

  const all = Object.keys(nodes).map((id) => [id, { state: 'finished', value: 1, max: 1 }])
  progress.onEvent('progress_state', { nodes: Object.fromEntries(all) as object })
  assert.equal(progress.value(), 0.99)
  for (const rubbish of [{}, { nodes: null }, { nodes: { '1': null } }, { node: 7, value: 'x', max: 0 }]) {
    for (const type of ['progress', 'progress_state', 'executing', 'executed', 'unheard_of'])
      progress.onEvent(type, rubbish)
  }
  assert.equal(progress.value(), 0.99)
})
