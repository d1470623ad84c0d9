import assert from 'node:assert/strict'
import { test } from 'node:test'
import { takenNames } from '../inventory/entries.ts'
import { parameters } from './comfyui/graph.ts'
import type { ComfyuiModel } from './comfyui.ts'
import type { EngineRequest, ModelParameter } from './engines.ts'
import { loraModel, openComfyui, wan } from '../testing/neighbours/comfyui.ts'
import { hasEnded, inspectUntil } from '../testing/contracts/engine-contract.ts'
import { inTime } from '../testing/until.ts'
import { ConfigError } from '../platform/setting.ts'

// The parameters that an operator gives a model: inputs of its graph.

const name = 'wan-lora'
const words = { title: 'x', description: null }
const asked: EngineRequest = { ...wan, model: name, parameters: { lora: 'rain.safetensors' } }
const withModel = async (model: Promise<ComfyuiModel>) => ({ models: new Map([[name, await model]]) })

test('a parameter stands in the graph as it was asked for, and one without a value has its default', async (t) => {
  const { engine, fake } = await openComfyui(t, await withModel(loraModel()))
  for (const [key, request] of [
    ['all', { ...asked, parameters: { lora: 'style/anime.safetensors', lora_strength: 0.85 } }],
    ['none', { ...asked, parameters: { unheard_of: 1 } }],
  ] as const) {
    const operation = await engine.start(request, { key, signal: inTime() })
    assert.equal((await inspectUntil(engine, operation, hasEnded)).at(-1)?.status, 'succeeded')
  }
  const inputs = fake.submitted.map((id) => fake.graphOf(id)!['13']!.inputs!)
  assert.deepEqual(
    inputs.map(({ lora_name, strength_model }) => [lora_name, strength_model]),
    [
      ['style/anime.safetensors', 0.85],
      ['rain.safetensors', 0],
    ],
  )
})

test('what the server has to choose from is reported, as far as all inputs of the parameter have it', async (t) => {
  const { engine, fake } = await openComfyui(t, await withModel(loraModel()))
  const reported = async () => (await engine.capabilities(inTime())).choices
  const choices = ['ltx-2-19b-distilled-lora-384.safetensors', 'rain.safetensors', 'style/anime.safetensors']
  assert.deepEqual(await reported(), [{ model: name, parameter: 'lora', choices }])

  fake.missing_files = ['style/anime.safetensors']
  const again = await openComfyui(t, {
    ...(await withModel(loraModel())),
    switches: { missing_files: ['style/anime.safetensors'] },
  })
  assert.deepEqual((await again.engine.capabilities(inTime())).choices?.[0]?.choices, choices.slice(0, 2))

  // No sampler has the name of a scheduler.
  const x: ModelParameter = { ...words, type: 'choice', choices: 'server', default: null }
  const both = {
    x: [
      ['8', 'sampler_name'],
      ['8', 'scheduler'],
    ],
  }
  const apart = await openComfyui(t, await withModel(loraModel(both, { x })))
  const found = (await apart.engine.capabilities(inTime())).choices
  assert.deepEqual(found?.find(({ parameter }) => parameter === 'x')?.choices, [])

  const two = {
    lora: [
      ['13', 'lora_name'],
      ['3', 'vae_name'],
    ],
  }
  const none = await openComfyui(t, await withModel(loraModel(two)))
  const { offers, choices: noneLeft, problems } = await none.engine.capabilities(inTime())
  assert.deepEqual([offers, noneLeft], [[], undefined])
  assert.match(problems[0]!.message, /parameter lora: input vae_name of node 3 \(VAELoader\) has no choice/)
})

