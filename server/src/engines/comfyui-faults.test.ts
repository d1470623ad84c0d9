import assert from 'node:assert/strict'
import { test } from 'node:test'
import { builtInModels, drain, openComfyui, plain, png, wan } from '../testing/neighbours/comfyui.ts'
import { hasEnded, inspectUntil } from '../testing/contracts/engine-contract.ts'
import { inTime, until } from '../testing/until.ts'
import type { Json } from '../platform/json.ts'
import { type Graph, promptIdFor } from './comfyui.ts'
import {
  type Engine,
  EngineError,
  type EngineRequest,
  type Operation,
  type OperationState,
} from './engines.ts'

const begin = (engine: Engine, request: EngineRequest = wan, key = 'k'): Promise<Operation> =>
  engine.start(request, { key, signal: inTime() })
const isRunning = ({ status }: OperationState): boolean => status === 'running'

/** The error of an operation that has to fail. */
async function failureOf(engine: Engine, operation: Operation) {
  const last = (await inspectUntil(engine, operation, hasEnded)).at(-1)
  assert.equal(last?.status, 'failed')
  return last.error
}

test('a job that a restarted server has forgotten is lost, and so is its video', async (t) => {
  for (const has_jobs_route of [true, false]) {
    const { engine, fake } = await openComfyui(t, { switches: { has_jobs_route, job_ms: 60_000 } })
    const operation = await begin(engine)
    await inspectUntil(engine, operation, isRunning)
    fake.restart()
    assert.deepEqual(await engine.inspect(operation, inTime()), { status: 'lost' })
    assert.equal(await engine.cancel(operation, inTime()), 'stopped')
    await assert.rejects(engine.fetch(operation, inTime()), { code: 'result_gone', fault: 'engine' })
  }
})

test('a server that does not answer is unavailable, never lost', async (t) => {
  const { engine, fake } = await openComfyui(t, { switches: { job_ms: 60_000 } })
  const operation = await begin(engine)
  for (const status of [502, 503, 404, 200]) {
    fake.proxy_status = status
    const unavailable = { code: 'unavailable', fault: 'engine', retry: true }
    await assert.rejects(engine.inspect(operation, inTime()), unavailable, `${status}`)
    await assert.rejects(engine.capabilities(inTime()), unavailable, `${status}`)
  }
})

test('a connection that breaks twice is no reason to give up a job', async (t) => {
  const { engine, fake } = await openComfyui(t, { switches: { job_ms: 60_000 } })
  const operation = await begin(engine)
  fake.breaks_requests = 2
  assert.equal((await engine.inspect(operation, inTime())).status, 'running')
  fake.breaks_requests = 3
  await assert.rejects(engine.inspect(operation, inTime()), { code: 'unavailable' })
})

test('a start whose answer never arrived is found by its id, and not started again', async (t) => {
  const { engine, fake } = await openComfyui(t, { switches: { loses_submit_answer: true } })
  const operation = await begin(engine)
  assert.equal((await inspectUntil(engine, operation, hasEnded)).at(-1)?.status, 'succeeded')
  assert.deepEqual(fake.submitted, [promptIdFor('k')])
})

test('a start that nobody can tell about may run, and a refused connection may not', async (t) => {
  const { engine, fake } = await openComfyui(t, { switches: { proxy_status: 504 } })
  await assert.rejects(begin(engine), { code: 'unavailable' })
  assert.deepEqual(fake.submitted, [])
  fake.proxy_status = null
  fake.loses_submit_answer = true
  fake.goes_away_with_it = true
  await assert.rejects(begin(engine), { code: 'unavailable', mayRun: true })
  assert.equal(fake.submitted.length, 1)
  await fake[Symbol.asyncDispose]()
  await assert.rejects(begin(engine, wan, 'other'), { code: 'unavailable', mayRun: false })
})

