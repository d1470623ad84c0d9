import assert from 'node:assert/strict'
import { capture } from '../testing/capture.ts'
import { suite, test } from 'node:test'
import { createWorld, type Person, type World } from '../testing/world.ts'
import * as wallet from './wallet.ts'

const adjust = (user: Person) => `/api/v1/admin/users/${user.user_id}/adjust`
const refund = (task_id: string) => `/api/v1/admin/tasks/${task_id}/refund`

async function balanceOf({ get }: World, who: Person): Promise<[balance: number, held: number]> {
  const { balance, balance_held } = (await get('/api/v1/me', who.token)).json()
  return [balance, balance_held]
}

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

suite('adjustments', () => {
  test('an administrator gives and takes, never below zero, and both stand in history and log with the reason', async (t) => {
    const world = await createWorld(t)
    const { admin, person, post, get, db } = world
    const [root, ann] = [await admin(), await person()]
    const given = await post(adjust(ann), root.token, { amount: 500, reason: 'A gift' })
    assert.equal(given.statusCode, 200, given.body)
    assert.deepEqual([given.json().balance, given.json().balance_total], [500, 500])
    assert.equal((await post(adjust(ann), root.token, { amount: -200, reason: 'Too much' })).statusCode, 200)
    const refused = await post(adjust(ann), root.token, { amount: -301, reason: 'More than there is' })
    assert.deepEqual([refused.statusCode, refused.json().code], [409, 'insufficient_balance'])
    assert.deepEqual(await balanceOf(world, ann), [300, 0])
    const { items } = (await get('/api/v1/me/transactions', ann.token)).json()
    assert.deepEqual(
      items.map((line: Record<string, unknown>) => [line['type'], line['amount'], line['description']]),
      [
        ['adjustment', -200, 'Too much'],
        ['adjustment', 500, 'A gift'],
      ],
    )
    const events = await db
      .selectFrom('audit_events')
      .select(['actor', 'subject', 'details'])
      .where('event', '=', 'adjustment')
      .orderBy('event_id')
      .execute()
    assert.deepEqual(events, [
      { actor: root.user_id, subject: ann.user_id, details: { amount: 500, reason: 'A gift' } },
      { actor: root.user_id, subject: ann.user_id, details: { amount: -200, reason: 'Too much' } },
    ])
  })

  test('what is held by a task cannot be taken', async (t) => {
    const world = await createWorld(t)
    const [root, ann] = [await world.admin(), await world.person()]
    await world.credits(ann, 100)
    await world.task(ann, { duration_seconds: 8 })
    const response = await world.post(adjust(ann), root.token, { amount: -21, reason: 'Too much' })
    assert.deepEqual([response.statusCode, response.json().code], [409, 'insufficient_balance'])
    assert.deepEqual(await balanceOf(world, ann), [20, 80])
  })

  test('an adjustment sent twice with one key is booked once', async (t) => {
    const world = await createWorld(t)
    const [root, ann] = [await world.admin(), await world.person()]
    const send = (amount: number) =>
      world.app.inject({
        method: 'POST',
        url: adjust(ann),
        headers: { authorization: `Bearer ${root.token}`, 'idempotency-key': 'gift-1' },
        payload: { amount, reason: 'A gift' },
      })
    const answers = await Promise.all(Array.from({ length: 5 }, () => send(7)))
    assert.equal(new Set(answers.map((answer) => answer.body)).size, 1)
    assert.equal(answers.filter((answer) => answer.headers['idempotent-replayed']).length, 4)
    assert.equal((await send(8)).json().code, 'idempotency_key_reused')
    assert.deepEqual(await balanceOf(world, ann), [7, 0])
  })

  test('adjustments without amount, reason or user are refused', async (t) => {
    const world = await createWorld(t)
    const [root, ann] = [await world.admin(), await world.person()]
    for (const body of [
      { amount: 0, reason: 'nothing' },
      { amount: 1.5, reason: 'a part' },
      { amount: 1_000_000_001, reason: 'too much' },
      { amount: 5, reason: 'x' },
      { amount: 5 },
    ]) {
      assert.equal((await world.post(adjust(ann), root.token, body)).statusCode, 422, JSON.stringify(body))
    }
    for (const id of [crypto.randomUUID(), 'nobody']) {
      const response = await world.post(`/api/v1/admin/users/${id}/adjust`, root.token, {
        amount: 5,
        reason: 'a gift',
      })
      assert.deepEqual([response.statusCode, response.json().code], [404, 'user_not_found'])
    }
    await world.db.transaction().execute((trx) => wallet.topUp(trx, ann.user_id, Number.MAX_SAFE_INTEGER - 1))
    const response = await world.post(adjust(ann), root.token, { amount: 2, reason: 'too much' })
    assert.deepEqual([response.statusCode, response.json().code], [409, 'balance_limit_exceeded'])
  })
})

