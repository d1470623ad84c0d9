import assert from 'node:assert/strict'
import { capture } from '../../testing/capture.ts'
import { suite, test } from 'node:test'
import { createWorld, type Person, type World } from '../../testing/world.ts'

/** A task that was completed and charged, without an engine. */
async function chargedTask(world: World, who: Person, seconds: number): Promise<string> {
  const task_id = await world.task(who, { duration_seconds: seconds })
  await world.db.transaction().execute(async (trx) => {
    await trx
      .updateTable('tasks')
      .set({ status: 'completed', result_key: `videos/${task_id}.mp4`, completed_at: new Date() })
      .where('task_id', '=', task_id)
      .execute()
    await capture(trx, task_id)
  })
  return task_id
}

async function canceledTask(world: World, who: Person, seconds: number): Promise<void> {
  const task_id = await world.task(who, { duration_seconds: seconds })
  assert.equal((await world.post(`/api/v1/tasks/${task_id}/cancel`, who.token)).statusCode, 200)
}

const dayIn = (timeZone: string): string => new Intl.DateTimeFormat('en-CA', { timeZone }).format(new Date())

suite('what was spent', () => {
  test('is captures and charges less refunds; what is held or came back is not spent', async (t) => {
    const world = await createWorld(t)
    const [root, ann, eve] = [await world.admin(), await world.person(), await world.person()]
    for (const who of [ann, eve]) await world.credits(who, 1_000)
    const task_id = await chargedTask(world, ann, 4)
    await chargedTask(world, ann, 2)
    await chargedTask(world, eve, 8)
    await canceledTask(world, ann, 3)
    await world.task(ann, { duration_seconds: 5 })
    const refund = { amount: 15, reason: 'It flickers' }
    const refunded = await world.post(`/api/v1/admin/tasks/${task_id}/refund`, root.token, refund)
    assert.equal(refunded.statusCode, 200, refunded.body)
    const usage = (await world.get('/api/v1/me/usage', ann.token)).json()
    assert.deepEqual(
      [usage.total, usage.items],
      [45, [{ day: usage.today, model: 'preview', spent: 45, videos: 2 }]],
    )
    const { balance, balance_held } = (await world.get('/api/v1/me', ann.token)).json()
    assert.equal(1_000 - balance - balance_held, usage.total)
  })

  test('counts for the day that it was where the caller is', async (t) => {
    const world = await createWorld(t)
    const ann = await world.person()
    await world.credits(ann, 1_000)
    await chargedTask(world, ann, 4)
    // Between these two it is never the same day.
    for (const time_zone of ['Pacific/Kiritimati', 'Pacific/Niue']) {
      const usage = (await world.get(`/api/v1/me/usage?time_zone=${time_zone}`, ann.token)).json()
      assert.deepEqual([usage.today, usage.items[0].day], [dayIn(time_zone), dayIn(time_zone)])
      const only = `/api/v1/me/usage?time_zone=${time_zone}&from=${usage.today}&to=${usage.today}`
      assert.equal((await world.get(only, ann.token)).json().total, 40)
    }
  })

  test('is told of at most a year, of days and time zones that there are', async (t) => {
    const world = await createWorld(t)
    const ann = await world.person()
    for (const query of [
      'from=2026-02-30',
      'to=yesterday!',
      'from=2026-01-02&to=2026-01-01',
      'from=2025-01-01&to=2026-01-02',
      'time_zone=Middle-earth/Shire',
    ]) {
      const response = await world.get(`/api/v1/me/usage?${query}`, ann.token)
      assert.equal(response.statusCode, 422, query)
    }
    const year = await world.get('/api/v1/me/usage?from=2025-01-01&to=2026-01-01', ann.token)
    assert.deepEqual([year.statusCode, year.json().items], [200, []])
  })
})

test('the history is listed by what happened and when', async (t) => {
  const world = await createWorld(t)
  const ann = await world.person()
  await world.credits(ann, 1_000)
  await world.credits(ann, 500)
  await canceledTask(world, ann, 3)
  const list = async (query: string) => {
    const { items, total } = (await world.get(`/api/v1/me/transactions?${query}`, ann.token)).json()
    assert.equal(items.length, Math.min(total, 2))
    return [total, items.map(({ amount }: { amount: number }) => amount)]
  }
  assert.deepEqual(await list('page_size=2'), [4, [30, -30]])
  assert.deepEqual(await list('page_size=2&type=topup'), [2, [500, 1_000]])
  assert.deepEqual(await list('page_size=2&type=task_charge'), [1, [-30]])
  assert.deepEqual(await list('page_size=2&type=task_refund'), [1, [30]])
  assert.deepEqual(await list('page_size=2&type=adjustment'), [0, []])
  const [past, future] = [-60_000, 60_000].map((ms) => new Date(Date.now() + ms).toISOString())
  assert.deepEqual(await list(`page_size=2&from=${past}&to=${future}`), [4, [30, -30]])
  assert.deepEqual(await list(`page_size=2&from=${future}`), [0, []])
  assert.deepEqual(await list(`page_size=2&to=${past}`), [0, []])
})
