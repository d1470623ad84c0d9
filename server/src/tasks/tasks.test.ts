import assert from 'node:assert/strict'
import { capture } from '../testing/capture.ts'
import { suite, test } from 'node:test'
import { sql } from 'kysely'
import { createLog } from '../platform/log.ts'
import { createWorld } from '../testing/world.ts'
import * as wallet from '../wallet/wallet.ts'
import * as queries from './task/queries.ts'
import { failOverdueTasks } from './run/reap.ts'

const generate = '/api/v1/video/generate'

suite('submit', () => {
  test('a task is accepted with its price, and the money is set aside', async (t) => {
    const { person, credits, post, get } = await createWorld(t)
    const ann = await person()
    await credits(ann, 100)
    const response = await post(generate, ann.token, { prompt: 'a red balloon', seed: 7 })
    assert.equal(response.statusCode, 200)
    const { task_id, created_at, ...rest } = response.json()
    assert.deepEqual(rest, {
      status: 'queued',
      model: 'preview',
      cost: 50,
      currency: 'CREDIT',
      balance: 50,
      existing: false,
    })
    const me = (await get('/api/v1/me', ann.token)).json()
    assert.deepEqual([me.balance, me.balance_held], [50, 50])

    const task = (await get(`/api/v1/tasks/${task_id}`, ann.token)).json()
    const { updated_at, ...shown } = task
    assert.equal(updated_at, created_at)
    assert.deepEqual(shown, {
      task_id,
      model: 'preview',
      status: 'queued',
      not_drawn: [],
      progress: null,
      prompt: 'a red balloon',
      original_prompt: null,
      negative_prompt: null,
      params: {
        mode: 'text-to-video',
        duration_seconds: 5,
        resolution: '480p',
        aspect_ratio: '16:9',
        width_px: 832,
        height_px: 480,
        fps: 16,
        frames: 81,
        seed: 7,
        steps: null,
        guidance: null,
        parameters: {},
        image_key: null,
        last_image_key: null,
        audio_key: null,
        target: null,
        upscaler: null,
      },
      parent_task_id: null,
      enhance_task_id: null,
      result_url: null,
      download_url: null,
      media: null,
      error: null,
      cost: 50,
      cost_status: 'held',
      priority: 0,
      queue: { position: 1, estimated_seconds: null, reason: 'no_worker' },
      created_at,
      started_at: null,
      completed_at: null,
    })
    assert.deepEqual((await get(`/api/v1/task/${task_id}`, ann.token)).json(), task)
  })

  test('without enough money nothing is queued', async (t) => {
    const { person, credits, post, get } = await createWorld(t)
    const ann = await person()
    await credits(ann, 49)
    const response = await post(generate, ann.token, { prompt: 'x' })
    const { request_id, detail, ...rest } = response.json()
    assert.ok(request_id && detail)
    assert.deepEqual(
      [response.statusCode, rest],
      [402, { code: 'insufficient_balance', required: 50, available: 49 }],
    )
    assert.equal((await get('/api/v1/tasks', ann.token)).json().total, 0)
  })

  test('T-133 of a hundred submissions at once, those with money are accepted', async (t) => {
    const { person, credits, post, get } = await createWorld(t)
    const ann = await person()
    await credits(ann, 300)
    const all = await Promise.all(
      Array.from({ length: 100 }, () => post(generate, ann.token, { prompt: 'x', duration_seconds: 1 })),
    )
    assert.equal(all.filter((response) => response.statusCode === 200).length, 30)
    assert.equal(all.filter((response) => response.statusCode === 402).length, 70)
    const me = (await get('/api/v1/me', ann.token)).json()
    assert.deepEqual([me.balance, me.balance_held], [0, 300])
    assert.equal((await get('/api/v1/tasks', ann.token)).json().total, 30)
  })

  test('the limit on active tasks is strict', async (t) => {
    const { person, credits, post } = await createWorld(t, { env: { MAX_ACTIVE_TASKS: '5' } })
    const ann = await person()
    await credits(ann, 1000)
    const all = await Promise.all(
      Array.from({ length: 20 }, () => post(generate, ann.token, { prompt: 'x', duration_seconds: 1 })),
    )
    assert.equal(all.filter((response) => response.statusCode === 200).length, 5)
    const refused = all.find((response) => response.statusCode === 429)!
    assert.deepEqual(
      [refused.json().code, refused.json().limit, refused.headers['retry-after']],
      ['too_many_active_tasks', 5, '5'],
    )
  })

  test('submissions of one minute are counted together, and a new minute begins anew', async (t) => {
    const { person, credits, post, db } = await createWorld(t, { env: { GENERATE_PER_MINUTE: '5' } })
    const ann = await person()
    await credits(ann, 1000)
    const submit = () => post(generate, ann.token, { prompt: 'x', duration_seconds: 1 })
    assert.equal((await submit()).statusCode, 200)
    const submitted_minute = sql<Date>`date_trunc('minute', now())`
    await db.updateTable('task_counts').set({ submitted_minute, submitted: 5 }).execute()
    const refused = await submit()
    assert.deepEqual([refused.statusCode, refused.json().code], [429, 'rate_limited'])
    const wait_s = Number(refused.headers['retry-after'])
    assert.ok(wait_s >= 1 && wait_s <= 60)
    const before = sql<Date>`date_trunc('minute', now()) - interval '1 minute'`
    await db.updateTable('task_counts').set({ submitted_minute: before }).execute()
    assert.equal((await submit()).statusCode, 200)
    const { submitted } = await db.selectFrom('task_counts').select('submitted').executeTakeFirstOrThrow()
    assert.equal(submitted, 1)
  })

  test('T-146 a model without a price is not for sale', async (t) => {
    const { person, credits, post, db } = await createWorld(t)
    const ann = await person()
    await credits(ann, 1000)
    const newer = { kind: 'generate', unit: 'second', effective_from: new Date(Date.now() - 1000) } as const
    await db
      .insertInto('prices')
      .values({ ...newer, resolution: '480p', unit_price: null, created_by: null })
      .execute()
    const response = await post(generate, ann.token, { prompt: 'x' })
    assert.deepEqual([response.statusCode, response.json().code], [503, 'price_not_configured'])
    assert.equal((await post(generate, ann.token, { prompt: 'x', resolution: '720p' })).statusCode, 200)
  })

  test('the most specific price counts, and a total is rounded up once', async (t) => {
    const { get, person, credits, post, db } = await createWorld(t)
    const ann = await person()
    await credits(ann, 1000)
    const price = {
      kind: 'generate',
      model: 'preview',
      unit: 'second',
      effective_from: new Date(0),
      created_by: null,
    } as const
    await db
      .insertInto('prices')
      .values({ ...price, unit_price: '0.700001' })
      .execute()
    assert.equal((await post(generate, ann.token, { prompt: 'x', duration_seconds: 3 })).json().cost, 3)
    await db
      .insertInto('prices')
      .values({ ...price, unit_price: '0', effective_from: new Date(1) })
      .execute()
    const free = (await post(generate, ann.token, { prompt: 'x' })).json()
    assert.equal(free.cost, 0)
    const { items } = (await get('/api/v1/tasks?page_size=1', ann.token)).json()
    assert.equal(items[0].cost_status, 'free')
  })
})

