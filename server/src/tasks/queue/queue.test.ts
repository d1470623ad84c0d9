import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { claimNext } from '../../testing/claim.ts'
import { createWorld, type Person, type World } from '../../testing/world.ts'
import { chooseModel } from './choose-model.ts'
import { reapLostTasks } from '../run/reap.ts'
import { offerSlots } from '../fleet/slot-queries.ts'

const many = { env: { GENERATE_PER_MINUTE: '10000', MAX_ACTIVE_TASKS: '1000' } }

async function rich(world: World): Promise<Person> {
  const person = await world.person()
  await world.credits(person, 1_000_000)
  return person
}

/** The owners of the next `count` tasks, in the order in which they are taken. */
async function takenBy(world: World, count: number): Promise<string[]> {
  const owners: string[] = []
  for (let i = 0; i < count; i++) owners.push((await claimNext(world))!.user_id)
  return owners
}

suite('turns', () => {
  test('a user with a hundred waiting tasks delays another’s first by no more than one', async (t) => {
    const world = await createWorld(t, many)
    const [ann, bob] = [await rich(world), await rich(world)]
    // At once, as a script would: their places must not be the same.
    await Promise.all(Array.from({ length: 100 }, () => world.task(ann)))
    assert.equal((await claimNext(world))?.user_id, ann.user_id)
    const first = await world.task(bob)
    const place = (await world.get(`/api/v1/tasks/${first}`, bob.token)).json().queue
    assert.ok(place.position <= 2, `position ${place.position}`)
    assert.ok((await takenBy(world, 2)).includes(bob.user_id))
  })

  test('users take turns, whoever came first, and each keeps the order of their own', async (t) => {
    const world = await createWorld(t, many)
    const people = [await rich(world), await rich(world), await rich(world)]
    const submitted = new Map<string, string[]>()
    for (const person of people) {
      const ids: string[] = []
      for (let i = 0; i < 6; i++) ids.push(await world.task(person))
      submitted.set(person.user_id, ids)
    }
    const taken = new Map<string, string[]>(people.map(({ user_id }) => [user_id, []]))
    for (let round = 0; round < 6; round++) {
      for (let i = 0; i < 3; i++) {
        const task = (await claimNext(world))!
        taken.get(task.user_id)!.push(task.task_id)
      }
      assert.deepEqual(new Set([...taken.values()].map((ids) => ids.length)), new Set([round + 1]))
    }
    assert.deepEqual(taken, submitted)
  })

  test('who asks for more waits longer, and who has twice the weight gets twice as much', async (t) => {
    const world = await createWorld(t, many)
    const [long, short, heavy] = [await rich(world), await rich(world), await rich(world)]
    const root = await world.admin()
    const weight = await world.post(`/api/v1/admin/users/${heavy.user_id}/queue-weight`, root.token, {
      weight: 2,
    })
    assert.equal(weight.statusCode, 200, weight.body)
    for (let i = 0; i < 12; i++) {
      await world.task(long, { duration_seconds: 4 })
      await world.task(short, { duration_seconds: 2 })
      await world.task(heavy, { duration_seconds: 2 })
    }
    const owners = await takenBy(world, 14)
    const count = (person: Person) => owners.filter((id) => id === person.user_id).length
    assert.deepEqual([count(long), count(short), count(heavy)], [2, 4, 8])
  })

  test('who was away is not made up for, and who used an idle engine is not punished', async (t) => {
    const world = await createWorld(t, many)
    const [ann, bob] = [await rich(world), await rich(world)]
    for (let i = 0; i < 20; i++) await world.task(ann)
    await takenBy(world, 20) // nobody else was there
    for (let i = 0; i < 4; i++) await world.task(bob)
    for (let i = 0; i < 4; i++) await world.task(ann)
    const owners = await takenBy(world, 4)
    assert.equal(owners.filter((id) => id === ann.user_id).length, 2)
  })

  test('a task that is tried again stands where it stood', async (t) => {
    const world = await createWorld(t, many)
    const [ann, bob] = [await rich(world), await rich(world)]
    const lost = await world.task(ann)
    for (let i = 0; i < 5; i++) await world.task(bob)
    assert.equal((await claimNext(world, { lease_s: 0 }))?.task_id, lost)
    assert.equal(await reapLostTasks(world.db, world.deps.log, 3), 1)
    assert.equal((await claimNext(world))?.task_id, lost)
  })
})