test('what an input does not take as it is named is found before any task is', async (t) => {
  const number = (min: number, max: number): ModelParameter => ({
    ...words,
    type: 'number',
    min,
    max,
    step: null,
    default: min,
  })
  const choice = (choices: string[] | 'server', standard: string | null): ModelParameter => ({
    ...words,
    type: 'choice',
    choices,
    default: standard,
  })
  const cases: [input: [string, string], rule: ModelParameter, says: RegExp | undefined][] = [
    [['4', 'shift'], number(0, 12), undefined],
    [['4', 'shift'], { ...number(0, 12), type: 'integer' } as ModelParameter, undefined],
    [
      ['4', 'shift'],
      number(0, 1000),
      /shift of node 4 \(ModelSamplingSD3\) takes 0 to 100, and x is 0 to 1000/,
    ],
    [['4', 'shift'], number(-1, 1), /takes 0 to 100, and x is -1 to 1/],
    [['9', 'samples'], number(0, 1), /is linked to node 8/],
    [['7', 'batch_size'], number(1, 4), /batch_size of node 7 .* takes INT, and x is of type number/],
    [['7', 'batch_size'], { ...number(1, 4), type: 'integer' } as ModelParameter, undefined],
    [['8', 'sampler_name'], choice(['euler', 'uni_pc'], 'euler'), undefined],
    [
      ['8', 'sampler_name'],
      choice(['euler', 'unipc'], null),
      /sampler_name of node 8 .* has no choice "unipc"/,
    ],
    [['8', 'sampler_name'], choice('server', 'unipc'), /has no choice "unipc" on this ComfyUI/],
    [['8', 'sampler_name'], choice('server', null), undefined],
    [['8', 'sampler_name'], number(0, 1), /takes a choice, and x is of type number/],
    [['4', 'shift'], choice(['1'], '1'), /shift of node 4 .* has no choices, but takes FLOAT/],
    [['4', 'shift'], { ...words, type: 'boolean', default: true }, /takes FLOAT, and x is of type boolean/],
    [['4', 'shift'], { ...words, type: 'string', max_length: 9, default: null }, /and x is of type string/],
    [['8', 'steps'], number(1, 2), /input steps of node 8 \(KSampler\), which takes steps already/],
    [['77', 'shift'], number(1, 2), /bindings x names node 77, which is not there/],
    [['4', 'shaft'], number(1, 2), /bindings x names input shaft of node 4 .*, which has model, shift/],
  ]
  for (const [place, rule, says] of cases) {
    const label = `${place.join('.')} ${JSON.stringify(rule)}`
    const model = await loraModel({ x: [place] }, { x: rule }).catch((error: unknown) => error as Error)
    if (model instanceof Error) {
      assert.ok(model instanceof ConfigError)
      assert.match(model.message, says ?? /^$/, label)
      continue
    }
    const { engine } = await openComfyui(t, { models: new Map([[name, model]]) })
    const { offers, problems } = await engine.capabilities(inTime())
    assert.equal(offers.length, says ? 0 : 1, `${label} ${JSON.stringify(problems)}`)
    assert.ok(problems.every((problem) => problem.model === name))
    if (says) assert.match(problems[0]!.message, says, label)
  }
})

test('an input that the video is not made from is no place for a parameter', async (t) => {
  const model = await loraModel()
  const graph = model.graphs['text-to-video']!
  graph.nodes['99'] = structuredClone(graph.nodes['4']!)
  const rule: ModelParameter = { ...words, type: 'number', min: 0, max: 1, step: null, default: 0 }
  graph.parameters = { ...graph.parameters, x: { rule, places: [['99', 'shift']] } }
  const { engine } = await openComfyui(t, { models: new Map([[name, model]]) })
  const { problems } = await engine.capabilities(inTime())
  assert.deepEqual(
    problems.map(({ message }) => message),
    [
      'text-to-video: parameter x: input shift of node 99 (ModelSamplingSD3) has no part in what node 11 saves.',
    ],
  )
})

test('each graph says where each parameter goes, or that it has no place for it', async () => {
  const rule: ModelParameter = { ...words, type: 'boolean', default: true }
  await assert.rejects(loraModel({}, { x: rule }), /nothing says where x goes\. Add it to bindings: x: /)
  await assert.rejects(loraModel({ x: [] }, { x: rule }), /no graph has an input for the parameter x/)
  await assert.rejects(loraModel({ y: [['4', 'shift']] }), /bindings y: the model has no parameter/)
})

test('what a graph can take of every request is no name for a parameter', () => {
  for (const taken of parameters) assert.ok(takenNames.includes(taken), taken)
})

test('a choice that is gone by the time of the start ends the task, and is no fault of the engine', async (t) => {
  const { engine, fake } = await openComfyui(t, await withModel(loraModel()))
  await engine.capabilities(inTime())
  fake.missing_files = ['style/anime.safetensors']
  const request = { ...asked, parameters: { lora: 'style/anime.safetensors', lora_strength: 1 } }
  await assert.rejects(engine.start(request, { key: 'gone', signal: inTime() }), {
    code: 'choice_gone',
    fault: 'request',
    retry: false,
    message: 'This choice is not there any more: style/anime.safetensors.',
  })
  const { offers, choices } = await engine.capabilities(inTime())
  assert.equal(offers.length, 1)
  assert.ok(!choices![0]!.choices.includes('style/anime.safetensors'), 'asked anew')

  // What the operator named is the operator's to mend.
  fake.missing_files = ['wan2.2_vae.safetensors', 'style/anime.safetensors']
  const lacking = { code: 'model_missing', fault: 'model' }
  await assert.rejects(engine.start(request, { key: 'both', signal: inTime() }), lacking)
  fake.missing_files = ['rain.safetensors']
  await assert.rejects(engine.start(asked, { key: 'default', signal: inTime() }), lacking)
})
