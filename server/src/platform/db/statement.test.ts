import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { sql } from 'kysely'
import { cleanUp } from '../../testing/clean-up.ts'
import { createTestDatabase } from '../../testing/database.ts'
import { openLine } from '../../testing/neighbours/silent-line.ts'
import { createDb, createPool } from './database.ts'
import { isOutage } from './retry.ts'
import { statement, type Values } from './statement.ts'

type Asked = { value: number }
type Answer = { pid: number; value: number }

const alone = statement(
  (_, value: Values<Asked>) => sql<Answer>`select pg_backend_pid() as pid, ${value('value')}::int as value`,
)
const together = statement(
  (_, value: Values<Asked>) =>
    sql<Answer>`select pg_backend_pid() as pid, ${value('value')}::int as value, 'shared' as kind`,
  { shares: true },
)

async function openDb(t: TestContext, pool_size: number) {
  const resources = new AsyncDisposableStack()
  cleanUp(t, () => resources.disposeAsync())
  const { connection, silence } = await openLine(resources, await createTestDatabase(resources))
  const db = createDb(createPool({ connection, pool_size, onError: () => {} }), { ask_after_ms: 200 })
  resources.defer(() => db.destroy())
  return { db, silence }
}

const values = Array.from({ length: 8 }, (_, value) => ({ value }))
const pidsOf = (answers: { pid: number }[][]) => new Set(answers.flat().map(({ pid }) => pid))

test('a statement is sent with the values of each call', async (t) => {
  const { db } = await openDb(t, 4)
  for (const ask of [alone, together]) {
    const answers = await Promise.all(values.map((asked) => ask(db, asked)))
    assert.deepEqual(
      answers.map(([row]) => ({ value: row!.value })),
      values,
    )
  }
})

test('statements that may share go over one connection, others over one each, and all of a transaction over its own', async (t) => {
  const { db } = await openDb(t, 4)
  const shared = pidsOf(await Promise.all(values.map((asked) => together(db, asked))))
  assert.equal(shared.size, 1)
  const others = pidsOf(await Promise.all(values.map((asked) => alone(db, asked))))
  assert.ok(others.size > 1)
  assert.ok([...others].every((pid) => !shared.has(pid)))
  await db.transaction().execute(async (trx) => {
    const inside = pidsOf([await together(trx, { value: 1 }), await alone(trx, { value: 1 })])
    assert.equal(inside.size, 1)
    assert.ok([...inside].every((pid) => !shared.has(pid)))
  })
})

test('statements that share are planned once, whatever their values', async (t) => {
  const { db } = await openDb(t, 4)
  const plans = statement<Asked, { custom: number; generic: number }>(
    () => sql`select sum(custom_plans)::int as custom, sum(generic_plans)::int as generic from pg_prepared_statements
               where statement like '%as kind%'`,
    { shares: true },
  )
  for (const asked of values) await together(db, asked)
  assert.deepEqual(await plans(db, { value: 0 }), [{ custom: 0, generic: values.length }])
})

test('a small pool keeps no connection for sharing', async (t) => {
  const { db } = await openDb(t, 1)
  const [row] = await together(db, { value: 1 })
  const [other] = await alone(db, { value: 1 })
  assert.equal(row!.pid, other!.pid)
})

test('when the shared connection is lost, calls fail as outages until they have a new one', async (t) => {
  const { db } = await openDb(t, 4)
  const [before] = await together(db, { value: 1 })
  await sql`select pg_terminate_backend(${before!.pid})`.execute(db)
  const ask = (): ReturnType<typeof together> =>
    together(db, { value: 3 }).catch((error: unknown) => {
      assert.ok(isOutage(error), String(error))
      return ask()
    })
  const [after] = await ask()
  assert.equal(after!.value, 3)
  assert.notEqual(after!.pid, before!.pid)
})

test('when the shared connection falls silent, all that wait on it fail as outages, and the next call goes through', async (t) => {
  const { db, silence } = await openDb(t, 4)
  await together(db, { value: 1 })
  silence()
  const asked = await Promise.allSettled(values.map((one) => together(db, one)))
  for (const answer of asked) assert.ok(answer.status === 'rejected' && isOutage(answer.reason))
  assert.equal((await together(db, { value: 3 }))[0]!.value, 3)
})

test('a pool ends while statements that share still come: each of them is answered or fails', async (t) => {
  for (let i = 0; i < 20; i++) {
    const { db } = await openDb(t, 4)
    await together(db, { value: 1 })
    let isOver = false
    const calls: Promise<unknown>[] = []
    const call = (): void => {
      calls.push(together(db, { value: 1 }).catch(() => {}))
      if (!isOver) queueMicrotask(() => (calls.length % 50 === 0 ? setImmediate(call) : call()))
    }
    call()
    await db.destroy()
    isOver = true
    await Promise.all(calls)
  }
})
