import assert from 'node:assert/strict'
import { capture } from '../testing/capture.ts'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import fc from 'fast-check'
import { fuzzParameters } from '../testing/every-route/fuzz.ts'
import { createWorld, type World } from '../testing/world.ts'
import { periodStart } from './spend-cap.ts'
import * as wallet from './wallet.ts'

/** A key under a cap, and how to submit with it. */
async function cappedKey(world: World, cap: object) {
  const ann = await world.person()
  await world.credits(ann, 1_000_000)
  const key = await world.apiKey(ann, cap as Record<string, unknown>)
  const submit = (duration_seconds = 1) =>
    world.post('/api/v1/video/generate', key.api_key, { prompt: 'a calm sea', duration_seconds })
  const spent = async (): Promise<number> => {
    const { items } = (await world.get('/api/v1/me/api-keys', ann.token)).json()
    return items[0].spent_in_period
  }
  return { ann, key, submit, spent }
}

test('T-078 a cap of 100 lets 500 submissions of 7 at once through just fourteen times', async (t) => {
  const world = await createWorld(t, { env: { MAX_ACTIVE_TASKS: '1000', GENERATE_PER_MINUTE: '1000' } })
  const { ann, key } = await cappedKey(world, { spend_cap: 100, rate_limit_per_minute: 6000 })
  const root = await world.admin()
  await world.post('/api/v1/admin/settings', root.token, {
    price_overrides: { 'generate.480p': { unit: 'task', unit_price: '7' } },
  })
  const answers = await Promise.all(
    Array.from({ length: 500 }, async () => {
      const body = { prompt: 'a calm sea', duration_seconds: 1 }
      for (;;) {
        const response = await world.post('/api/v1/video/generate', key.api_key, body)
        if (response.statusCode !== 503) return response
        await wait(50) // busy: come back
      }
    }),
  )
  const refused = answers.filter((answer) => answer.statusCode !== 200)
  assert.equal(answers.length - refused.length, 14)
  for (const answer of refused) {
    assert.equal(answer.statusCode, 402)
    const { code, spend_cap } = answer.json()
    assert.deepEqual([code, spend_cap], ['api_key_spend_cap_reached', 100])
  }
  assert.equal(refused.at(-1)!.json().spent_in_period, 98)
  assert.equal((await world.get('/api/v1/me', ann.token)).json().balance_held, 98)
  // People spend what they have: the cap is the key's.
  assert.equal((await world.post('/api/v1/video/generate', ann.token, { prompt: 'x' })).statusCode, 200)
})

test('T-079 what a failed task gives back fits under the cap again, and what is charged does not', async (t) => {
  const world = await createWorld(t)
  const { submit, spent } = await cappedKey(world, { spend_cap: 20 })
  const first: string = (await submit()).json().task_id
  const second: string = (await submit()).json().task_id
  assert.equal((await submit()).json().code, 'api_key_spend_cap_reached')
  assert.equal(await spent(), 20)
  const end = (task_id: string, status: 'failed' | 'completed') =>
    world.db.transaction().execute(async (trx) => {
      await trx
        .updateTable('tasks')
        .set({
          status,
          completed_at: new Date(),
          error_code: status === 'failed' ? 'test' : null,
          result_key: status === 'failed' ? null : `videos/${task_id}.mp4`,
        })
        .where('task_id', '=', task_id)
        .execute()
      await (status === 'failed' ? wallet.release(trx, task_id) : capture(trx, task_id))
    })
  await end(first, 'completed')
  assert.equal(await spent(), 20)
  await end(second, 'failed')
  assert.equal(await spent(), 10)
  assert.equal((await submit()).statusCode, 200)
  assert.equal((await submit()).json().code, 'api_key_spend_cap_reached')
})

test('a monthly cap opens again with the month, a total one never does', async (t) => {
  const world = await createWorld(t)
  const monthly = await cappedKey(world, { spend_cap: 10 })
  const total = await cappedKey(world, { spend_cap: 10, spend_cap_period: 'total' })
  for (const { submit } of [monthly, total]) {
    assert.equal((await submit()).statusCode, 200)
    assert.equal((await submit()).statusCode, 402)
  }
  world.clock.offset_ms += 32 * 86_400_000
  assert.equal((await monthly.submit()).statusCode, 200)
  assert.equal((await total.submit()).statusCode, 402)
})

test('a price beyond the whole cap is refused, and nothing is spent', async (t) => {
  const world = await createWorld(t)
  const { submit, spent } = await cappedKey(world, { spend_cap: 15 })
  const response = await submit(2)
  assert.deepEqual(
    [response.statusCode, response.json().spend_cap, response.json().spent_in_period],
    [402, 15, 0],
  )
  assert.equal(await spent(), 0)
})

test('a submission without money takes no room under the cap', async (t) => {
  const world = await createWorld(t)
  const ann = await world.person()
  const key = await world.apiKey(ann, { spend_cap: 1000 })
  const response = await world.post('/api/v1/video/generate', key.api_key, { prompt: 'a calm sea' })
  assert.equal(response.json().code, 'insufficient_balance')
  const { items } = (await world.get('/api/v1/me/api-keys', ann.token)).json()
  assert.equal(items[0].spent_in_period, 0)
})

test('periods begin with the calendar month in UTC', (t) => {
  assert.equal(periodStart('month', new Date('2026-11-30T23:59:59.999Z')), '2026-11-01')
  assert.equal(periodStart('month', new Date('2026-12-01T00:00:00Z')), '2026-12-01')
  fc.assert(
    fc.property(fc.date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true }), (now) => {
      assert.ok(new Date(periodStart('month', now)) <= now)
      assert.equal(periodStart('total', now), '1970-01-01')
    }),
    fuzzParameters(t, { runs: 200 }),
  )
})
