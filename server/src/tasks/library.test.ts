import assert from 'node:assert/strict'
import { capture } from '../testing/capture.ts'
import { suite, test, type TestContext } from 'node:test'
import { createWorld, type Person, type World } from '../testing/world.ts'
import * as wallet from '../wallet/wallet.ts'

const day_ms = 86_400_000

async function prepare(t: TestContext, env: Record<string, string> = {}) {
  const world = await createWorld(t, { env })
  const ann = await world.person()
  await world.credits(ann, 100_000)
  return { world, ann }
}

/** A task that has ended: well, with a video, or with a failure. */
async function ended(world: World, of: Person, input = {}, status: 'completed' | 'failed' = 'completed') {
  const task_id = await world.task(of, input)
  const how =
    status === 'completed' ? { result_key: `videos/${task_id}.mp4` } : { error_code: 'out_of_memory' }
  await end(world, task_id, { status, ...how })
  return task_id
}

async function end(world: World, task_id: string, how: object) {
  await world.db.transaction().execute(async (trx) => {
    await trx
      .updateTable('tasks')
      .set({ ...how, completed_at: world.deps.clock() })
      .where('task_id', '=', task_id)
      .execute()
    await ('result_key' in how ? capture(trx, task_id) : wallet.release(trx, task_id))
  })
}

/** What a list says, and what it is told. */
async function list(world: World, of: Person, query: Record<string, string>) {
  const response = await world.get(`/api/v1/tasks?${new URLSearchParams(query).toString()}`, of.token)
  assert.equal(response.statusCode, 200, response.body)
  const { items, total } = response.json<{ items: { task_id: string }[]; total: number }>()
  return { ids: items.map(({ task_id }) => task_id), total }
}

suite('what a list is filtered by', () => {
  test('model, resolution, shape, status and time, alone and together', async (t) => {
    const { world, ann } = await prepare(t)
    const wide = await ended(world, ann)
    const tall = await ended(world, ann, { aspect_ratio: '9:16' })
    const large = await ended(world, ann, { resolution: '720p' }, 'failed')
    const waiting = await world.task(ann, { resolution: '720p', aspect_ratio: '9:16' })
    const found = async (query: Record<string, string>) => (await list(world, ann, query)).ids
    assert.deepEqual(await found({ aspect_ratio: '9:16' }), [waiting, tall])
    assert.deepEqual(await found({ resolution: '720p' }), [waiting, large])
    assert.deepEqual(await found({ resolution: '720p', status: 'failed' }), [large])
    assert.deepEqual(await found({ model: 'preview', status: 'completed' }), [tall, wide])
    assert.deepEqual(await found({ model: 'another' }), [])
    assert.deepEqual(await found({ model: 'preview', status: 'nobody knows' }), [])
    const created_at = new Date(Date.now() - 3 * day_ms)
    await world.db.updateTable('tasks').set({ created_at }).where('task_id', '=', wide).execute()
    const at = created_at.toISOString()
    assert.deepEqual(await found({ created_to: at }), [], 'the end is exclusive')
    assert.deepEqual(await found({ created_from: at }), [waiting, large, tall, wide], 'the beginning is not')
    assert.deepEqual(await found({ created_to: new Date(Date.now() - day_ms).toISOString() }), [wide])
    const wrong = await world.get('/api/v1/tasks?created_from=yesterday', ann.token)
    assert.deepEqual([wrong.statusCode, wrong.json().detail[0].loc], [422, ['query', 'created_from']])
  })

  test('the total and the pages are those of what matches', async (t) => {
    const { world, ann } = await prepare(t)
    const tall: string[] = []
    for (let i = 0; i < 5; i++) {
      await ended(world, ann)
      tall.unshift(await ended(world, ann, { aspect_ratio: '9:16' }))
    }
    const page = (number: number) =>
      list(world, ann, { aspect_ratio: '9:16', page: String(number), page_size: '2' })
    assert.deepEqual(await page(1), { ids: tall.slice(0, 2), total: 5 })
    assert.deepEqual(await page(3), { ids: tall.slice(4), total: 5 })
    assert.deepEqual(await page(4), { ids: [], total: 5 })
    const plain = await list(world, ann, { page: '2', page_size: '4' })
    assert.deepEqual([plain.ids.length, plain.total], [4, 10])
  })

  test('enhanced versions only, or none of them', async (t) => {
    const { world, ann } = await prepare(t)
    const source = await ended(world, ann)
    const answer = await world.post(`/api/v1/tasks/${source}/enhance`, ann.token)
    const { task_id: larger } = answer.json<{ task_id: string }>()
    assert.deepEqual((await list(world, ann, { enhanced: 'true' })).ids, [larger])
    assert.deepEqual((await list(world, ann, { enhanced: 'false' })).ids, [source])
  })
})

