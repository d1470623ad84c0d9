import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { createWorld, type Person, type World } from '../../testing/world.ts'

const generate = '/api/v1/video/generate'
const topup = '/api/v1/me/topup'
const prompt = { prompt: 'a calm sea', duration_seconds: 1 }

function send(world: World, of: Person, url: string, payload: object, key: string) {
  const headers = { authorization: `Bearer ${of.token}`, 'idempotency-key': key }
  return world.app.inject({ method: 'POST', url, headers, payload })
}

suite('a repeated submission', () => {
  test('T-112 fifty at once with one key are one task with one hold, and all hear of it', async (t) => {
    const world = await createWorld(t)
    const ann = await world.person()
    await world.credits(ann, 1000)
    const all = await Promise.all(
      Array.from({ length: 50 }, () => send(world, ann, generate, prompt, 'once')),
    )
    assert.ok(all.every((response) => response.statusCode === 200))
    assert.equal(new Set(all.map((response) => response.body)).size, 1)
    assert.equal(all.filter((response) => response.headers['idempotent-replayed'] === 'true').length, 49)
    const me = (await world.get('/api/v1/me', ann.token)).json()
    assert.deepEqual([me.balance, me.balance_held], [990, 10])
    assert.equal((await world.get('/api/v1/tasks', ann.token)).json().total, 1)
  })

  test('T-113, T-114 another body is refused, another user or route is another request', async (t) => {
    const world = await createWorld(t)
    const [ann, eve] = [await world.person(), await world.person()]
    for (const person of [ann, eve]) await world.credits(person, 1000)
    const first = (await send(world, ann, generate, prompt, 'k')).json()
    const other = await send(world, ann, generate, { ...prompt, seed: 1 }, 'k')
    assert.deepEqual([other.statusCode, other.json().code], [422, 'idempotency_key_reused'])
    assert.deepEqual(other.json().detail[0].loc, ['header', 'idempotency-key'])
    assert.notEqual((await send(world, eve, generate, prompt, 'k')).json().task_id, first.task_id)
    assert.equal((await send(world, ann, topup, { amount: 5 }, 'k')).statusCode, 200)
    const again = await send(world, ann, topup, { amount: 5 }, 'k')
    assert.equal(again.headers['idempotent-replayed'], 'true')
    assert.equal((await world.get('/api/v1/me', ann.token)).json().balance, 995)
  })

  test('T-115 a refusal is not remembered: after a top-up the same key works', async (t) => {
    const world = await createWorld(t)
    const ann = await world.person()
    assert.equal((await send(world, ann, generate, prompt, 'k')).statusCode, 402)
    await world.credits(ann, 10)
    const response = await send(world, ann, generate, prompt, 'k')
    assert.deepEqual([response.statusCode, response.headers['idempotent-replayed']], [200, undefined])
  })

  test('T-117 a key is 1 to 255 printable characters', async (t) => {
    const world = await createWorld(t)
    const ann = await world.person()
    await world.credits(ann, 100)
    for (const key of ['', 'x'.repeat(256), 'a\u00e9', 'a\tb']) {
      const response = await send(world, ann, generate, prompt, key)
      assert.deepEqual(
        [response.statusCode, response.json().detail[0].loc],
        [422, ['header', 'idempotency-key']],
        key,
      )
    }
    assert.equal((await send(world, ann, generate, prompt, 'x'.repeat(255))).statusCode, 200)
  })

  test('T-118 after a day a key is new', async (t) => {
    const world = await createWorld(t)
    const ann = await world.person()
    await world.credits(ann, 100)
    const first = (await send(world, ann, generate, prompt, 'k')).json()
    await world.db
      .updateTable('idempotency_keys')
      .set({ created_at: new Date(Date.now() - 86_400_001) })
      .execute()
    const second = (await send(world, ann, generate, prompt, 'k')).json()
    assert.notEqual(second.task_id, first.task_id)
  })

  test('the first answer counts when the request would be refused by now, and is free of charge', async (t) => {
    const world = await createWorld(t)
    const ann = await world.person()
    await world.credits(ann, 10)
    const first = await send(world, ann, generate, prompt, 'k')
    assert.equal((await send(world, ann, generate, prompt, 'other')).statusCode, 402)
    const again = await send(world, ann, generate, prompt, 'k')
    assert.deepEqual([again.body, again.headers['idempotent-replayed']], [first.body, 'true'])
    const invalid = await send(world, ann, generate, { prompt: '' }, 'k')
    assert.deepEqual([invalid.statusCode, invalid.json().code], [422, 'validation_failed'])
    const unknown = await send(world, ann, generate, { ...prompt, model: 'none' }, 'k')
    assert.deepEqual([unknown.statusCode, unknown.json().code], [422, 'idempotency_key_reused'])
  })

  test('the answer of a free task is kept whole', async (t) => {
    const world = await createWorld(t)
    const ann = await world.person()
    await world.credits(ann, 7)
    const free = { kind: 'generate', model: 'preview', unit: 'second', unit_price: '0' } as const
    await world.db
      .insertInto('prices')
      .values({ ...free, effective_from: new Date(0), created_by: null })
      .execute()
    const first = await send(world, ann, generate, prompt, 'k')
    assert.equal(first.json().balance, 7)
    assert.equal((await send(world, ann, generate, prompt, 'k')).body, first.body)
  })

  test('without a key two identical submissions are two tasks', async (t) => {
    const world = await createWorld(t)
    const ann = await world.person()
    await world.credits(ann, 100)
    assert.notEqual(await world.task(ann), await world.task(ann))
  })
})
