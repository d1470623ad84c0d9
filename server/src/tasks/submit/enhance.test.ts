import assert from 'node:assert/strict'
import { capture } from '../../testing/capture.ts'
import { Readable } from 'node:stream'
import { suite, test } from 'node:test'
import type { EngineRequest } from '../../engines/engines.ts'
import { until } from '../../testing/until.ts'
import { createHeldEngine, startWorkerOf } from '../../testing/worker.ts'
import { createWorld, type Person, type World } from '../../testing/world.ts'

/** A completed task of 480p and five seconds. */
async function completed(world: World, of: Person, input: Record<string, unknown> = {}): Promise<string> {
  const task_id = await world.task(of, { duration_seconds: 5, ...input })
  await world.db
    .updateTable('tasks')
    .set({ status: 'completed', result_key: `videos/${task_id}.mp4`, completed_at: new Date(), attempt: 1 })
    .where('task_id', '=', task_id)
    .execute()
  await world.db.transaction().execute((trx) => capture(trx, task_id))
  return task_id
}

async function open(t: Parameters<typeof createWorld>[0], credits = 100_000) {
  const world = await createWorld(t)
  const ann = await world.person()
  await world.credits(ann, credits)
  const enhance = (task_id: string, body: unknown = null, who = ann) =>
    world.post(`/api/v1/tasks/${task_id}/enhance`, who.token, body as Record<string, unknown> | null)
  const get = async (task_id: string) => (await world.get(`/api/v1/tasks/${task_id}`, ann.token)).json()
  const balance = async () => (await world.get('/api/v1/me', ann.token)).json().balance
  return { world, ann, enhance, get, balance }
}

