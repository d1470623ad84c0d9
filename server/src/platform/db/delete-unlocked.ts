import { type RawBuilder, sql } from 'kysely'
import { inBatches } from '../concurrency/in-batches.ts'
import type { Db, Tables } from './database.ts'

const batch = 5_000

/**
 * Deletes expired rows in batches and skips locked ones, which go the next time: a clean-up locks rows in an order of its
 * own, so waiting could deadlock.
 */
export async function deleteUnlocked(
  db: Db,
  table: keyof Tables,
  isOver: RawBuilder<unknown>,
): Promise<void> {
  const name = sql.table(table)
  await inBatches(batch, async (limit) => {
    const { numAffectedRows = 0n } = await sql`
      delete from ${name} where ctid = any (array(
        select ctid from ${name} where ${isOver} limit ${limit} for update skip locked))`.execute(db)
    return Number(numAffectedRows)
  })
}
