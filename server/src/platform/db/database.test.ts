import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import type pg from 'pg'
import { createWorld } from '../../testing/world.ts'
import { createPool, type Db } from './database.ts'
import { isOutage } from './retry.ts'
import { withoutTimeLimit } from './session.ts'

test('times arrive as what they are, whatever the zone of the session', async (t) => {
  const { db } = await createWorld(t)
  const times = [
    '2026-11-21 23:42:33.371942+00',
    '0044-03-15 00:00:00+00 BC',
    '12026-01-01 00:00:00+00',
    '1970-01-01 00:00:00+00',
    '1969-12-31 23:59:59.9+00',
    '2026-11-21 23:42:33.37+00',
    '0044-03-15 00:00:00+00',
    '0999-12-31 00:00:00.001+00',
  ]
  for (const zone of ['UTC', 'Asia/Kolkata']) {
    await db.connection().execute(async (session) => {
      await sql`select set_config('timezone', ${zone}, false)`.execute(session)
      const { rows } = await sql<{ time: Date; epoch_ms: string }>`
        select time, floor(extract(epoch from time) * 1000)::text as epoch_ms from unnest(${times}::timestamptz[]) as time`.execute(
        session,
      )
      assert.deepEqual(
        rows.map(({ time }) => String(time.getTime())),
        rows.map(({ epoch_ms }) => epoch_ms),
        zone,
      )
      await sql`reset timezone`.execute(session)
    })
  }
})

test('bigint columns are numbers', async (t) => {
  const { db } = await createWorld(t)
  const { rows } = await sql<{ count: number }>`select 5000000000::bigint as count`.execute(db)
  assert.equal(rows[0]!.count, 5_000_000_000)
})

test('a transaction begins before its first statement, and one that asks nothing leaves its connection as it was', async (t) => {
  const { db } = await createWorld(t)
  const begun = async (db: Db) =>
    (await sql<{ at: string }>`select now()::text as at`.execute(db)).rows[0]!.at
  await db.connection().execute(async (session) => {
    const trx = await session.startTransaction().execute()
    assert.equal(await begun(trx), await begun(trx))
    await trx.commit().execute()

    const nothing = new Error('nothing was asked')
    await assert.rejects(
      session.transaction().execute(() => Promise.reject(nothing)),
      nothing,
    )
    assert.notEqual(await begun(session), await begun(session))
  })
})

test('what fails in a transaction undoes what came before it', async (t) => {
  const { db } = await createWorld(t)
  const failing = db.transaction().execute(async (trx) => {
    await sql`create table made_meanwhile ()`.execute(trx)
    await sql`select 1 / ${0}::int`.execute(trx)
  })
  await assert.rejects(failing, /division by zero/)
  const { rows } = await sql<{
    name: string | null
  }>`select to_regclass('made_meanwhile')::text as name`.execute(db)
  assert.equal(rows[0]!.name, null)
})

test('a first statement that fails leaves no open transaction', async (t) => {
  const { db } = await createWorld(t)
  await db.connection().execute(async (session) => {
    await assert.rejects(
      session.transaction().execute((trx) => sql`select 1 / ${0}::int`.execute(trx)),
      /division by zero/,
    )
    const { rows } = await sql<{ one: number }>`select ${1}::int as one`.execute(session)
    assert.equal(rows[0]!.one, 1)
  })
})

test('a session keeps nobody waiting for ever: its statements, its locks and its idle transactions have an end', async (t) => {
  const { deps } = await createWorld(t)
  const { rows } = await sql<Record<string, string>>`
    select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock,
           current_setting('idle_in_transaction_session_timeout') as idle`.execute(deps.db)
  assert.deepEqual(rows, [{ statement: '30s', lock: '10s', idle: '30s' }])
})

test('what passes a limit of time is an outage, and ends nothing but its own transaction', async (t) => {
  const { deps } = await createWorld(t)
  const late = deps.db.transaction().execute(async (trx) => {
    await sql`set local statement_timeout = 50`.execute(trx)
    await sql`select pg_sleep(60)`.execute(trx)
  })
  await assert.rejects(late, (error) => isOutage(error))
  const idle = deps.db.transaction().execute(async (trx) => {
    await sql`set local idle_in_transaction_session_timeout = 50`.execute(trx)
    await wait(500)
    await sql`select 1 / ${1}::int`.execute(trx)
  })
  await assert.rejects(idle, (error) => isOutage(error))
  assert.equal((await sql<{ one: number }>`select ${1}::int as one`.execute(deps.db)).rows[0]!.one, 1)
})

test('what must read a whole table may take its time', async (t) => {
  const { deps } = await createWorld(t)
  await deps.db.transaction().execute(async (trx) => {
    await withoutTimeLimit(trx)
    const { rows } = await sql<{
      limit: string
    }>`select current_setting('statement_timeout') as limit`.execute(trx)
    assert.equal(rows[0]!.limit, '0')
  })
})

test('inside a transaction a second connection of the same pool is refused, outside of it none is', async (t) => {
  const { deps } = await createWorld(t)
  const ask = (db: Db) => sql`select 1`.execute(db)
  await deps.db.transaction().execute(async (trx) => {
    await ask(trx)
    await assert.rejects(ask(deps.db), /only its own connection/)
    await assert.rejects(
      deps.limiter.take({ name: 'any', points: 1, per_s: 1 }, 'x'),
      /only its own connection/,
    )
  })
  await ask(deps.db)
})

test('the loss of a connection is told with its reason alone, and not when the pool is ending', async (t) => {
  const { db, connection } = await createWorld(t)
  const told: Error[] = []
  const pool = createPool({ connection, pool_size: 2, onError: (error) => told.push(error) })
  const lose = async (client: pg.PoolClient) => {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    const lost = new Promise((resolve) => client.once('end', resolve))
    await sql`select pg_terminate_backend(${rows[0]!.pid})`.execute(db)
    await lost
  }
  const [first, last] = [await pool.connect(), await pool.connect()]
  await lose(first)
  first.release(true)
  assert.ok(told.length > 0)
  for (const error of told) assert.ok(!('client' in error))
  const before = told.length
  const ended = pool.end()
  await lose(last)
  last.release(true)
  await ended
  assert.equal(told.length, before)
})
