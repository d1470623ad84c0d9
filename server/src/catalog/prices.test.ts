import assert from 'node:assert/strict'
import { capture } from '../testing/capture.ts'
import { suite, test } from 'node:test'
import { createWorld, type Person, type World } from '../testing/world.ts'

const prices = '/api/v1/admin/prices'
const quote = '/api/v1/video/quote'
const video = { prompt: 'a calm sea', duration_seconds: 3 }

async function override({ post }: World, root: Person, price_overrides: object | null): Promise<void> {
  const response = await post('/api/v1/admin/settings', root.token, { price_overrides })
  assert.equal(response.statusCode, 200, response.body)
}

async function rich(world: World): Promise<Person> {
  const ann = await world.person()
  await world.credits(ann, 100_000)
  return ann
}

suite('quotes', () => {
  test('a quote tells price, choices and what enhancing would cost, and holds nothing', async (t) => {
    const world = await createWorld(t)
    const ann = await world.person()
    await world.credits(ann, 29)
    const response = await world.post(quote, ann.token, { ...video, seed: 7 })
    assert.equal(response.statusCode, 200, response.body)
    const { price_source, params, ...told } = response.json()
    assert.match(price_source, /^price:\d+$/)
    assert.deepEqual([params.resolution, params.width_px, params.frames, params.seed], ['480p', 832, 49, 7])
    assert.deepEqual(told, {
      model: 'preview',
      cost: 30,
      unit: 'second',
      unit_price: '10',
      quantity: 3,
      currency: 'CREDIT',
      currency_scale: 2,
      balance: 29,
      affordable: false,
      enhance: [
        { target: '1080p', cost: 12, unit_price: '4', unit: 'second' },
        { target: '2k', cost: 24, unit_price: '8', unit: 'second' },
      ],
      queue: { position: 1, estimated_seconds: null, reason: 'no_worker' },
      not_drawn: [],
    })
    assert.deepEqual((await world.get('/api/v1/me', ann.token)).json().balance_held, 0)
    assert.equal((await world.get('/api/v1/tasks', ann.token)).json().total, 0)
  })

  test('of many that ask at once each is told the price of what it asked for', async (t) => {
    const world = await createWorld(t)
    const ann = await world.person()
    const asked = [1, 2, 3, 4].flatMap((duration_seconds) =>
      ['480p', '720p'].flatMap((resolution) =>
        Array.from({ length: 3 }, () => ({ duration_seconds, resolution })),
      ),
    )
    const answers = await Promise.all(
      asked.map((choices) => world.post(quote, ann.token, { ...video, ...choices })),
    )
    assert.deepEqual(
      answers.map((answer) => answer.json().cost),
      asked.map(({ duration_seconds, resolution }) => duration_seconds * (resolution === '480p' ? 10 : 20)),
    )
  })

  test('a quote refuses what a submission would refuse, but for money', async (t) => {
    const { person, post } = await createWorld(t)
    const ann = await person()
    for (const [input, field] of [
      [{ ...video, model: 'nothing' }, 'model'],
      [{ ...video, resolution: '4k' }, 'resolution'],
      [{ ...video, duration_seconds: 11 }, 'duration_seconds'],
      [{ ...video, prompt: ' ' }, 'prompt'],
    ] as const) {
      const [quoted, submitted] = [
        await post(quote, ann.token, input),
        await post('/api/v1/video/generate', ann.token, input),
      ]
      assert.deepEqual([quoted.statusCode, quoted.json().detail[0].loc], [422, ['body', field]])
      assert.deepEqual(quoted.json().detail, submitted.json().detail)
    }
  })
})