test("progress comes from the sampler's steps, never goes back, and is whole only when the video is there", async (t) => {
  const { engine } = await openComfyui(t, { switches: { job_ms: 3000, chatters: true } })
  const operation = await begin(engine, { ...wan, steps: 20 })
  const states = await inspectUntil(engine, operation, hasEnded)
  const seen = states.flatMap((state) => (state.status === 'running' ? [state.progress ?? 0] : []))
  assert.deepEqual(
    seen,
    seen.toSorted((a, b) => a - b),
  )
  assert.ok(seen.every((progress) => progress < 1))
  assert.ok((seen[0] ?? 0) < 0.5, 'other prompts do not count')
  assert.ok(new Set(seen).size > 5, `${new Set(seen).size} values of progress`)
  assert.ok(seen.some((progress) => progress > 0.2 && progress < 0.9))
})

test('a socket that breaks in the middle is opened again, and the job is followed to its end', async (t) => {
  const { engine, fake } = await openComfyui(t, { switches: { job_ms: 2000, drops_socket: true } })
  const operation = await begin(engine)
  const dropped = await inspectUntil(engine, operation, () => fake.sockets_opened > 1)
  const before = dropped.flatMap((state) => (state.status === 'running' ? [state.progress ?? 0] : []))
  const states = await inspectUntil(engine, operation, hasEnded)
  const after = states.flatMap((state) => (state.status === 'running' ? [state.progress ?? 0] : []))
  assert.ok(Math.max(...after) > Math.max(...before), 'progress goes on after the break')
  assert.equal(states.at(-1)?.status, 'succeeded')
})

test('an engine that nobody uses opens no socket, and one that is closed leaves none', async (t) => {
  const { engine, fake } = await openComfyui(t)
  await engine.capabilities(inTime())
  await engine.inspect({ prompt_id: promptIdFor('nobody') }, inTime())
  assert.equal(fake.sockets_opened, 0)
  const operation = await begin(engine)
  await inspectUntil(engine, operation, hasEnded)
  assert.equal(fake.sockets_opened, 1)
  await engine.close()
  await until(() => fake.sockets === 0)
})

test('a prompt that is wholly in the cache has its video, with no progress at all', async (t) => {
  const models = await builtInModels()
  // A graph of an operator's, whose save node has no place for a name.
  delete models.get('plain')!.graphs['text-to-video']!.bindings.filename_prefix
  const { engine } = await openComfyui(t, { models })
  for (const key of ['one', 'two']) {
    const operation = await begin(engine, plain, key)
    assert.equal((await inspectUntil(engine, operation, hasEnded)).at(-1)?.status, 'succeeded')
    assert.ok((await drain(await engine.fetch(operation, inTime()))) > 0)
  }
})

test('a success without a video is a failure, by a name of its own', async (t) => {
  for (const has_jobs_route of [true, false]) {
    const { engine } = await openComfyui(t, { switches: { has_jobs_route, loses_outputs: true } })
    const error = await failureOf(engine, await begin(engine))
    assert.deepEqual([error.code, error.fault, error.retry], ['output_missing', 'engine', true])
  }
})

test("a failed job says what kind of failure, and keeps the server's own words for operators", async (t) => {
  for (const switches of [{}, { calls_interrupts_failures: true }, { has_jobs_route: false }]) {
    const { engine, fake } = await openComfyui(t, { switches })
    const expected = {
      out_of_memory: 'out_of_memory',
      error: 'engine_error',
      interrupted: 'interrupted',
    } as const
    for (const [fails_with, code] of Object.entries(expected) as [keyof typeof expected, string][]) {
      fake.fails_with = fails_with
      const error = await failureOf(engine, await begin(engine, wan, fails_with))
      assert.deepEqual([error.code, error.fault, error.retry], [code, 'engine', true])
      assert.doesNotMatch(error.message, /device|deserializing|\/opt|Sampler/)
    }
    fake.fails_with = 'error'
    const error = await failureOf(engine, await begin(engine, wan, 'again'))
    assert.match((error.cause as Error).message, /safetensors\..*header too small/)
  }
})

