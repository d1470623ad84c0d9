import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { suite, test } from 'node:test'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { createWorld, type Person, type World } from '../../testing/world.ts'
import { previewModel, resolveChoices } from '../../catalog/catalog.ts'
import * as wallet from '../../wallet/wallet.ts'
import { enqueue, enqueueInBatch, type Submission } from './enqueue-queries.ts'
import { createEnqueueInBatch } from './enqueue-batch.ts'

const limits = { max_active: { user: 50, admin: 50 }, per_minute: 50 }

const params = resolveChoices(previewModel, { duration_seconds: 1 }, { randomSeed: () => 7, offered: {} })

interface Asked {
  model?: string
  cost?: number
  expected_s?: number
}

function submission({ user_id }: Person, asked: Asked = {}): Submission {
  const { model = 'preview', cost = 10, expected_s = 3 } = asked
  const task = {
    task_id: randomUUID(),
    user_id,
    model,
    prompt: 'sea, "waves" {and} \\foam',
    original_prompt: null,
    negative_prompt: null,
    parent_task_id: null,
    params,
    cost,
    expected_s,
    priority: 0,
    request_id: 'req_test',
    traceparent: null,
    deadline_at: new Date(Date.now() + 3_600_000),
  }
  const hold = wallet.hold({ quote: { total: cost }, spender: undefined }, new Date())
  return { task, hold: cost > 0 ? hold : undefined }
}

function withKey(person: Person, key: string, asked: Asked = {}): Submission {
  const made = submission(person, asked)
  const fingerprint = Buffer.alloc(32)
  const request = { user_id: person.user_id, route: 'POST /x', path: '/x', key, fingerprint }
  return { ...made, keyed: { request, answer: { task_id: made.task.task_id } } }
}

async function rich({ person, credits }: World): Promise<Person> {
  const somebody = await person()
  await credits(somebody, 10_000)
  return somebody
}

const oneByOne = async (db: Db, submissions: readonly Submission[]) => {
  const answers = []
  for (const one of submissions)
    answers.push(await db.transaction().execute((trx) => enqueue(trx, one, limits)))
  return answers
}

/** Everything a submission leaves behind, by the places of tasks and people instead of their ids. */
async function traces({ db }: World, people: readonly Person[], submissions: readonly Submission[]) {
  const of = (user_id: string) => people.findIndex((person) => person.user_id === user_id)
  const nth = (task_id: string) => submissions.findIndex(({ task }) => task.task_id === task_id)
  const tasks = await db.selectFrom('tasks').selectAll().execute()
  const holds = await db.selectFrom('ledger_holds').selectAll().execute()
  const events = await db.selectFrom('task_events').selectAll().orderBy('seq').execute()
  const counts = await db.selectFrom('task_counts').selectAll().execute()
  const turns = await db.selectFrom('queue_turns').selectAll().execute()
  return {
    tasks: tasks
      .map(({ task_id, user_id, prompt, params, cost, status, model, queue_tag }) => ({
        nth: nth(task_id),
        owner: of(user_id),
        prompt,
        params,
        cost,
        status,
        model,
        queue_tag: queue_tag.toFixed(9),
      }))
      .toSorted((a, b) => a.nth - b.nth),
    holds: holds
      .map(({ task_id, user_id, amount, state, quote }) => ({
        nth: nth(task_id),
        owner: of(user_id),
        amount,
        state,
        quote,
      }))
      .toSorted((a, b) => a.nth - b.nth),
    events: people.map(({ user_id }) =>
      events
        .filter((event) => event.user_id === user_id)
        .map(({ seq, task_id, type }) => `${seq} ${nth(task_id)} ${type}`),
    ),
    counts: people.map(({ user_id }) => {
      const { queued, submitted, event_seq } = counts.find((row) => row.user_id === user_id)!
      return { queued, submitted, event_seq }
    }),
    turns: turns
      .map(({ user_id, model, last_tag }) => `${of(user_id)} ${model} ${last_tag.toFixed(9)}`)
      .toSorted(),
    balances: await Promise.all(people.map(({ user_id }) => wallet.getBalance(db, user_id))),
  }
}

