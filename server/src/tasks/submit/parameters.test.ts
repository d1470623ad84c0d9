import assert from 'node:assert/strict'
import { suite, test, type TestContext } from 'node:test'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { type Model, previewModel } from '../../catalog/catalog.ts'
import type { ReportedChoices } from '../../engines/engines.ts'
import { takenNames } from '../../inventory/entries.ts'
import { createInstantEngine } from '../../testing/instant-engine.ts'
import { createWorld, type Person, type World } from '../../testing/world.ts'
import { failTaskByHand } from '../run/cancel-task.ts'
import { watchEngine } from '../fleet/watch-engine.ts'
import { toRequest } from '../run/engine-request.ts'
import { TaskCreate, TaskOut } from '../task/schemas.ts'

const words = (title: string) => ({ title, description: null })
const styled: Model = {
  ...previewModel,
  name: 'styled',
  engines: ['gpu-1', 'gpu-2'],
  parameters: {
    shift: { ...words('Shift'), type: 'number', min: 0, max: 12, step: 0.1, default: 5 },
    batch: { ...words('Batch'), type: 'integer', min: 1, max: 4, step: null, default: 1 },
    loop: { title: 'Loop', description: 'Ends as it began.', type: 'boolean', default: false },
    word: { ...words('Word'), type: 'string', max_length: 5, default: null },
    sampler: { ...words('Sampler'), type: 'choice', choices: ['euler', 'uni_pc'], default: 'uni_pc' },
    lora: { ...words('Style'), type: 'choice', choices: 'server', default: null },
  },
}
const defaults = { shift: 5, batch: 1, loop: false, sampler: 'uni_pc' }
const generate = '/api/v1/video/generate'
const quote = '/api/v1/video/quote'

async function open(t: TestContext) {
  const world = await createWorld(t, { models: [previewModel, styled] })
  const ann = await world.person()
  await world.credits(ann, 100_000)
  const ask = (url: string, parameters: unknown, model = 'styled') =>
    world.post(url, ann.token, { prompt: 'a sea', model, parameters })
  return { world, ann, ask }
}

/** An engine that a worker has asked for what it has; `report` has it asked again. */
async function reporting(world: World, name: string, loras: string[] | undefined) {
  const choices: ReportedChoices[] = []
  const engine = createInstantEngine({ video: new Uint8Array(), name, models: ['styled'], choices })
  const report = async (found: string[] | undefined) => {
    choices.splice(0)
    if (found) choices.push({ model: 'styled', parameter: 'lora', choices: found })
    const about = { slots: 1, kind: 'instant', url: null, owner: '', worker_id: 'w1', models: ['styled'] }
    await watchEngine(world.deps, { engine, ...about }, new AbortController().signal).offers()
  }
  await report(loras)
  return report
}

const schemaOf = async (world: World, ann: Person) => {
  const { items } = (await world.get('/api/v1/models', ann.token)).json()
  return items.map(({ parameters }: { parameters: object }) => parameters)
}

