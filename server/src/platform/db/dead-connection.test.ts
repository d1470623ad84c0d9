import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { createTestDatabase } from '../../testing/database.ts'
import { openLine } from '../../testing/neighbours/silent-line.ts'
import { createDb, createPool } from './database.ts'
import { isOutage } from './retry.ts'
import { cleanUp } from '../../testing/clean-up.ts'

const askAfter_ms = 200

/** A database behind a line that can fall silent. */
async function openSilentLine(t: TestContext) {
  const resources = new AsyncDisposableStack()
  cleanUp(t, () => resources.disposeAsync())
  const { connection, silence } = await openLine(resources, await createTestDatabase(resources))
  const pool = createPool({ connection, pool_size: 1, onError: () => {} })
  const db = createDb(pool, { ask_after_ms: askAfter_ms })
  resources.defer(() => db.destroy())
  return { db, silence }
}

const one = 1

test('a statement on a line that fell silent ends as an outage, and the next one goes through', async (t) => {
  const { db, silence } = await openSilentLine(t)
  await sql`select ${one}::int`.execute(db)
  silence()
  await assert.rejects(sql`select ${one}::int`.execute(db), isOutage)
  await sql`select ${one}::int`.execute(db)
})

test('a transaction on a line that fell silent ends as an outage wherever it is', async (t) => {
  const { db, silence } = await openSilentLine(t)
  await sql`select ${one}::int`.execute(db)
  silence()
  await assert.rejects(
    db.transaction().execute(async () => {}),
    isOutage,
  )
  const inside = db.transaction().execute(async (trx) => {
    await sql`select ${one}::int`.execute(trx)
    silence()
    await sql`select ${one}::int`.execute(trx)
  })
  await assert.rejects(inside, isOutage)
  await db.transaction().execute((trx) => sql`select ${one}::int`.execute(trx))
})

test('a statement that only takes long is waited for', async (t) => {
  const { db } = await openSilentLine(t)
  const long_s = 2.5
  const { rows } = await sql<{ done: number }>`
    select ${one}::int as done from pg_sleep(${long_s}::float8)`.execute(db)
  assert.equal(rows[0]?.done, one)
  await wait(2 * askAfter_ms)
  await sql`select ${one}::int`.execute(db)
})