suite('submissions written together', () => {
  test('they leave what they would have left one by one', async (t) => {
    const ways = []
    for (const put of [
      oneByOne,
      (db: Db, all: Submission[]) => enqueueInBatch(db, all, limits, new Date()),
    ]) {
      const world = await createWorld(t)
      const people = [await rich(world), await rich(world), await rich(world)] as const
      const [ann, bob, cid] = people
      await world.db
        .updateTable('users')
        .set({ queue_weight: 4 })
        .where('user_id', '=', bob.user_id)
        .execute()
      await world.db
        .insertInto('queues')
        .values({ model: 'preview', virtual_time: 7 })
        .onConflict((c) => c.column('model').doUpdateSet({ virtual_time: 7 }))
        .execute()
      const before = [submission(ann), submission(bob, { expected_s: 80 })]
      const asked = [
        submission(ann, { expected_s: 0.7 }),
        submission(bob),
        submission(ann, { cost: 25 }),
        submission(cid, { cost: 0 }),
        submission(ann, { model: 'other' }),
        submission(bob, { expected_s: 11 }),
        submission(ann, { expected_s: 0.1 }),
      ]
      await oneByOne(world.db, before)
      const answers = await put(world.db, asked)
      const told = answers.map(({ is_queued, overtakes, balance }) => ({ is_queued, overtakes, balance }))
      ways.push({ told, ...(await traces(world, people, [...before, ...asked])) })
    }
    const [apart, together] = ways
    assert.deepEqual(together, apart)
    assert.deepEqual(
      together!.told.map(({ balance }) => balance),
      [9_980, 9_980, 9_955, null, 9_945, 9_970, 9_935],
    )
  })

  test('of one user as many are taken as limits and money allow, the first ones', async (t) => {
    const world = await createWorld(t)
    const [active, hasty, poor, bob] = [
      await rich(world),
      await rich(world),
      await world.person(),
      await rich(world),
    ]
    await world.credits(poor, 20)
    const set = (person: Person, values: object) =>
      world.db.updateTable('task_counts').set(values).where('user_id', '=', person.user_id).execute()
    await set(active, { running: 47, queued: 1 })
    await set(hasty, { submitted_minute: sql`date_trunc('minute', now())`, submitted: 49 })
    const people = [active, hasty, poor, bob]
    const asked = [0, 1, 2].flatMap(() => people.map((person) => submission(person)))
    const answers = await enqueueInBatch(world.db, asked, limits, new Date())
    const taken = (person: Person) =>
      answers
        .filter((_, index) => asked[index]!.task.user_id === person.user_id)
        .map(({ is_queued }) => is_queued)
    assert.deepEqual(people.map(taken), [
      [true, true, false],
      [true, false, false],
      [true, true, false],
      [true, true, true],
    ])
    assert.deepEqual(await wallet.getBalance(world.db, poor.user_id), { balance: 0, balance_held: 20 })
  })

  for (const [what, lock] of [
    ['row of counts', (id: string) => sql`select from task_counts where user_id = ${id} for update`],
    ['wallet', (id: string) => sql`select from ledger_accounts where owner_user_id = ${id} for update`],
    ['account', (id: string) => sql`select from users where user_id = ${id} for update`],
  ] as const)
    test(`a user whose ${what} is locked keeps nobody waiting`, async (t) => {
      const world = await createWorld(t)
      const { db } = world
      const [ann, bob] = [await rich(world), await rich(world)]
      await db.transaction().execute(async (trx) => {
        await lock(ann.user_id).execute(trx)
        const answers = await enqueueInBatch(
          world.deps.db,
          [submission(ann), submission(bob)],
          limits,
          new Date(),
        )
        assert.deepEqual(
          answers.map(({ is_queued }) => is_queued),
          [false, true],
        )
      })
    })

  test('keys are kept with their answers, and a key that was seen leaves nobody else out', async (t) => {
    const world = await createWorld(t)
    const { db } = world
    const [ann, bob] = [await rich(world), await rich(world)]
    const now = new Date()
    const put = (submissions: Submission[]) => enqueueInBatch(db, submissions, limits, now)
    const taken = async (submissions: Submission[]) =>
      (await put(submissions)).map(({ is_queued }) => is_queued)
    assert.deepEqual(await taken([withKey(ann, 'old')]), [true])
    const all = [
      withKey(ann, 'a'),
      withKey(ann, 'old'),
      withKey(ann, 'a'),
      withKey(bob, 'a', { cost: 0 }),
      submission(bob),
      withKey(ann, 'b'),
    ]
    const answers = await put(all)
    assert.deepEqual(
      answers.map(({ is_queued }) => is_queued),
      [true, false, false, true, true, true],
    )
    const stored = await db
      .selectFrom('idempotency_keys')
      .select(['user_id', 'key', 'path', 'body', 'created_at'])
      .orderBy('key')
      .orderBy('user_id')
      .execute()
    const expected = [0, 3, 5].map((nth) => {
      const { task, keyed } = all[nth]!
      const { at } = answers[nth]!
      const balance = { 0: 9_980, 3: 10_000, 5: 9_970 }[nth]
      const body = { ...keyed!.answer, balance, created_at: at.toISOString() }
      return { user_id: task.user_id, key: keyed!.request.key, path: '/x', body, created_at: now }
    })
    const byKey = (rows: { user_id: string; key: string }[]) =>
      rows.toSorted((a, b) => `${a.key} ${a.user_id}`.localeCompare(`${b.key} ${b.user_id}`))
    assert.deepEqual(byKey(stored.filter(({ key }) => key !== 'old')), byKey(expected))
    await db
      .updateTable('idempotency_keys')
      .set({ created_at: new Date(0) })
      .execute()
    assert.deepEqual(await taken([withKey(ann, 'old'), submission(bob)]), [false, true])
  })

  test('who would overtake others comes alone', async (t) => {
    const world = await createWorld(t)
    const ann = await rich(world)
    await world.task(ann, { priority: -5 })
    const [answer] = await enqueueInBatch(world.db, [submission(ann)], limits, new Date())
    assert.equal(answer!.is_queued, false)
    const late = await world.task(ann)
    const { items } = (await world.get('/api/v1/tasks', ann.token)).json()
    const placed = items.map((task: { task_id: string; queue: { position: number } }) => [
      task.task_id === late,
      task.queue.position,
    ])
    assert.deepEqual(placed, [
      [true, 1],
      [false, 2],
    ])
  })

  test('one that PostgreSQL refuses takes none of the others with it', async (t) => {
    const world = await createWorld(t)
    const [ann, bob] = [await rich(world), await rich(world)]
    const put = createEnqueueInBatch(world.db, limits, () => new Date())
    const twice = submission(ann)
    const first = put(twice)
    const [again, other] = await Promise.all([put(twice), put(submission(bob))])
    assert.equal((await first)?.is_queued, true)
    assert.deepEqual([again, other], [undefined, undefined]) // each comes alone now
    assert.equal((await world.get('/api/v1/tasks', bob.token)).json().total, 0)
  })

  test('a burst of one user is answered in few statements', async (t) => {
    const world = await createWorld(t)
    const ann = await rich(world)
    await Promise.all(Array.from({ length: 33 }, () => world.task(ann)))
    const { rows } = await sql<{ written: number }>`
      select count(distinct created_at)::int as written from tasks`.execute(world.db)
    assert.ok(rows[0]!.written < 11, `${rows[0]!.written} statements`)
  })
})

test('submissions that come alone at once are held to the same limits', async (t) => {
  const { person, credits, app } = await createWorld(t, { env: { MAX_ACTIVE_TASKS: '5' } })
  const ann = await person()
  await credits(ann, 1000)
  const all = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      app.inject({
        method: 'POST',
        url: '/api/v1/video/generate',
        headers: { authorization: `Bearer ${ann.token}`, 'idempotency-key': `k${index}` },
        payload: { prompt: 'x', duration_seconds: 1 },
      }),
    ),
  )
  assert.equal(all.filter((response) => response.statusCode === 200).length, 5)
  assert.equal(all.filter((response) => response.json().code === 'too_many_active_tasks').length, 15)
})
