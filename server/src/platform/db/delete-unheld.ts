import { type RawBuilder, sql } from 'kysely'
import type { Db, Tables } from './database.ts'

/**
 * Deletes the rows that are over, and passes by those that somebody holds: they go the next time. A clean-up locks many rows
 * in an order of its own, and may therefore wait for none.
 */
export async function deleteUnheld(db: Db, table: keyof Tables, isOver: RawBuilder<unknown>): Promise<void> {
  const name = sql.table(table)
  await sql`
    delete from ${name} where ctid = any (array(
      select ctid from ${name} where ${isOver} for update skip locked))`.execute(db)
}