test("what one server lacks another may have; what a graph can't take is refused for good", async (t) => {
  const { engine, fake } = await openComfyui(t)
  const lacking = { code: 'model_missing', fault: 'model', retry: true }
  fake.missing_files = ['wan2.2_vae.safetensors']
  await assert.rejects(begin(engine), lacking)
  fake.missing_files = []
  fake.missing_nodes = ['Wan22ImageToVideoLatent']
  await assert.rejects(begin(engine), lacking)
  fake.missing_nodes = []
  const unfit = { code: 'invalid_params', fault: 'request', retry: false }
  await assert.rejects(begin(engine, { ...wan, width_px: 8 }), unfit)
  await assert.rejects(begin(engine, { ...wan, guidance: 101 }), unfit)
  await assert.rejects(begin(engine, { ...wan, model: 'unheard of' }), lacking)
  assert.deepEqual(fake.submitted, [])
  const operation = await begin(engine)
  assert.equal((await inspectUntil(engine, operation, hasEnded)).at(-1)?.status, 'succeeded')
})

/** A graph that an operator broke: what the video is encoded from is not as it should be. */
async function graphWith(images: Json | undefined, more: Graph['nodes'] = {}): Promise<Graph> {
  const models = await builtInModels()
  const graph = structuredClone(models.get('plain')!.graphs['text-to-video']!)
  Object.assign(graph.nodes, more)
  const encoder = graph.nodes['2']!.inputs
  if (images === undefined) delete encoder['images']
  else encoder['images'] = images
  return graph
}

const text = { class_type: 'PrimitiveStringMultiline', inputs: { value: 'no picture' } }
const brokenGraphs: [what: string, make: () => Promise<Graph>, refused: RegExp, checked: RegExp][] = [
  [
    'an input without a link',
    () => graphWith(undefined),
    /node 2 \(CreateVideo\): required_input_missing: images/,
    /input images of node 2 \(CreateVideo\) is needed and has nothing/,
  ],
  [
    'a link from a text',
    () => graphWith(['7', 0], { '7': text }),
    /node 2 \(CreateVideo\): return_type_mismatch: images, received_type\(STRING\)/,
    /input images of node 2 \(CreateVideo\) takes IMAGE, and output 0 of node 7 \(PrimitiveStringMultiline\) is STRING/,
  ],
  [
    'a link to nothing',
    () => graphWith(['77', 0]),
    /node 2 \(CreateVideo\): exception_during_inner_validation: '77'/,
    /input images of node 2 \(CreateVideo\) is linked to node 77, which is not there/,
  ],
  [
    'a link to an output that the node does not have',
    () => graphWith(['1', 3]),
    /node 2 \(CreateVideo\): exception_during_inner_validation/,
    /input images of node 2 \(CreateVideo\) is linked to output 3 of node 1 \(EmptyImage\), which has 1/,
  ],
]

test('a graph that no server could run is the model’s fault: final, and its operator reads where', async (t) => {
  for (const [what, make, refused] of brokenGraphs) {
    const models = new Map([['mine', { graphs: { 'text-to-video': await make() } }]])
    const { engine, fake } = await openComfyui(t, { models })
    const error = await begin(engine, { ...plain, model: 'mine' }).catch((thrown: unknown) => thrown)
    assert.ok(error instanceof EngineError, what)
    assert.deepEqual([error.code, error.fault, error.retry], ['model_misconfigured', 'model', false], what)
    assert.equal(error.message, 'This model is not set up right.', what)
    assert.match(error.explained, refused, what)
    assert.deepEqual(fake.submitted, [], what)
  }
})

test('what is wrong with a graph is found before any task is, and the rest of the engine is on offer', async (t) => {
  for (const [what, make, , checked] of brokenGraphs) {
    const { graphs } = (await builtInModels()).get('plain')!
    const models = new Map([
      ['mine', { graphs: { 'text-to-video': await make() } }],
      ['plain', { graphs }],
    ])
    const { engine } = await openComfyui(t, { models })
    const { offers, problems } = await engine.capabilities(inTime())
    assert.deepEqual(
      offers.map(({ model }) => model),
      ['plain'],
      what,
    )
    const [problem, ...others] = problems
    assert.deepEqual(others, [], what)
    assert.equal(problem?.model, 'mine', what)
    assert.match(problem.message, checked, what)
    assert.match(problem.remedy, /Export \(API\)/, what)
  }
})