suite('words of the prompt', () => {
  test('all of them, in any order, in any case, each of which may be a beginning', async (t) => {
    const { world, ann } = await prepare(t)
    const red = await ended(world, ann, { prompt: 'A RED balloon, drifting over the sea; it’s 4K' })
    const blue = await ended(world, ann, { prompt: 'a blue balloon over the Café' }, 'failed')
    const waiting = await world.task(ann, { prompt: 'a red fox' })
    const found = async (q: string, more = {}) => (await list(world, ann, { q, ...more })).ids
    assert.deepEqual(await found('balloon'), [blue, red])
    assert.deepEqual(await found('Sea ball'), [red])
    assert.deepEqual(await found('red'), [waiting, red], 'one that waits is found as well')
    assert.deepEqual(await found('café'), [blue])
    assert.deepEqual(await found('4k'), [red])
    assert.deepEqual(await found('loon'), [], 'but no end of a word')
    assert.deepEqual(await found('balloon', { status: 'failed' }), [blue])
    assert.deepEqual(await found('red green'), [])
    assert.deepEqual(await found('%'), [], 'what has no words has no match')
    assert.deepEqual(await found('  '), [waiting, blue, red], 'and nothing is no filter')
    for (const q of ["'", "a' & 'b", '\\', ':*', '!red', 'red | fox', '<->', "it's"])
      assert.ok(Array.isArray(await found(q)), q)
  })

  test('Chinese has no spaces: any part of it is found', async (t) => {
    const { world, ann } = await prepare(t)
    const sea = await ended(world, ann, { prompt: '一只红色气球飘过平静的大海，日落，4K 电影感' })
    const city = await ended(world, ann, { prompt: '夜晚的城市，霓虹灯' })
    const found = async (q: string) => (await list(world, ann, { q })).ids
    assert.deepEqual(await found('气球'), [sea])
    assert.deepEqual(await found('红色气球'), [sea])
    assert.deepEqual(await found('大海'), [sea])
    assert.deepEqual(await found('海'), [sea], 'the last character of a sentence')
    assert.deepEqual(await found('的'), [city, sea])
    assert.deepEqual(await found('城市 霓虹'), [city])
    assert.deepEqual(await found('4k 电影'), [sea])
    assert.deepEqual(await found('球气'), [])
  })

  test('nobody finds what somebody else wrote', async (t) => {
    const { world, ann } = await prepare(t)
    const eve = await world.person()
    await ended(world, ann, { prompt: 'a secret garden' })
    assert.deepEqual(await list(world, eve, { q: 'secret' }), { ids: [], total: 0 })
    assert.deepEqual(await list(world, eve, { model: 'preview' }), { ids: [], total: 0 })
  })
})