suite('enhance', () => {
  test('a completed video gets one sub-task, at the price of its target and length', async (t) => {
    const { world, ann, enhance, get, balance } = await open(t)
    const source = await completed(world, ann)
    const before = await balance()
    const answer = await enhance(source, { target: '2K' })
    assert.equal(answer.statusCode, 200, answer.body)
    const { task_id, model, cost, status, existing } = answer.json()
    assert.deepEqual(
      { model, cost, status, existing },
      { model: 'enhance', cost: 40, status: 'queued', existing: false },
    )
    assert.equal(await balance(), before - 40)
    const { params, prompt, parent_task_id, queue } = await get(task_id)
    assert.deepEqual([prompt, parent_task_id, queue.reason], [null, source, 'no_worker'])
    const { mode, target, resolution, width_px, height_px, frames, fps, duration_seconds } = params
    assert.deepEqual(
      { mode, target, resolution, width_px, height_px, frames, fps, duration_seconds },
      {
        mode: 'enhance',
        target: '2k',
        resolution: '2k',
        width_px: 2496,
        height_px: 1440,
        frames: 81,
        fps: 16,
        duration_seconds: 5,
      },
    )
    assert.equal((await get(source)).enhance_task_id, task_id)

    const again = await enhance(source, { target: '1080p' })
    assert.deepEqual([again.json().task_id, again.json().cost, again.json().existing], [task_id, 40, true])
    assert.equal(await balance(), before - 40, 'the first target wins')
  })

  test('without a body it is 1080p; an upright video stays upright; both paths do the same', async (t) => {
    const { world, ann, get } = await open(t)
    const source = await completed(world, ann, { aspect_ratio: '9:16' })
    const answer = await world.app.inject({
      method: 'POST',
      url: `/api/v1/task/${source}/enhance`,
      headers: { authorization: `Bearer ${ann.token}` },
    })
    assert.equal(answer.statusCode, 200, answer.body)
    const { params } = await get(answer.json().task_id)
    assert.deepEqual([params.target, params.width_px, params.height_px], ['1080p', 1080, 1872])
  })

  test('T-101 of twenty calls at once, of both targets, one makes the sub-task and holds money, and all get it', async (t) => {
    const { world, ann, enhance, balance } = await open(t)
    const source = await completed(world, ann)
    const before = await balance()
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) => enhance(source, { target: i % 2 === 0 ? '1080p' : '2k' })),
    )
    const made = answers.map((answer) => answer.json())
    assert.deepEqual(new Set(answers.map(({ statusCode }) => statusCode)), new Set([200]))
    assert.equal(new Set(made.map(({ task_id }) => task_id)).size, 1)
    assert.equal(made.filter(({ existing }) => !existing).length, 1)
    const holds = await world.db
      .selectFrom('ledger_holds')
      .select('amount')
      .where('task_id', '=', made[0].task_id)
      .execute()
    assert.equal(holds.length, 1)
    assert.equal(await balance(), before - made[0].cost)
  })

  test('T-100, T-102 what can’t be enhanced says why', async (t) => {
    const { world, ann, enhance } = await open(t)
    const bob = await world.person()
    const refused = async (task_id: string, body: unknown = null, who = ann) => {
      const answer = await enhance(task_id, body, who)
      return [answer.statusCode, answer.json().code]
    }
    const queued = await world.task(ann)
    assert.deepEqual(await refused(queued), [409, 'task_not_completed'])
    await world.post(`/api/v1/tasks/${queued}/cancel`, ann.token)
    assert.deepEqual(await refused(queued), [409, 'task_not_completed'])

    const source = await completed(world, ann)
    assert.deepEqual(await refused(source, null, bob), [404, 'task_not_found'])
    assert.deepEqual(await refused(source, { target: '4k' }), [422, 'validation_failed'])
    const { task_id: sub } = (await enhance(source)).json()
    assert.deepEqual(await refused(sub), [409, 'task_not_completed'])
    await world.db
      .updateTable('tasks')
      .set({ status: 'completed', result_key: `videos/${sub}.mp4`, completed_at: new Date() })
      .where('task_id', '=', sub)
      .execute()
    await world.db.transaction().execute((trx) => capture(trx, sub))
    assert.deepEqual(await refused(sub), [409, 'task_not_enhanceable'])
    const retry = await world.post(`/api/v1/tasks/${sub}/retry`, ann.token)
    assert.deepEqual([retry.statusCode, retry.json().code], [409, 'task_not_retryable'])

    const purged = await completed(world, ann)
    await world.db
      .updateTable('tasks')
      .set({ result_key: null, result_purged_at: new Date() })
      .where('task_id', '=', purged)
      .execute()
    assert.deepEqual(await refused(purged), [409, 'task_not_enhanceable'])
    const large = await completed(world, ann, { resolution: '1080p' })
    assert.deepEqual(await refused(large), [409, 'task_not_enhanceable'])
    assert.equal((await enhance(large, { target: '2k' })).statusCode, 200)

    const deleted = await completed(world, ann)
    await world.remove(`/api/v1/tasks/${deleted}`, ann.token)
    assert.deepEqual(await refused(deleted), [404, 'task_not_found'])
    const named = await world.post('/api/v1/video/generate', ann.token, { prompt: 'x', model: 'enhance' })
    assert.equal(named.statusCode, 422)
  })

  test('a failed sub-task stays until it is deleted; then there may be a new one, of another target', async (t) => {
    const { world, ann, enhance, get, balance } = await open(t)
    const source = await completed(world, ann)
    const before = await balance()
    const { task_id } = (await enhance(source)).json()
    await world.post(`/api/v1/tasks/${task_id}/cancel`, ann.token)
    assert.equal(await balance(), before)
    const same = (await enhance(source, { target: '2k' })).json()
    assert.deepEqual([same.task_id, same.status, same.existing], [task_id, 'failed', true])
    await world.remove(`/api/v1/tasks/${task_id}`, ann.token)
    assert.equal((await get(source)).enhance_task_id, null)
    const next = (await enhance(source, { target: '2k' })).json()
    assert.deepEqual([next.existing, (await get(next.task_id)).params.target], [false, '2k'])
  })

  test('a setting changes its price online, and without money nothing is made', async (t) => {
    const { world, ann, enhance, get } = await open(t, 60)
    const source = await completed(world, ann)
    const dear = await enhance(source, { target: '1080p' })
    assert.deepEqual([dear.statusCode, dear.json().required, dear.json().available], [402, 20, 10])
    assert.equal((await get(source)).enhance_task_id, null)
    const admin = await world.admin()
    const set = await world.post('/api/v1/admin/settings', admin.token, {
      price_overrides: { 'enhance.1080p': { unit: 'task', unit_price: '3' } },
    })
    assert.equal(set.statusCode, 200, set.body)
    assert.equal((await enhance(source)).json().cost, 3)
  })

  test('a report is there where an engine gave one, and says why otherwise', async (t) => {
    const { world, ann } = await open(t)
    const report = async (task_id: string) => {
      const answer = await world.get(`/api/v1/tasks/${task_id}/report`, ann.token)
      return [answer.statusCode, answer.json().code]
    }
    const waiting = await world.task(ann)
    assert.deepEqual(await report(waiting), [409, 'result_not_ready'])
    await world.post(`/api/v1/tasks/${waiting}/cancel`, ann.token)
    assert.deepEqual(await report(waiting), [409, 'task_failed'])
    const made = await completed(world, ann)
    assert.deepEqual(await report(made), [404, 'media_not_found'])
    await world.db
      .updateTable('tasks')
      .set({ result_key: null, result_purged_at: new Date() })
      .where('task_id', '=', made)
      .execute()
    assert.deepEqual(await report(made), [410, 'result_gone'])
  })

  test('an engine that enhances gets the source’s own file', async (t) => {
    const { world, ann, enhance } = await open(t)
    const source = await completed(world, ann)
    await world.deps.storage.put(`videos/${source}.mp4`, Readable.from([Buffer.from('a film')]), {
      content_type: 'video/mp4',
    })
    const { task_id } = (await enhance(source)).json()
    const requests: EngineRequest[] = []
    const held = createHeldEngine({ models: ['enhance'] })
    const engine = {
      ...held,
      capabilities: async () => ({
        offers: [{ model: 'enhance', modes: ['enhance' as const] }],
        problems: [],
        version: null,
      }),
      start: (request: EngineRequest, context: { key: string; signal: AbortSignal }) => {
        requests.push(request)
        return held.start(request, context)
      },
    }
    startWorkerOf(world, engine)
    await until(() => requests.length === 1)
    assert.equal(Buffer.concat(await (await requests[0]!.video!()).toArray()).toString(), 'a film')
    held.finish([...held.working][0]!)
    assert.equal((await world.ended(task_id)).status, 'completed')
  })
})