test('what only the server could know of a graph is told from the first refusal on', async (t) => {
  const graph = await graphWith(['1', 0])
  delete graph.nodes['3'] // nothing saves: the output is a node that keeps its video to itself
  const models = new Map([
    ['mine', { graphs: { 'text-to-video': { ...graph, bindings: {}, output: { node: '2' } } } }],
  ])
  const { engine } = await openComfyui(t, { models })
  assert.deepEqual((await engine.capabilities(inTime())).problems, [])
  await assert.rejects(begin(engine, { ...plain, model: 'mine' }), { code: 'model_misconfigured' })
  const { problems } = await engine.capabilities(inTime())
  assert.deepEqual(
    problems.map(({ model }) => model),
    ['mine'],
  )
  assert.match(problems[0]!.message, /^text-to-video: .*prompt_no_outputs/)
})

test('a node that does not lead to the video may be as wrong as it likes', async (t) => {
  const graph = await graphWith(['1', 0], { '9': { class_type: 'CreateVideo', inputs: { fps: 16 } } })
  const models = new Map([['mine', { graphs: { 'text-to-video': graph } }]])
  const { engine } = await openComfyui(t, { models })
  assert.deepEqual((await engine.capabilities(inTime())).problems, [])
  const operation = await begin(engine, { ...plain, model: 'mine' })
  assert.equal((await inspectUntil(engine, operation, hasEnded)).at(-1)?.status, 'succeeded')
})

test("a job that lost its video's node before it began is refused and stopped", async (t) => {
  const models = await builtInModels()
  const graph = structuredClone(models.get('plain')!.graphs['text-to-video']!)
  graph.nodes['7'] = { class_type: 'EmptyImage', inputs: { width: 64, height: 64, batch_size: 1, color: 0 } }
  graph.nodes['8'] = { class_type: 'CreateVideo', inputs: { images: ['7', 0], fps: 16 } }
  graph.nodes['9'] = {
    class_type: 'SaveVideo',
    inputs: { video: ['8', 0], filename_prefix: 'other', format: 'mp4', codec: 'h264' },
  }
  models.set('two', { graphs: { 'text-to-video': graph } })
  const { engine, fake } = await openComfyui(t, { models, switches: { job_ms: 60_000 } })
  const refused = { code: 'invalid_params', fault: 'request' }
  await assert.rejects(begin(engine, { ...plain, model: 'two', frames: 5000 }), refused)
  const end = (await inspectUntil(engine, { prompt_id: fake.submitted[0]! }, hasEnded)).at(-1)
  assert.ok(end?.status === 'lost' || (end?.status === 'failed' && end.error.code === 'interrupted'))

  // A node that is dropped beside the video's does no harm.
  graph.nodes['7'].inputs['width'] = 0
  const operation = await begin(engine, { ...plain, model: 'two' }, 'other')
  assert.equal((await engine.inspect(operation, inTime())).status, 'running')
})

test('a picture that the server does not take starts nothing', async (t) => {
  const { engine, fake } = await openComfyui(t, { switches: { upload_status: 413 } })
  const request: EngineRequest = { ...wan, mode: 'image-to-video', image: png }
  await assert.rejects(begin(engine, request), { code: 'input_rejected', fault: 'request' })
  fake.upload_status = 400
  await assert.rejects(begin(engine, request), { code: 'engine_error', fault: 'engine' })
  assert.deepEqual(fake.submitted, [])
})

test('a job that runs and changes nothing is failed and stopped, and its slot is not free before the server is', async (t) => {
  const { engine, fake } = await openComfyui(t, {
    switches: { hangs: true, cancel_takes_ms: 60_000 },
    hung_after_s: 0.5,
  })
  const operation = await begin(engine)
  const error = await failureOf(engine, operation)
  assert.deepEqual([error.code, error.fault, error.retry, error.mayRun], ['timeout', 'engine', true, true])
  // From now on nobody wants it: it is busy for as long as it runs.
  assert.equal(await engine.cancel(operation, inTime()), 'still_busy')
  assert.equal((await engine.inspect(operation, inTime())).status, 'running')
  fake.cancel_takes_ms = 0
  await inspectUntil(engine, operation, hasEnded)
  assert.equal(await engine.cancel(operation, inTime()), 'stopped')
})

