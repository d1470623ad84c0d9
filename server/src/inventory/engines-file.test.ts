import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from 'typebox'
import type { EngineKind, EnginesContext } from './entries.ts'
import { parseEnginesFile } from './engines-file.ts'
import { createInstantEngine } from '../testing/instant-engine.ts'
import { ConfigError, Secret } from '../platform/setting.ts'

const kind: EngineKind = {
  title: 'Plain',
  about: 'For tests.',
  model: Type.Object({ upstream: Type.Optional(Type.String()) }, { additionalProperties: false }),
  engine: { hung_after_s: Type.Optional(Type.Integer({ minimum: 1 })) },
  load: async (content) => content,
  create: ({ name, models }) =>
    createInstantEngine({ video: new Uint8Array(), name, models: [...models.keys()] }),
}
const context: EnginesContext = {
  kinds: { plain: kind },
  variable: (name) => (name === 'GPU_KEY' ? new Secret('s3cret') : undefined),
}

const model = `
models:
  wan:
    modes: [text-to-video, image-to-video]
    sizes: { 480p: { 16:9: 832x480, '1:1': 640x640 } }
    size_multiple_px: 16
    fps: 16
    seconds: { min: 1, max: 5, default: 5 }
    guidance: { min: 0, max: 10, default: 4.5 }
    prices: { '*': { unit: second, unit_price: '7.5' } }
`
const engine = `
engines:
  - name: gpu-1
    kind: plain
    url: http://10.0.0.5:8000/
    models: { wan: { upstream: a/b } }
`

function errors(text: string, by = context): string[] {
  try {
    parseEnginesFile(text, by)
    return []
  } catch (error) {
    assert.ok(error instanceof ConfigError, String(error))
    return error.message.split('\n').map((line) => line.replace('ENGINES_FILE: ', ''))
  }
}

test('a file says which models are on offer, with what it leaves out filled in, and who makes them', () => {
  const { models, prices, engines } = parseEnginesFile(model + engine, context)
  assert.deepEqual(models, [
    {
      name: 'wan',
      title: 'wan',
      licence: null,
      modes: ['text-to-video', 'image-to-video'],
      takes_last_image: false,
      audio: 'none',
      takes_negative_prompt: true,
      sizes: { '480p': { '16:9': [832, 480], '1:1': [640, 640] } },
      duration_s: { min: 1, max: 5, default: 5 },
      fps: 16,
      frame_step: 4,
      steps: null,
      guidance: { min: 0, max: 10, default: 4.5 },
      parameters: {},
      engines: ['gpu-1'],
    },
  ])
  assert.deepEqual(prices, [{ model: 'wan', resolution: '*', unit: 'second', unit_price: '7.5' }])
  assert.deepEqual(engines, [
    {
      name: 'gpu-1',
      kind: 'plain',
      server: { url: 'http://10.0.0.5:8000', headers: {} },
      slots: 1,
      models: new Map([['wan', { upstream: 'a/b' }]]),
      options: {},
    },
  ])
})

test('a key stays in the environment, and is sent as the file says', () => {
  const keyed = engine.replace('    models', '    key_variable: GPU_KEY\n    models')
  assert.deepEqual(parseEnginesFile(model + keyed, context).engines[0]!.server.headers, {
    authorization: 'Bearer s3cret',
  })
  const basic = keyed.replace('key_variable', 'basic_variable')
  assert.deepEqual(parseEnginesFile(model + basic, context).engines[0]!.server.headers, {
    authorization: `Basic ${Buffer.from('s3cret').toString('base64')}`,
  })
  assert.deepEqual(errors(model + keyed.replace('GPU_KEY', 'OTHER_KEY')), [
    'engines.0 (gpu-1): the environment variable OTHER_KEY is not set',
  ])
})

const parametersOf = (lines: string): string =>
  model.replace('    prices', `    parameters:\n      ${lines}\n    prices`)
const taking: EnginesContext = { ...context, kinds: { plain: { ...kind, takesParameters: true } } }

test('a model has parameters of its own, with what the file leaves out filled in', () => {
  const text = parametersOf(`
      lora: { title: Style, description: What it looks like, type: choice, choices: server }
      shift: { type: number, min: 0, max: 12, step: 0.5, default: 5 }
      batch: { type: integer, min: 1, max: 4, default: 1 }
      loop: { type: boolean, default: false }
      trigger: { type: string }
      sampler: { type: choice, choices: [euler, uni_pc], default: euler }`)
  const [read] = parseEnginesFile(text + engine, taking).models
  const plain = (title: string) => ({ title, description: null })
  assert.deepEqual(read!.parameters, {
    lora: {
      title: 'Style',
      description: 'What it looks like',
      type: 'choice',
      choices: 'server',
      default: null,
    },
    shift: { ...plain('shift'), type: 'number', min: 0, max: 12, step: 0.5, default: 5 },
    batch: { ...plain('batch'), type: 'integer', min: 1, max: 4, step: null, default: 1 },
    loop: { ...plain('loop'), type: 'boolean', default: false },
    trigger: { ...plain('trigger'), type: 'string', max_length: 500, default: null },
    sampler: { ...plain('sampler'), type: 'choice', choices: ['euler', 'uni_pc'], default: 'euler' },
  })
})

