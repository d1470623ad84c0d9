import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { createWorld } from '../../testing/world.ts'

test('times arrive as what they are, whatever the zone of the session', async (t) => {
  const { db } = await createWorld(t)
  const times = [
    '2026-11-21 23:42:33.371942+00',
    '0044-03-15 00:00:00+00 BC',
    '12026-01-01 00:00:00+00',
    '1970-01-01 00:00:00+00',
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