test('a long job that goes on is not hung', async (t) => {
  const { engine } = await openComfyui(t, { switches: { job_ms: 5000 }, hung_after_s: 2 })
  const states = await inspectUntil(engine, await begin(engine, { ...wan, steps: 30 }), hasEnded)
  assert.equal(states.at(-1)?.status, 'succeeded')
})

test('a job that waits for its turn is not hung, however long the others take', async (t) => {
  // Without live events there is nothing but the states to go by.
  const switches = { refuses_sockets: true, job_ms: 2500 }
  const { engine, fake } = await openComfyui(t, { switches, hung_after_s: 4 })
  fake.occupy('90509fca-d166-4068-bd7c-6326a53816c0')
  fake.occupy('90509fca-d166-4068-bd7c-6326a53816c1')
  const states = await inspectUntil(engine, await begin(engine), hasEnded)
  assert.ok(states.some(({ status }) => status === 'waiting'))
  assert.equal(states.at(-1)?.status, 'succeeded')
  assert.equal(fake.running_at_once_max, 1)
})

test('a slot is busy until the server has stopped, and what waits is stopped at once', async (t) => {
  for (const switches of [{}, { has_jobs_route: false }, { has_cancel_route: false }]) {
    const { engine, fake } = await openComfyui(t, {
      switches: { ...switches, job_ms: 60_000, cancel_takes_ms: 60_000 },
    })
    const operation = await begin(engine)
    const waiting = await begin(engine, wan, 'waiting')
    await inspectUntil(engine, operation, isRunning)
    assert.equal(await engine.cancel(waiting, inTime()), 'stopped')
    assert.equal((await engine.inspect(waiting, inTime())).status, 'lost')
    assert.equal(await engine.cancel(operation, inTime()), 'still_busy')
    assert.equal((await engine.inspect(operation, inTime())).status, 'running')
    fake.cancel_takes_ms = 0
    await inspectUntil(engine, operation, hasEnded)
    assert.equal(await engine.cancel(operation, inTime()), 'stopped')
    assert.equal(fake.submitted.length, 2)
  }
})

test("a cancellation never hits another's job, not even on a server that only knows broad stops", async (t) => {
  const others = '90509fca-d166-4068-bd7c-6326a53816c0'
  const old = { has_jobs_route: false, version: '0.3.56' }
  for (const switches of [{}, { has_jobs_route: false }, old]) {
    const { engine, fake } = await openComfyui(t, { switches: { ...switches, job_ms: 60_000 } })
    fake.occupy(others)
    const operation = await begin(engine)
    await inspectUntil(engine, { prompt_id: others }, isRunning)
    assert.equal(await engine.cancel(operation, inTime()), 'stopped')
    assert.equal(await engine.cancel({ prompt_id: promptIdFor('unknown') }, inTime()), 'stopped')
    fake.job_ms = 0
    assert.equal((await inspectUntil(engine, { prompt_id: others }, hasEnded)).at(-1)?.status, 'succeeded')
    fake.job_ms = 60_000
    const running = await begin(engine, wan, 'running')
    await inspectUntil(engine, running, isRunning)
    await engine.cancel(running, inTime())
    fake.job_ms = 0
    await inspectUntil(engine, running, hasEnded)
    assert.equal(fake.broad_stops, 0)
  }
})

test('a cancellation that comes too late leaves the video where it is', async (t) => {
  const { engine } = await openComfyui(t)
  const operation = await begin(engine)
  await inspectUntil(engine, operation, hasEnded)
  assert.equal(await engine.cancel(operation, inTime()), 'stopped')
  assert.equal((await engine.inspect(operation, inTime())).status, 'succeeded')
  assert.ok((await drain(await engine.fetch(operation, inTime()))) > 0)
})

