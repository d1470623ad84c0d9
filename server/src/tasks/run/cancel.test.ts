import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { type Engine, EngineError, type OperationState } from '../../engines/engines.ts'
import { keyOf } from '../../testing/instant-engine.ts'
import { claimNext } from '../../testing/claim.ts'
import { until } from '../../testing/until.ts'
import { createHeldEngine, startWorkerOf } from '../../testing/worker.ts'
import { createWorld, type Person, type World } from '../../testing/world.ts'
import * as attempts from './attempt-queries.ts'
import { failOverdueTasks } from './reap.ts'

const cancel = (world: World, who: Person, task_id: string) =>
  world.post(`/api/v1/tasks/${task_id}/cancel`, who.token)
const balanceOf = async (world: World, who: Person) => {
  const { balance, balance_held } = (await world.get('/api/v1/me', who.token)).json()
  return [balance, balance_held]
}
const takenSlots = async ({ db }: World) =>
  (await db.selectFrom('engine_slots').select('slot').where('task_id', 'is not', null).execute()).length

async function prepare(t: Parameters<typeof createWorld>[0]) {
  const world = await createWorld(t)
  const ann = await world.person()
  await world.credits(ann, 1000)
  return { world, ann }
}

suite('cancel', () => {
  test('a waiting task ends at once with its money back, and never runs', async (t) => {
    const { world, ann } = await prepare(t)
    const task_id = await world.task(ann)
    const response = await cancel(world, ann, task_id)
    assert.equal(response.statusCode, 200, response.body)
    const { status, error, cost_status, queue } = response.json()
    assert.deepEqual([status, error.code, cost_status, queue], ['failed', 'canceled', 'released', null])
    assert.deepEqual(await balanceOf(world, ann), [1000, 0])
    assert.equal(await claimNext(world), undefined)
    const again = await cancel(world, ann, task_id)
    assert.deepEqual([again.statusCode, again.json().code], [409, 'task_ended'])
    assert.equal(again.headers['x-should-retry'], 'false')
  })

  test('a running task ends at once, its engine is stopped, and the slot takes the next', async (t) => {
    const { world, ann } = await prepare(t)
    const engine = createHeldEngine()
    startWorkerOf(world, engine)
    const [first, second] = [await world.task(ann), await world.task(ann)]
    await until(() => engine.working.has(`${first}-1`), 'the first task')
    assert.equal((await cancel(world, ann, first)).json().error.code, 'canceled')
    assert.deepEqual(await balanceOf(world, ann), [990, 10])
    await until(() => engine.working.has(`${second}-1`), 'the second task')
    assert.ok(engine.canceled.includes(`${first}-1`))
    assert.equal(engine.most, 1)
    const { items } = (await world.get(`/api/v1/tasks/${first}/attempts`, ann.token)).json()
    assert.deepEqual(
      items.map((attempt: { outcome: string; error: null }) => [attempt.outcome, attempt.error]),
      [['canceled', null]],
    )
  })

  test('an engine that is asked while it is being stopped has not failed, whatever it says then', async (t) => {
    const told: OperationState[] = [
      {
        status: 'failed',
        error: new EngineError('interrupted', 'The engine was told to stop.', { fault: 'engine' }),
      },
      { status: 'lost' },
      { status: 'running', progress: 0.5 },
    ]
    for (const state of told) {
      const { world, ann } = await prepare(t)
      const held = createHeldEngine()
      const [asked, stopped] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      const [first, second] = [await world.task(ann), await world.task(ann)]
      const engine: Engine = {
        ...held,
        // The answer about the first task comes once the task has been canceled and its engine stopped.
        inspect: async (operation, signal) => {
          if (keyOf(operation) !== `${first}-1` || held.canceled.length > 0)
            return held.inspect(operation, signal)
          asked.resolve()
          await stopped.promise
          return state
        },
      }
      startWorkerOf(world, engine)
      await asked.promise
      await cancel(world, ann, first)
      await until(() => held.canceled.includes(`${first}-1`), 'a stopped engine')
      stopped.resolve()
      await until(() => held.working.has(`${second}-1`), 'the second task')
      held.finish(`${second}-1`)
      assert.equal((await world.ended(second)).status, 'completed')
      await until(() => world.logged().includes('attempt_canceled'), 'a word of the first attempt')
      const warned = world
        .logged()
        .split('\n')
        .filter((line) => line.includes(first) && line.includes('"level":"warn"'))
      assert.deepEqual(warned, [])
      const report = await world.db.selectFrom('engine_reports').select('failures').executeTakeFirstOrThrow()
      assert.deepEqual(report, { failures: 0 })
    }
  })

  test('a server that cannot stop keeps its slot until it is idle, and the user waits for nothing', async (t) => {
    const { world, ann } = await prepare(t)
    const engine = createHeldEngine()
    engine.stops = false
    startWorkerOf(world, engine)
    const [first, second] = [await world.task(ann), await world.task(ann)]
    await until(() => engine.working.has(`${first}-1`), 'the first task')
    await cancel(world, ann, first)
    await until(() => engine.canceled.length >= 2, 'a second cancellation')
    const root = await world.admin()
    const { items } = (await world.get('/api/v1/admin/engine-slots', root.token)).json()
    assert.deepEqual(
      items.map((slot: { task_id: string; is_draining: boolean }) => [slot.task_id, slot.is_draining]),
      [[first, true]],
    )
    assert.equal((await world.get(`/api/v1/tasks/${second}`, ann.token)).json().status, 'queued')
    engine.finish(`${first}-1`)
    await until(() => engine.working.has(`${second}-1`), 'the second task')
    assert.equal(engine.most, 1)
  })

  test('of a cancellation and a completion at once one counts, and money goes with it', async (t) => {
    const { world, ann } = await prepare(t)
    for (let i = 0; i < 30; i++) {
      const task_id = await world.task(ann)
      const claimed = (await claimNext(world))!
      const complete = async () => {
        await wait((i % 10) * 3) // so that now the one and now the other is first
        return attempts.complete(world.db, claimed, `videos/${task_id}.mp4`)
      }
      const both =
        i % 2 === 0 ? [cancel(world, ann, task_id), complete()] : [complete(), cancel(world, ann, task_id)]
      await Promise.all(both)
      const task = await world.ended(task_id)
      const hold = await world.db
        .selectFrom('ledger_holds')
        .select('state')
        .where('task_id', '=', task_id)
        .executeTakeFirstOrThrow()
      assert.equal(hold.state, task.status === 'completed' ? 'captured' : 'released')
    }
  })

  test('somebody else’s task, a deleted one and none look the same', async (t) => {
    const { world, ann } = await prepare(t)
    const eve = await world.person()
    const task_id = await world.task(ann)
    await cancel(world, ann, task_id)
    await world.remove(`/api/v1/tasks/${task_id}`, ann.token)
    const waiting = await world.task(ann)
    for (const [who, id] of [
      [eve, waiting],
      [ann, task_id],
      [ann, 'nothing'],
      [ann, '..%2f..'],
    ] as const) {
      const response = await cancel(world, who, id)
      assert.deepEqual([response.statusCode, response.json().code], [404, 'task_not_found'])
    }
    assert.equal((await world.get(`/api/v1/tasks/${waiting}`, ann.token)).json().status, 'queued')
  })

  test('who cancels a long queue does not stand behind it', async (t) => {
    const { world, ann } = await prepare(t)
    const bob = await world.person()
    await world.credits(bob, 1000)
    const ids: string[] = []
    for (let i = 0; i < 20; i++) ids.push(await world.task(ann))
    for (const id of ids) await cancel(world, ann, id)
    for (let i = 0; i < 3; i++) await world.task(bob)
    await world.task(ann)
    const owners = [(await claimNext(world))!.user_id, (await claimNext(world))!.user_id]
    assert.ok(owners.includes(ann.user_id))
  })

  test('a task past its deadline ends, and its engine is stopped', async (t) => {
    const { world, ann } = await prepare(t)
    const engine = createHeldEngine()
    startWorkerOf(world, engine)
    const task_id = await world.task(ann)
    await until(() => engine.working.size === 1, 'the task')
    await world.db
      .updateTable('tasks')
      .set({ deadline_at: new Date(0) })
      .execute()
    assert.equal(await failOverdueTasks(world.db, world.deps.log), 1)
    await until(async () => (await takenSlots(world)) === 0, 'a free slot')
    assert.deepEqual([engine.working.size, (await world.ended(task_id)).error_code], [0, 'deadline_exceeded'])
    assert.deepEqual(await balanceOf(world, ann), [1000, 0])
  })
})