test('every mistake in a parameter is told with its place', () => {
  const at = 'models.wan.parameters'
  const cases: [line: string, error: string][] = [
    [
      'Shift: { type: boolean, default: true }',
      `${at}.Shift: a name is a small letter, and up to 39 more, digits or _`,
    ],
    ['seed: { type: boolean, default: true }', `${at}.seed: this name is taken; choose another one`],
    [
      'shift: { type: float, default: 1 }',
      `${at}.shift.type: must be one of number, integer, boolean, string, choice`,
    ],
    ['shift: { type: number, min: 1, max: 2 }', `${at}.shift: must have required property 'default'`],
    [
      'shift: { type: number, min: 1, max: 2, default: 3 }',
      `${at}.shift: min, default and max must not fall`,
    ],
    ['shift: { type: integer, min: 1, max: 2, default: 1.5 }', `${at}.shift.default: must be integer`],
    ['shift: { type: number, min: 1, max: 2, step: 0, default: 1 }', `${at}.shift.step: must be > 0`],
    [
      'shift: { type: number, min: 0, max: 1, step: 0.1, default: 0.25 }',
      `${at}.shift: min, default and max must be multiples of step`,
    ],
    ['loop: { type: boolean, default: true, min: 1 }', `${at}.loop: there is no min here`],
    ['word: { type: string, max_length: 2, default: abc }', `${at}.word.default: is longer than max_length`],
    ['lora: { type: choice }', `${at}.lora: must have required property 'choices'`],
    ['lora: { type: choice, choices: files }', `${at}.lora.choices: must be server, or a list`],
    ['lora: { type: choice, choices: [] }', `${at}.lora.choices: must NOT have fewer than 1 items`],
    ['lora: { type: choice, choices: [a, b], default: c }', `${at}.lora.default: must be one of a, b`],
  ]
  for (const [line, expected] of cases) {
    const found = errors(parametersOf(line) + engine, taking)
    assert.ok(found.includes(expected), `${expected} is not among ${JSON.stringify(found)}`)
  }
  const fine = parametersOf('shift: { type: number, min: 0, max: 1, step: 0.1, default: 0.3 }') + engine
  assert.deepEqual(errors(fine, taking), [])
  assert.deepEqual(errors(fine), [
    'engines.0 (gpu-1).models.wan: engines of this kind take no parameters, and the model has some',
  ])
})

test('every mistake is told with its place', () => {
  const cases: [text: string, error: string | RegExp][] = [
    ['models: [', /Flow sequence/],
    [engine, "the file: must have required property 'models'"],
    [model.replace('    fps: 16\n', '') + engine, "models.wan: must have required property 'fps'"],
    [model.replace('fps: 16', 'fps: 16\n    colour: red') + engine, 'models.wan: there is no colour here'],
    [model.replace('832x480', '832×480') + engine, /^models\.wan\.sizes\.480p\.16:9: must match pattern/],
    [
      model.replace('832x480', '840x480') + engine,
      'models.wan.sizes.480p.16:9: the sides of 840x480 must be multiples of 16, at most 4096',
    ],
    [
      model.replace('default: 5 }', 'default: 9 }') + engine,
      'models.wan.seconds: min, default and max must not fall',
    ],
    [
      model.replace('text-to-video, ', 'text-to-film, ') + engine,
      'models.wan.modes.0: must be one of text-to-video, image-to-video',
    ],
    [model.replace("'*':", '720p:') + engine, 'models.wan.prices.720p: there is no such resolution in sizes'],
    [
      model.replace('  wan:', '  enhance:') + engine.replace('wan', 'enhance'),
      'models.enhance: this name is taken',
    ],
    [model + engine.replace('plain', 'fancy'), 'engines.0 (gpu-1).kind: must be one of plain'],
    [model + engine.replace('wan:', 'flux:'), 'engines.0 (gpu-1).models.flux: models has no such entry'],
    [
      model + engine.replace('upstream: a/b', 'upstreem: a/b'),
      'engines.0 (gpu-1).models.wan: there is no upstreem here',
    ],
    [model + engine.replace('http:', 'ftp:'), /^engines\.0\.url: must match pattern/],
    [model + engine.replace('10.0.0.5', 'me:secret@10.0.0.5'), /^engines\.0\.url: must match pattern/],
    [
      model + engine.replace('    models', '    hung_after_s: 0\n    models'),
      'engines.0 (gpu-1).hung_after_s: must be >= 1',
    ],
    [model + engine + engine.replace('engines:', ''), 'engines.1 (gpu-1): another engine has this name'],
    [
      model + engine.replace('gpu-1', 'preview'),
      'engines.0 (preview): this is the name of the built-in engine',
    ],
  ]
  for (const [text, expected] of cases) {
    const found = errors(text)
    const isTold = found.some((error) =>
      typeof expected === 'string' ? error === expected : expected.test(error),
    )
    assert.ok(isTold, `${String(expected)} is not among ${JSON.stringify(found)}`)
  }
  assert.deepEqual(errors(model + engine), [])
})