test('there is no video to fetch before the job has ended well, even if its node has saved one', async (t) => {
  const models = await builtInModels()
  const graph = structuredClone(models.get('plain')!.graphs['text-to-video']!)
  for (const id of ['9', '10', '11']) graph.nodes[id] = structuredClone(graph.nodes['3']!)
  models.set('several', { graphs: { 'text-to-video': graph } })
  const { engine, fake } = await openComfyui(t, { models, switches: { fails_with: 'error' } })
  const failed = await begin(engine, { ...plain, model: 'several' })
  assert.equal((await failureOf(engine, failed)).code, 'engine_error')
  fake.fails_with = null
  fake.job_ms = 60_000
  const running = await begin(engine, wan, 'running')
  for (const operation of [failed, running, { prompt_id: '../../etc' }, {}]) {
    await assert.rejects(engine.fetch(operation, inTime()), { code: 'result_gone' })
  }
})

test('a video that breaks off on its way is an error, and the next download starts over', async (t) => {
  const { engine, fake } = await openComfyui(t)
  const operation = await begin(engine)
  await inspectUntil(engine, operation, hasEnded)
  fake.sends_part = 0.5
  const half = await engine.fetch(operation, inTime())
  await assert.rejects(drain(half), { code: 'unavailable', retry: true })
  fake.sends_part = null
  assert.ok((await drain(await engine.fetch(operation, inTime()))) > 0)
})

test('a server that gives its own id is told to stop what it began', async (t) => {
  const { engine, fake } = await openComfyui(t, { switches: { ignores_prompt_id: true, job_ms: 60_000 } })
  await assert.rejects(begin(engine), { code: 'engine_error', retry: false })
  const [theirs] = fake.submitted
  await inspectUntil(engine, { prompt_id: theirs! }, hasEnded)
})

test("what is forgotten leaves the server's history, and a server that is away is no error", async (t) => {
  const { engine, fake } = await openComfyui(t)
  const operation = await begin(engine)
  await inspectUntil(engine, operation, hasEnded)
  await engine.forget(operation)
  assert.equal((await engine.inspect(operation, inTime())).status, 'lost')
  fake.breaks_requests = 10
  await engine.forget(operation)
})

test('a server that lacks a node or a file does not offer the mode, and says what to do', async (t) => {
  const { engine, again, fake } = await openComfyui(t)
  const whole = await engine.capabilities(inTime())
  assert.deepEqual(whole.problems, [])
  assert.equal(whole.version, '0.26.0')
  assert.deepEqual(
    whole.offers.map(({ model }) => model),
    [...(await builtInModels()).keys()],
  )

  fake.missing_nodes = ['LoadImage']
  fake.missing_files = ['wan_2.1_vae.safetensors']
  assert.deepEqual((await engine.capabilities(inTime())).problems, [], 'an answer holds for a minute')
  const { offers, problems } = await again().capabilities(inTime())
  assert.deepEqual(offers, [
    { model: 'plain', modes: ['text-to-video'] },
    { model: 'wan2.2-5b', modes: ['text-to-video'] },
    { model: 'hunyuan-1.5', modes: ['text-to-video'] },
    { model: 'ltx-2', modes: ['text-to-video'] },
    { model: 'wan2.2-5b-lora', modes: ['text-to-video'] },
  ])
  const file = problems.find(({ message }) => message.includes('wan_2.1_vae.safetensors'))
  assert.equal(file?.model, 'wan2.2-14b')
  assert.match(file.message, /models\/vae/)
  assert.match(file.remedy, /models\/vae/)
  const node = problems.find(({ message }) => message.includes('"LoadImage"'))
  assert.match(node?.remedy ?? '', /node pack/)
})

test('a server that refuses what it should have is asked anew what it has', async (t) => {
  const { engine, fake } = await openComfyui(t)
  await engine.capabilities(inTime())
  fake.missing_files = ['wan2.2_vae.safetensors']
  await assert.rejects(begin(engine), { code: 'model_missing' })
  const { offers } = await engine.capabilities(inTime())
  const others = [...(await builtInModels()).keys()].filter((model) => !model.startsWith('wan2.2-5b'))
  assert.deepEqual(
    offers.map(({ model }) => model),
    others,
  )
})
