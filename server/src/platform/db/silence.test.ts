import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { createTestDatabase } from '../../testing/database.ts'
import { createDb, createPool } from './database.ts'
import { isOutage } from './outage.ts'

const askAfter_ms = 200

/** A database behind a line that can fall silent: what is open then stays open, and no byte gets through. */
async function openSilentLine(t: TestContext) {
  const resources = new AsyncDisposableStack()
  t.after(() => resources.disposeAsync())
  const connection = await createTestDatabase(resources)
  const folder = await mkdtemp(join(tmpdir(), 'clipwright-line-'))
  resources.defer(() => rm(folder, { recursive: true }))
  const sockets = new Set<Socket>()
  const silent = new WeakSet<Socket>()
  const server = createServer((caller) => {
    const far = connect(join(connection.host, `.s.PGSQL.${connection.port}`))
    for (const [from, into] of [
      [caller, far],
      [far, caller],
    ] as const) {
      sockets.add(from)
      from.on('error', () => {}).on('close', () => into.destroy())
      from.on('data', (chunk: Buffer) => silent.has(from) || into.write(chunk))
    }
  })
  await new Promise<void>((resolve) => server.listen(join(folder, '.s.PGSQL.5432'), resolve))
  resources.defer(() => void server.close())
  const pool = createPool({ connection: { ...connection, host: folder }, pool_size: 1, onError: () => {} })
  const db = createDb(pool, askAfter_ms)
  resources.defer(() => db.destroy())
  const silence = () => sockets.forEach((socket) => silent.add(socket))
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