suite('parameters of a model’s own', () => {
  test('what the schema says of them is what a submission is held to, and a quote says the same', async (t) => {
    const { world, ann, ask } = await open(t)
    await reporting(world, 'gpu-1', ['rain', 'anime'])
    const [plain, own] = await schemaOf(world, ann)
    assert.equal(plain.properties.parameters, undefined)
    const { properties } = own.properties.parameters
    assert.deepEqual(properties.loop, {
      title: 'Loop',
      description: 'Ends as it began.',
      type: 'boolean',
      default: false,
    })
    assert.deepEqual(properties.shift, {
      title: 'Shift',
      type: 'number',
      minimum: 0,
      maximum: 12,
      multipleOf: 0.1,
      default: 5,
    })
    assert.deepEqual(properties.lora, { title: 'Style', type: 'string', enum: ['rain', 'anime'] })
    const isRight = new Ajv2020({ multipleOfPrecision: 6 }).compile(own)
    const cases: [parameters: object, name: string | undefined, type?: string][] = [
      [{}, undefined],
      [{ shift: 0.3, batch: 4, loop: true, word: 'дождь', sampler: 'euler', lora: 'rain' }, undefined],
      [{ shift: 12.1 }, 'shift', 'less_than_equal'],
      [{ shift: -0.1 }, 'shift', 'greater_than_equal'],
      [{ shift: 0.25 }, 'shift', 'multiple_of'],
      [{ shift: '5' }, 'shift', 'float_type'],
      [{ batch: 1.5 }, 'batch', 'int_type'],
      [{ loop: 1 }, 'loop', 'bool_type'],
      [{ word: 'letter' }, 'word', 'string_too_long'],
      [{ word: 5 }, 'word', 'string_type'],
      [{ sampler: 'unipc' }, 'sampler', 'literal_error'],
      [{ lora: 'snow' }, 'lora', 'literal_error'],
      [{ lora: true }, 'lora', 'literal_error'],
      [{ Lora: 'rain' }, 'Lora', 'extra_forbidden'],
      [{ toString: 'rain' }, 'toString', 'extra_forbidden'],
      [{ 'a\nb': 1 }, 'a\nb', 'extra_forbidden'],
    ]
    for (const [parameters, name, type] of cases) {
      for (const url of [quote, generate]) {
        const response = await ask(url, parameters)
        assert.equal(response.statusCode, name === undefined ? 200 : 422, response.body)
        if (name === undefined) continue
        const { code, detail } = response.json()
        assert.deepEqual([code, detail.length], ['validation_failed', 1])
        assert.deepEqual([detail[0].loc, detail[0].type], [['body', 'parameters', name], type])
      }
      assert.equal(isRight({ prompt: 'a sea', parameters }), name === undefined, JSON.stringify(parameters))
    }
    const many = (await ask(quote, { shift: 13, batch: 0 })).json().detail
    assert.deepEqual(
      many.map(({ loc }: { loc: string[] }) => loc[2]),
      ['shift', 'batch'],
    )
    assert.equal((await ask(quote, { lora: null })).statusCode, 422)
    assert.equal((await ask(quote, { lora: 'a\0b' })).statusCode, 422)
    assert.equal((await ask(quote, { shift: 1 }, 'preview')).statusCode, 422)
    assert.equal((await ask(quote, null)).statusCode, 200)
  })

  test('a task keeps them with the defaults, a retry takes them over, and the engine gets them', async (t) => {
    const { world, ann, ask } = await open(t)
    const { task_id } = (await ask(generate, { shift: 3 })).json()
    const full = { ...defaults, shift: 3 }
    const paramsOf = async (id: string) =>
      (await world.get(`/api/v1/tasks/${id}`, ann.token)).json().params.parameters
    assert.deepEqual(await paramsOf(task_id), full)
    assert.deepEqual((await ask(quote, { shift: 3 })).json().params.parameters, full)
    await failTaskByHand(world.deps, task_id, 'by hand', async () => {})
    const retry = await world.post(`/api/v1/tasks/${task_id}/retry`, ann.token, {})
    assert.deepEqual(await paramsOf(retry.json().task_id), full)
    const row = await world.db
      .selectFrom('tasks')
      .selectAll()
      .where('task_id', '=', retry.json().task_id)
      .executeTakeFirstOrThrow()
    const request = await toRequest(
      world.deps,
      { ...row, attempt: 1, waited_s: 0 },
      new AbortController().signal,
    )
    assert.deepEqual(request.parameters, full)

    const plain = (await ask(generate, {}, 'preview')).json()
    assert.deepEqual(await paramsOf(plain.task_id), {})
  })

  test('they do not change the price, and belong to what an Idempotency-Key stands for', async (t) => {
    const { world, ann, ask } = await open(t)
    const costs = [await ask(quote, {}), await ask(quote, { batch: 4 })].map((each) => each.json().cost)
    assert.equal(costs[0], costs[1])
    const headers = { authorization: `Bearer ${ann.token}`, 'idempotency-key': 'k' }
    const send = (shift: number) => {
      const payload = { prompt: 'a sea', model: 'styled', parameters: { shift } }
      return world.app.inject({ method: 'POST', url: generate, headers, payload })
    }
    const [first, again, other] = [await send(1), await send(1), await send(2)]
    assert.equal(first.json().task_id, again.json().task_id)
    assert.equal(other.json().code, 'idempotency_key_reused')
  })
})

suite('choices that engines report', () => {
  test('are those that all engines of the model have, and are known while an engine is away', async (t) => {
    const { world, ann, ask } = await open(t)
    const offered = async () =>
      (await schemaOf(world, ann))[1].properties.parameters.properties.lora?.enum as string[] | undefined
    assert.equal(await offered(), undefined)
    const unknown = await ask(quote, { lora: 'rain' })
    assert.match(unknown.json().detail[0].msg, /No engine has reported yet/)
    assert.equal((await ask(quote, {})).statusCode, 200)

    const first = await reporting(world, 'gpu-1', ['rain', 'anime', 'snow'])
    assert.deepEqual(await offered(), ['rain', 'anime', 'snow'])
    await reporting(world, 'gpu-2', ['snow', 'rain'])
    assert.deepEqual(await offered(), ['rain', 'snow'])
    await reporting(world, 'elsewhere', ['other'])
    assert.deepEqual(await offered(), ['rain', 'snow'])
    assert.equal((await ask(generate, { lora: 'snow' })).statusCode, 200)
    assert.equal((await ask(generate, { lora: 'anime' })).statusCode, 422)

    await first(['anime', 'snow'])
    assert.deepEqual(await offered(), ['snow'])
    await first([])
    assert.equal(await offered(), undefined)
    await first(undefined)
    assert.deepEqual(await offered(), ['snow', 'rain'], 'it does not report the parameter any more')
  })
})

test('no parameter of a model’s own can have the name of another', () => {
  const params = TaskOut.properties.params.properties
  for (const name of [...Object.keys(TaskCreate.properties), ...Object.keys(params)])
    assert.ok(takenNames.includes(name), name)
})