suite('refunds', () => {
  test('a charge is given back in parts, and never more than was charged', async (t) => {
    const world = await createWorld(t)
    const [root, ann] = [await world.admin(), await world.person()]
    await world.credits(ann, 100)
    const task_id = await chargedTask(world, ann, 10)
    const first = await world.post(refund(task_id), root.token, {
      amount: 60,
      reason: 'Half of it was noise',
    })
    assert.equal(first.statusCode, 200, first.body)
    assert.deepEqual([first.json().charged, first.json().refunded], [100, 60])
    const second = await world.post(refund(task_id), root.token, { amount: 41, reason: 'All of it' })
    assert.deepEqual([second.statusCode, second.json().code], [409, 'refund_exceeds_charge'])
    assert.equal(
      (await world.post(refund(task_id), root.token, { amount: 40, reason: 'All of it' })).json().refunded,
      100,
    )
    assert.deepEqual(await balanceOf(world, ann), [100, 0])
    const { items } = (await world.get('/api/v1/me/transactions', ann.token)).json()
    assert.deepEqual(
      items
        .slice(0, 2)
        .map((line: Record<string, unknown>) => [line['type'], line['amount'], line['task_id']]),
      [
        ['task_refund', 40, task_id],
        ['task_refund', 60, task_id],
      ],
    )
  })

  test('T-144 of refunds of 60 and 60 on a charge of 100 at once one passes', async (t) => {
    const world = await createWorld(t)
    const [root, ann] = [await world.admin(), await world.person()]
    await world.credits(ann, 100)
    const task_id = await chargedTask(world, ann, 10)
    const send = () => world.post(refund(task_id), root.token, { amount: 60, reason: 'noise' })
    const codes = (await Promise.all([send(), send()])).map((response) => response.statusCode)
    assert.deepEqual(
      codes.toSorted((a, b) => a - b),
      [200, 409],
    )
    assert.deepEqual(await balanceOf(world, ann), [60, 0])
  })

  test('what was not charged is not refunded: waiting, failed, free, unknown', async (t) => {
    const world = await createWorld(t)
    const [root, ann] = [await world.admin(), await world.person()]
    await world.credits(ann, 100)
    const waiting = await world.task(ann)
    const ask = async (task_id: string) => {
      const response = await world.post(refund(task_id), root.token, { amount: 1, reason: 'a gift' })
      return [response.statusCode, response.json().code]
    }
    assert.deepEqual(await ask(waiting), [409, 'task_not_charged'])
    assert.deepEqual(await ask('nothing'), [404, 'task_not_found'])
    assert.deepEqual(await ask('..%2f..'), [404, 'task_not_found'])
  })

  test('a deleted task can still be refunded', async (t) => {
    const world = await createWorld(t)
    const [root, ann] = [await world.admin(), await world.person()]
    await world.credits(ann, 10)
    const task_id = await chargedTask(world, ann, 1)
    assert.equal((await world.remove(`/api/v1/tasks/${task_id}`, ann.token)).statusCode, 204)
    assert.equal(
      (await world.post(refund(task_id), root.token, { amount: 10, reason: 'late' })).statusCode,
      200,
    )
    assert.deepEqual(await balanceOf(world, ann), [10, 0])
  })
})

test('T-143 a user has one signup bonus, however often it is granted', async (t) => {
  const { db, person } = await createWorld(t)
  const ann = await person()
  const grant = () =>
    db
      .transaction()
      .execute((trx) => wallet.grantBonus(trx, { user_id: ann.user_id, amount: 500, reason: 'welcome' }))
  const granted = await Promise.all([grant(), grant(), grant()])
  assert.deepEqual(granted.filter(Boolean).length, 1)
  assert.equal((await wallet.getBalance(db, ann.user_id)).balance, 500)
})