suite('a task whose worker was lost', () => {
  const later = new Date(Date.now() + 3_600_000)

  test('is taken before all others of its model, also those that stood before it', async (t) => {
    const world = await createWorld(t, many)
    const [ann, bob] = [await rich(world), await rich(world)]
    const first = await world.task(bob)
    await world.db.updateTable('tasks').set({ run_after: later }).execute() // it could not be taken yet
    const lost = await world.task(ann)
    assert.equal((await claimNext(world, { lease_s: 0 }))?.task_id, lost)
    await world.db
      .updateTable('tasks')
      .set({ run_after: new Date(0) })
      .where('task_id', '=', first)
      .execute()
    assert.equal(await reapLostTasks(world.db, world.deps.log, 3), 1)
    assert.deepEqual([await placesOf(world, ann), await placesOf(world, bob)], [[1], [2]])
    const urgent = await world.task(ann, { priority: 10 })
    const order = [await claimNext(world), await claimNext(world), await claimNext(world)]
    assert.deepEqual(
      order.map((task) => task?.task_id),
      [lost, first, urgent],
    )
  })

  test('brings its owner no turn that others would have had', async (t) => {
    const world = await createWorld(t, many)
    const [ann, bob] = [await rich(world), await rich(world)]
    const lost = await world.task(ann)
    assert.equal((await claimNext(world, { lease_s: 0 }))?.task_id, lost)
    for (let i = 0; i < 4; i++) {
      await world.task(ann)
      await world.task(bob)
    }
    assert.equal(await reapLostTasks(world.db, world.deps.log, 3), 1)
    assert.equal((await claimNext(world))?.task_id, lost)
    const owners = await takenBy(world, 4)
    assert.equal(owners.filter((id) => id === ann.user_id).length, 2)
    await world.post(`/api/v1/tasks/${lost}/cancel`, ann.token)
    await world.task(ann)
    assert.equal((await takenBy(world, 4)).filter((id) => id === ann.user_id).length, 2)
  })
})

suite('priority', () => {
  test('an urgent task passes its owner’s others and nobody else’s', async (t) => {
    const world = await createWorld(t, many)
    const [ann, bob] = [await rich(world), await rich(world)]
    const plain: string[] = []
    for (let i = 0; i < 3; i++) {
      plain.push(await world.task(ann))
      await world.task(bob)
    }
    const before = await placesOf(world, bob)
    const later = await world.task(ann, { priority: -5 })
    const urgent = await world.task(ann, { priority: 5 })
    // Of equal turns the older task's is first, so a place of bob's may even be better than before.
    const after = await placesOf(world, bob)
    assert.ok(after.every((place, i) => place <= before[i]!))
    const order: string[] = []
    for (let i = 0; i < 8; i++) {
      const task = (await claimNext(world))!
      if (task.user_id === ann.user_id) order.push(task.task_id)
    }
    assert.deepEqual(order, [urgent, ...plain, later])
  })

  test('a plain task passes one that can wait, also when many come at once', async (t) => {
    const world = await createWorld(t, many)
    const ann = await rich(world)
    const low = await Promise.all(Array.from({ length: 5 }, () => world.task(ann, { priority: -1 })))
    const high = await Promise.all(Array.from({ length: 5 }, () => world.task(ann)))
    const order: string[] = []
    for (let i = 0; i < 10; i++) order.push((await claimNext(world))!.task_id)
    assert.deepEqual(new Set(order.slice(0, 5)), new Set(high))
    assert.deepEqual(new Set(order.slice(5)), new Set(low))
    assert.equal(
      (await world.post('/api/v1/video/generate', ann.token, { prompt: 'x', priority: 11 })).statusCode,
      422,
    )
  })

  test('also where the first that can wait comes at the same moment', async (t) => {
    const world = await createWorld(t, many)
    for (let round = 0; round < 10; round++) {
      const person = await rich(world)
      const both = [-1, 0, 0, 0, 0, 0].map((priority) => world.task(person, { priority }))
      const [patient] = await Promise.all(both)
      const order: string[] = []
      for (let i = 0; i < both.length; i++) order.push((await claimNext(world))!.task_id)
      assert.equal(order.at(-1), patient)
    }
  })
})

async function placesOf(world: World, person: Person): Promise<number[]> {
  const { items } = (await world.get('/api/v1/tasks?status=queued', person.token)).json()
  return items.map((task: { queue: { position: number } }) => task.queue.position)
}

suite('limits', () => {
  test('no user has more running than may be, however many workers claim at once; administrators have their own', async (t) => {
    const world = await createWorld(t, many)
    const [ann, root] = [await rich(world), await world.admin()]
    await world.credits(root, 100_000)
    for (let i = 0; i < 6; i++) await world.task(ann)
    const limits = { user: 2, admin: 4 }
    const claimed = await Promise.all(Array.from({ length: 12 }, () => claimNext(world, { limits })))
    assert.equal(claimed.filter(Boolean).length, 2)
    for (let i = 0; i < 6; i++) await world.task(root)
    const more = await Promise.all(Array.from({ length: 12 }, () => claimNext(world, { limits })))
    assert.equal(more.filter(Boolean).length, 4)
    assert.ok(more.every((task) => !task || task.user_id === root.user_id))
  })

  test('administrators may have more waiting', async (t) => {
    const world = await createWorld(t, { env: { MAX_ACTIVE_TASKS: '1', ADMIN_MAX_ACTIVE_TASKS: '2' } })
    const root = await world.admin()
    await world.credits(root, 1000)
    await world.task(root)
    await world.task(root)
    const refused = await world.post('/api/v1/video/generate', root.token, {
      prompt: 'x',
      duration_seconds: 1,
    })
    assert.deepEqual([refused.json().code, refused.json().limit], ['too_many_active_tasks', 2])
  })
})