suite('a deletion that is taken back', () => {
  const restore = (task_id: string) => `/api/v1/tasks/${task_id}/restore`

  test('the task is as it was, in its place, and says so; a second call changes nothing', async (t) => {
    const { world, ann } = await prepare(t)
    const [first, second] = [await ended(world, ann), await ended(world, ann, {}, 'failed')]
    const { updated_at: _, ...before } = (await world.get(`/api/v1/tasks/${first}`, ann.token)).json()
    await world.remove(`/api/v1/tasks/${first}`, ann.token)
    assert.deepEqual(await list(world, ann, {}), { ids: [second], total: 1 })
    assert.deepEqual(await list(world, ann, { q: 'sea' }), { ids: [second], total: 1 })
    const restored = await world.post(restore(first), ann.token)
    const { updated_at: __, ...after } = restored.json()
    assert.deepEqual([restored.statusCode, after], [200, before])
    assert.deepEqual(await list(world, ann, {}), { ids: [second, first], total: 2 })
    assert.deepEqual(await list(world, ann, { q: 'sea' }), { ids: [second, first], total: 2 })
    assert.equal((await world.post(restore(first), ann.token)).statusCode, 200)
    const events = await world.db
      .selectFrom('task_events')
      .select('type')
      .where('task_id', '=', first)
      .orderBy('seq')
      .execute()
    assert.deepEqual(
      events.map(({ type }) => type),
      ['task.queued', 'task.completed', 'task.deleted', 'task.restored'],
    )
  })

  test('only its owner can, and not after the days that a deleted video is kept', async (t) => {
    const { world, ann } = await prepare(t, { DELETED_RETENTION_DAYS: '0' })
    const eve = await world.person()
    const [early, late] = [await ended(world, ann), await ended(world, ann)]
    for (const task_id of [early, late]) await world.remove(`/api/v1/tasks/${task_id}`, ann.token)
    const others = await world.post(restore(early), eve.token)
    assert.deepEqual([others.statusCode, others.json().code], [404, 'task_not_found'])
    const ago = (minutes: number, task_id: string) =>
      world.db
        .updateTable('tasks')
        .set({ deleted_at: new Date(Date.now() - minutes * 60_000) })
        .where('task_id', '=', task_id)
        .execute()
    await ago(9, early)
    assert.equal((await world.post(restore(early), ann.token)).statusCode, 200, 'ten minutes in any case')
    await ago(11, late)
    const gone = await world.post(restore(late), ann.token)
    assert.deepEqual([gone.statusCode, gone.json().code], [410, 'task_gone'])
  })

  test('an enhanced version stays deleted once its source has another', async (t) => {
    const { world, ann } = await prepare(t)
    const source = await ended(world, ann)
    const enhance = async () => {
      const answer = await world.post(`/api/v1/tasks/${source}/enhance`, ann.token)
      const { task_id } = answer.json<{ task_id: string }>()
      await end(world, task_id, { status: 'failed', error_code: 'out_of_memory' })
      return task_id
    }
    const first = await enhance()
    await world.remove(`/api/v1/tasks/${first}`, ann.token)
    await enhance()
    const refused = await world.post(restore(first), ann.token)
    assert.deepEqual([refused.statusCode, refused.json().code], [409, 'task_enhanced_again'])
    await world.remove(`/api/v1/tasks/${source}`, ann.token)
    const both = await world.post('/api/v1/tasks/restore', ann.token, { task_ids: [first, source] })
    assert.deepEqual(
      [both.json().done, both.json().refused.map(({ code }: { code: string }) => code)],
      [[source], ['task_enhanced_again']],
    )
  })

  test('of many at once each is done or named with its reason', async (t) => {
    const { world, ann } = await prepare(t)
    const eve = await world.person()
    await world.credits(eve, 1_000)
    const mine = [await ended(world, ann), await ended(world, ann, {}, 'failed')]
    const [waiting, others] = [await world.task(ann), await ended(world, eve)]
    const asked = { task_ids: [...mine, waiting, others, 'none', mine[0]!] }
    const deleted = (await world.post('/api/v1/tasks/delete', ann.token, asked)).json()
    assert.deepEqual(deleted.done.toSorted(), mine.toSorted())
    assert.deepEqual(
      deleted.refused.map(({ task_id, code }: { task_id: string; code: string }) => [task_id, code]),
      [
        [waiting, 'task_in_progress'],
        [others, 'task_not_found'],
        ['none', 'task_not_found'],
      ],
    )
    assert.deepEqual((await list(world, ann, {})).ids, [waiting])
    assert.equal((await list(world, eve, {})).total, 1)
    const [one, two] = await Promise.all([
      world.post('/api/v1/tasks/restore', ann.token, { task_ids: mine }),
      world.post('/api/v1/tasks/restore', ann.token, { task_ids: mine.toReversed() }),
    ])
    for (const { statusCode, body } of [one, two]) assert.equal(statusCode, 200, body)
    assert.equal((await list(world, ann, {})).total, 3)
    const many = { task_ids: Array.from({ length: 101 }, () => mine[0]!) }
    assert.equal((await world.post('/api/v1/tasks/delete', ann.token, many)).statusCode, 422)
  })
})