suite('overrides', () => {
  test('an override counts from the next request on, the one with the model before the other, and null ends it', async (t) => {
    const world = await createWorld(t)
    const [root, ann] = [await world.admin(), await rich(world)]
    const told = async () => {
      const { cost, unit_price, price_source } = (await world.post(quote, ann.token, video)).json()
      return [cost, unit_price, price_source]
    }
    await override(world, root, { 'generate.480p': { unit: 'second', unit_price: '0.34' } })
    assert.deepEqual(await told(), [2, '0.34', 'override:generate.480p']) // 1.02, rounded up once
    await override(world, root, {
      'generate.480p': { unit: 'second', unit_price: '0.34' },
      'generate.preview.480p': { unit: 'task', unit_price: '5.000001' },
    })
    assert.deepEqual(await told(), [6, '5.000001', 'override:generate.preview.480p'])
    await override(world, root, { 'generate.other.480p': { unit: 'task', unit_price: '1' } })
    assert.equal((await told())[0], 30)
    await override(world, root, null)
    assert.equal((await told())[0], 30)
  })

  test('a price of nothing makes a free task without a hold', async (t) => {
    const world = await createWorld(t)
    const [root, ann] = [await world.admin(), await world.person()]
    await override(world, root, { 'generate.480p': { unit: 'second', unit_price: '0' } })
    const task_id = await world.task(ann)
    const task = (await world.get(`/api/v1/tasks/${task_id}`, ann.token)).json()
    assert.deepEqual([task.cost, task.cost_status], [0, 'free'])
  })

  test('T-145 a task costs what it was quoted at its submission, whatever prices do before and after', async (t) => {
    const world = await createWorld(t)
    const [root, ann] = [await world.admin(), await rich(world)]
    const quoted = (await world.post(quote, ann.token, video)).json()
    await override(world, root, { 'generate.480p': { unit: 'second', unit_price: '20' } })
    const submitted = (await world.post('/api/v1/video/generate', ann.token, video)).json()
    assert.deepEqual([quoted.cost, submitted.cost], [30, 60])
    await override(world, root, { 'generate.480p': { unit: 'second', unit_price: '500' } })
    await complete(world, submitted.task_id)
    assert.equal((await world.get('/api/v1/me', ann.token)).json().balance, 100_000 - 60)
    const hold = await world.db.selectFrom('ledger_holds').select('quote').executeTakeFirstOrThrow()
    assert.deepEqual(hold.quote, {
      source: 'override:generate.480p',
      unit: 'second',
      unit_price: '20',
      quantity: 3,
      total: 60,
      model: 'preview',
    })
  })
})

async function complete({ db }: World, task_id: string, completed_at = new Date()): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await trx
      .updateTable('tasks')
      .set({ status: 'completed', result_key: `videos/${task_id}.mp4`, completed_at })
      .where('task_id', '=', task_id)
      .execute()
    await capture(trx, task_id)
  })
}

suite('the price list', () => {
  test('a price counts from its instant on, the most specific first, and off sale is off sale', async (t) => {
    const world = await createWorld(t)
    const [root, ann] = [await world.admin(), await rich(world)]
    const add = (price: object) =>
      world.post(prices, root.token, { kind: 'generate', unit: 'second', ...price })
    const cost = async () => (await world.post(quote, ann.token, video)).json().cost
    const later = new Date(Date.now() + 300_000).toISOString()
    const added = await add({ resolution: '480p', unit_price: '11', effective_from: later })
    assert.equal(added.statusCode, 201, added.body)
    assert.deepEqual([added.json().model, added.json().unit_price], ['*', '11'])
    assert.equal(await cost(), 30)
    world.clock.offset_ms += 300_000
    assert.equal(await cost(), 33)
    assert.equal((await add({ model: 'preview', unit_price: '7' })).statusCode, 201)
    assert.equal(await cost(), 21) // the model's own price, whatever the resolution
    assert.equal((await add({ model: 'preview', resolution: '480p', unit_price: null })).statusCode, 201)
    const refused = await world.post(quote, ann.token, video)
    assert.deepEqual([refused.statusCode, refused.json().code], [503, 'price_not_configured'])
    const resolve = async (query: string) =>
      (await world.get(`${prices}/resolve?kind=generate&model=preview&${query}`, root.token)).json()
    assert.equal((await resolve('resolution=480p')).for_sale, false)
    assert.equal((await resolve('resolution=720p')).unit_price, '7')
    assert.equal((await resolve('resolution=480p&at=2026-03-01T00:00:00Z')).unit_price, '10')
    assert.equal((await resolve('resolution=480p&at=2025-03-01T00:00:00Z')).for_sale, false)
    const list = (await world.get(`${prices}?kind=generate&model=preview`, root.token)).json()
    assert.deepEqual(list.items.map((price: { unit_price: string | null }) => price.unit_price).toSorted(), [
      '7',
      null,
    ])
    const events = (await world.get('/api/v1/admin/audit?event=price_changed', root.token)).json()
    assert.equal(events.total, 3)
  })

  test('prices of the past, twice the same, and what is no price are refused', async (t) => {
    const world = await createWorld(t)
    const root = await world.admin()
    const add = (price: object) =>
      world.post(prices, root.token, { kind: 'agent', unit: 'task', unit_price: '1', ...price })
    for (const [price, field] of [
      [{ unit_price: '-1' }, 'unit_price'],
      [{ unit_price: '0.1234567' }, 'unit_price'],
      [{ unit_price: 'cheap' }, 'unit_price'],
      [{ unit_price: '1e3' }, 'unit_price'],
      [{ unit_price: 1 }, 'unit_price'],
      [{ effective_from: '2026-01-01T00:00:00Z' }, 'effective_from'],
      [{ effective_from: 'tomorrow' }, 'effective_from'],
      [{ model: 'a b' }, 'model'],
      [{ unit: 'frame' }, 'unit'],
      [{ kind: 'paint' }, 'kind'],
    ] as const) {
      const response = await add(price)
      assert.deepEqual(
        [response.statusCode, response.json().detail[0].loc[1]],
        [422, field],
        JSON.stringify(price),
      )
    }
    const effective_from = new Date(Date.now() + 60_000).toISOString()
    const codes = (await Promise.all([add({ effective_from }), add({ effective_from })])).map((response) =>
      String(response.json().code ?? response.statusCode),
    )
    assert.deepEqual(codes.toSorted(), ['201', 'price_exists'])
  })

  test('T-146 without a price nothing is sold, and nothing is free by accident', async (t) => {
    const world = await createWorld(t)
    const ann = await rich(world)
    await world.db.deleteFrom('prices').execute()
    const response = await world.post('/api/v1/video/generate', ann.token, video)
    assert.deepEqual([response.statusCode, response.json().code], [503, 'price_not_configured'])
    assert.equal((await world.get('/api/v1/tasks', ann.token)).json().total, 0)
  })
})

