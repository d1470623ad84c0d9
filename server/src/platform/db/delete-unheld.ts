import { type RawBuilder, sql } from 'kysely'
import { drain } from '../concurrency/drain.ts'
import type { Db, Tables } from './database.ts'

const batch = 5_000

/**
 * Deletes the rows that are over, and passes by those that somebody holds: they go the next time. A clean-up locks many rows
 * in an order of its own, and may therefore wait for none. Batch after batch, since no statement may take long.
 */
export async function deleteUnheld(db: Db, table: keyof Tables, isOver: RawBuilder<unknown>): Promise<void> {
  const name = sql.table(table)
  await drain(batch, async (limit) => {
    const { numAffectedRows = 0n } = await sql`
      delete from ${name} where ctid = any (array(
        select ctid from ${name} where ${isOver} limit ${limit} for update skip locked))`.execute(db)
    return Number(numAffectedRows)
  })
}