suite('an administrator', () => {
  test('ends a stuck task, and its owner reads why', async (t) => {
    const { world, ann } = await prepare(t)
    const root = await world.admin()
    const task_id = await world.task(ann)
    const fail = () =>
      world.post(`/api/v1/admin/tasks/${task_id}/fail`, root.token, { reason: 'The model is gone.' })
    assert.equal((await fail()).statusCode, 200)
    const task = (await world.get(`/api/v1/tasks/${task_id}`, ann.token)).json()
    assert.deepEqual(task.error, { code: 'failed_by_admin', message: 'The model is gone.' })
    assert.deepEqual([(await fail()).json().code, await balanceOf(world, ann)], ['task_ended', [1000, 0]])
    const unknown = await world.post('/api/v1/admin/tasks/nothing/fail', root.token, { reason: 'why not' })
    assert.equal(unknown.json().code, 'task_not_found')
  })
})

suite('retry', () => {
  test('an ended task is made again from the same recipe, as a child of the first, at today’s price', async (t) => {
    const { world, ann } = await prepare(t)
    const recipe = {
      prompt: 'a calm sea',
      negative_prompt: 'people',
      seed: 7,
      duration_seconds: 2,
      priority: 3,
    }
    const task_id = await world.task(ann, recipe)
    const retry = (key?: string) =>
      world.app.inject({
        method: 'POST',
        url: `/api/v1/tasks/${task_id}/retry`,
        headers: { authorization: `Bearer ${ann.token}`, ...(key && { 'idempotency-key': key }) },
      })
    const early = await retry()
    assert.deepEqual([early.statusCode, early.json().code], [409, 'task_in_progress'])
    await cancel(world, ann, task_id)
    const [one, two] = [await retry('k'), await retry('k')]
    assert.deepEqual([one.statusCode, two.headers['idempotent-replayed']], [200, 'true'])
    assert.deepEqual(one.json(), two.json())
    const [old, made] = await Promise.all(
      [task_id, one.json().task_id].map(async (id) =>
        (await world.get(`/api/v1/tasks/${id}`, ann.token)).json(),
      ),
    )
    assert.equal(made.parent_task_id, task_id)
    for (const field of ['prompt', 'negative_prompt', 'params', 'model', 'priority'])
      assert.deepEqual(made[field], old[field], field)
    assert.deepEqual([made.status, made.cost_status], ['queued', 'held'])
  })
})