suite('list', () => {
  test('tasks come newest first, page by page and by status, and only one’s own', async (t) => {
    const { person, credits, task, get, db } = await createWorld(t)
    const [ann, eve] = [await person(), await person()]
    await credits(ann, 1000)
    await credits(eve, 1000)
    const ids: string[] = []
    for (let i = 0; i < 5; i++) ids.unshift(await task(ann))
    await task(eve)
    const failed = { status: 'failed', error_code: 'test', completed_at: new Date() } as const
    const list = async (query: string) => {
      const { items, ...rest } = (await get(`/api/v1/tasks?${query}`, ann.token)).json()
      return { ids: items.map((item: { task_id: string }) => item.task_id), ...rest }
    }
    assert.deepEqual(await list(''), { ids, total: 5, page: 1, page_size: 20 })
    assert.deepEqual(await list('page=2&page_size=2'), {
      ids: ids.slice(2, 4),
      total: 5,
      page: 2,
      page_size: 2,
    })
    await db.transaction().execute(async (trx) => {
      await trx.updateTable('tasks').set(failed).where('task_id', '=', ids[1]!).execute()
      await wallet.release(trx, ids[1]!)
    })
    assert.deepEqual(await list('status=failed'), { ids: [ids[1]], total: 1, page: 1, page_size: 20 })
    assert.equal((await list('status=queued')).total, 4)
    assert.deepEqual(await list('page=2'), { ids: [], total: 5, page: 2, page_size: 20 })
    assert.deepEqual(await list('status=running'), { ids: [], total: 0, page: 1, page_size: 20 })
    assert.deepEqual(
      (await get('/api/v1/task', ann.token)).json(),
      (await get('/api/v1/tasks', ann.token)).json(),
    )
  })

  test('PostgreSQL keeps the plan of a first page', async (t) => {
    const { person, credits, task, db } = await createWorld(t)
    const ann = await person()
    await credits(ann, 100)
    await task(ann)
    // In a transaction all statements have one connection.
    await db.transaction().execute(async (one) => {
      for (let i = 0; i < 10; i++) await queries.list(one, ann.user_id, undefined, { page: 1, page_size: 20 })
      const { rows } = await sql<{ generic_plans: number }>`
        select generic_plans from pg_prepared_statements where statement like '%from "tasks"%limit 20'`.execute(
        one,
      )
      assert.deepEqual(rows, [{ generic_plans: 5 }])
    })
  })
})