suite('what a waiting task is told', () => {
  const offer = (world: World, slots = 2) =>
    world.db.transaction().execute((trx) =>
      offerSlots(trx, {
        engine: 'instant',
        owner: '',
        slots,
        offers: [{ model: 'preview', modes: ['text-to-video'] }],
      }),
    )
  const queueOf = async (world: World, person: Person, task_id: string) =>
    (await world.get(`/api/v1/tasks/${task_id}`, person.token)).json().queue

  test('its place, why it waits, and about how long', async (t) => {
    const world = await createWorld(t, { env: { ...many.env, MAX_RUNNING_TASKS: '1' } })
    const [ann, bob] = [await rich(world), await rich(world)]
    const ids: string[] = []
    for (let i = 0; i < 4; i++) ids.push(await world.task(ann, { duration_seconds: 10 }))
    assert.deepEqual(await queueOf(world, ann, ids[0]!), {
      position: 1,
      estimated_seconds: null,
      reason: 'no_worker',
    })
    await offer(world)
    assert.deepEqual(await queueOf(world, ann, ids[3]!), {
      position: 4,
      estimated_seconds: 15, // three of ten seconds each, on two slots
      reason: 'engine_busy',
    })
    const next = await queueOf(world, ann, ids[1]!)
    assert.deepEqual(next, { position: 2, estimated_seconds: 0, reason: null }) // two slots are free
    await claimNext(world)
    const behind = await queueOf(world, ann, ids[1]!)
    assert.deepEqual([behind.position, behind.reason], [1, 'user_limit'])
    assert.ok(behind.estimated_seconds <= 5)
    const others = await queueOf(world, bob, await world.task(bob))
    assert.equal(others.reason, null) // one of two slots is free
    const quote = (
      await world.post('/api/v1/video/quote', bob.token, { prompt: 'x', duration_seconds: 1 })
    ).json()
    assert.equal(quote.queue.position, 2) // after bob's first, before ann's next
    await world.db
      .updateTable('engine_slots')
      .set({ seen_at: new Date(Date.now() - 30_000) })
      .execute()
    assert.equal((await queueOf(world, ann, ids[3]!)).reason, 'no_worker')
    assert.equal((await world.get(`/api/v1/tasks/${ids[0]}`, ann.token)).json().queue, null)
  })

  test('that it is tried again later, or that the queue is paused', async (t) => {
    const world = await createWorld(t, many)
    const [ann, root] = [await rich(world), await world.admin()]
    const task_id = await world.task(ann)
    await offer(world)
    await world.db
      .updateTable('tasks')
      .set({ run_after: new Date(Date.now() + 30_000) })
      .execute()
    const waiting = await queueOf(world, ann, task_id)
    assert.equal(waiting.reason, 'retry_backoff')
    assert.ok(waiting.estimated_seconds > 25 && waiting.estimated_seconds <= 31)
    const pause = (to: string) => world.post(`/api/v1/admin/queues/preview/${to}`, root.token)
    assert.equal((await pause('pause')).statusCode, 200)
    assert.deepEqual(await queueOf(world, ann, task_id), {
      position: 1,
      estimated_seconds: null,
      reason: 'paused',
    })
    await world.db
      .updateTable('tasks')
      .set({ run_after: new Date(0) })
      .execute()
    assert.equal(await claimNext(world), undefined)
    await pause('resume')
    assert.equal((await claimNext(world))?.task_id, task_id)
  })
})

test('a slot stays with the loaded model for its stint, then the longest wait is next', () => {
  const heads = [
    { model: 'a', waited_s: 1 },
    { model: 'b', waited_s: 50 },
    { model: 'c', waited_s: 70 },
  ]
  assert.equal(chooseModel(heads, { model: 'a', for_s: 119 }, 120), 'a')
  assert.equal(chooseModel(heads, { model: 'a', for_s: 120 }, 120), 'c')
  assert.equal(chooseModel(heads, { model: 'gone', for_s: 1 }, 120), 'c')
  assert.equal(chooseModel(heads, undefined, 120), 'c')
  assert.equal(chooseModel([heads[0]!], { model: 'a', for_s: 500 }, 120), 'a')
  assert.equal(chooseModel([], { model: 'a', for_s: 1 }, 120), undefined)
})