test('other prices are compared with what the tasks of a span were charged', async (t) => {
  const world = await createWorld(t)
  const [root, ann] = [await world.admin(), await rich(world)]
  const lastMonth = new Date('2026-10-15T00:00:00Z')
  const make = async (input: object, completed_at: Date) => {
    const task_id = await world.task(ann, input as Record<string, unknown>)
    await complete(world, task_id, completed_at)
    return task_id
  }
  const refunded = await make({ duration_seconds: 3 }, lastMonth)
  await make({ duration_seconds: 2, resolution: '720p' }, lastMonth)
  await make({ duration_seconds: 9 }, new Date('2026-11-01T00:00:00Z')) // outside
  await world.task(ann) // not completed
  await world.post(`/api/v1/admin/tasks/${refunded}/refund`, root.token, { amount: 10, reason: 'noise' })
  const compare = (body: object) =>
    world.post(`${prices}/compare`, root.token, {
      from: '2026-10-01T00:00:00Z',
      to: '2026-11-01T00:00:00Z',
      ...body,
    })
  const response = await compare({
    prices: [
      { kind: 'generate', unit: 'second', unit_price: '100' },
      { kind: 'generate', resolution: '480p', unit: 'second', unit_price: '0.5' },
      { kind: 'enhance', unit: 'task', unit_price: '1' },
    ],
  })
  assert.equal(response.statusCode, 200, response.body)
  const told = { kind: 'generate', model: 'preview', tasks: 1 }
  assert.deepEqual(response.json(), {
    tasks: 2,
    charged: 30 + 40,
    refunded: 10,
    would_charge: 2 + 200,
    currency: 'CREDIT',
    groups: [
      { ...told, resolution: '480p', charged: 30, refunded: 10, would_charge: 2 },
      { ...told, resolution: '720p', charged: 40, refunded: 0, would_charge: 200 },
    ],
  })
  const kept = await compare({ prices: [{ kind: 'enhance', unit: 'task', unit_price: '1' }] })
  assert.equal(kept.json().would_charge, 70)
  const bad = { kind: 'generate', unit: 'second', unit_price: 'x' }
  assert.deepEqual((await compare({ prices: [bad] })).json().detail[0].loc, [
    'body',
    'prices',
    0,
    'unit_price',
  ])
  assert.equal((await compare({ prices: [bad], from: '2026-12-01T00:00:00Z' })).statusCode, 422)
})