suite('other people’s tasks', () => {
  test('T-097 they look like no task at all, on every route', async (t) => {
    const { person, credits, task, get, remove } = await createWorld(t)
    const [ann, eve] = [await person(), await person()]
    await credits(ann, 1000)
    const theirs = await task(ann)
    const none = crypto.randomUUID()
    const body = (response: Awaited<ReturnType<typeof get>>) => ({ ...response.json(), request_id: '' })
    for (const call of [get, remove]) {
      for (const path of ['/api/v1/task', '/api/v1/tasks']) {
        const [others, unknown] = [
          await call(`${path}/${theirs}`, eve.token),
          await call(`${path}/${none}`, eve.token),
        ]
        assert.deepEqual([others.statusCode, body(others)], [404, body(unknown)])
      }
    }
    assert.equal((await get(`/api/v1/result/${theirs}`, eve.token)).statusCode, 404)
    assert.equal((await get(`/api/v1/tasks/${theirs}`, ann.token)).statusCode, 200)
  })
})

suite('delete', () => {
  test('T-098, T-100 only an ended task can be deleted, once, and is gone everywhere', async (t) => {
    const { person, credits, task, get, remove, db } = await createWorld(t)
    const ann = await person()
    await credits(ann, 1000)
    const task_id = await task(ann)
    const early = await remove(`/api/v1/tasks/${task_id}`, ann.token)
    assert.deepEqual(
      [early.statusCode, early.json().code, early.headers['x-should-retry']],
      [409, 'task_in_progress', 'false'],
    )
    await db
      .updateTable('tasks')
      .set({ deadline_at: new Date(0) })
      .execute()
    assert.equal(await failOverdueTasks(db, createLog({ level: 'silent' })), 1)
    assert.deepEqual((await get(`/api/v1/tasks/${task_id}`, ann.token)).json().error, {
      code: 'deadline_exceeded',
      message: 'The task did not end in time.',
    })
    const both = await Promise.all([
      remove(`/api/v1/tasks/${task_id}`, ann.token),
      remove(`/api/v1/task/${task_id}`, ann.token),
    ])
    assert.deepEqual(
      both.map((response) => response.statusCode).toSorted((a, b) => a - b),
      [204, 404],
    )
    assert.equal((await get(`/api/v1/tasks/${task_id}`, ann.token)).statusCode, 404)
    assert.equal((await get(`/api/v1/result/${task_id}`, ann.token)).statusCode, 404)
    assert.equal((await get('/api/v1/tasks', ann.token)).json().total, 0)
    assert.equal((await get('/api/v1/me', ann.token)).json().balance, 1000, 'deleting does not touch money')
  })
})

suite('result', () => {
  test('T-110 a result that is not there says why', async (t) => {
    const { person, credits, task, get, db } = await createWorld(t)
    const ann = await person()
    await credits(ann, 1000)
    const task_id = await task(ann)
    const queued = await get(`/api/v1/result/${task_id}`, ann.token)
    assert.deepEqual(
      [queued.statusCode, queued.json().code, queued.json().status, queued.headers['retry-after']],
      [409, 'result_not_ready', 'queued', '2'],
    )
    await db.transaction().execute(async (trx) => {
      await trx
        .updateTable('tasks')
        .set({ status: 'completed', result_key: `videos/${task_id}.mp4`, completed_at: new Date() })
        .execute()
      await capture(trx, task_id)
    })
    const gone = await get(`/api/v1/result/${task_id}`, ann.token)
    assert.deepEqual([gone.statusCode, gone.json().code], [410, 'result_gone'])
    assert.equal(
      (await get(`/api/v1/tasks/${task_id}`, ann.token)).json().result_url,
      `videos/${task_id}.mp4`,
    )
  })
})
