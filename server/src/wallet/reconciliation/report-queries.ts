import { sql } from 'kysely'
import type { Db, Trx } from '../../platform/db/database.ts'

export async function insertReconciliation(
  trx: Trx,
  {
    checks,
    ...report
  }: {
    checked_at: Date
    checks: Record<string, number>
    is_clean: boolean
    complete_to: Date
    is_whole: boolean
  },
): Promise<void> {
  await trx
    .insertInto('reconciliations')
    .values({ ...report, checks: JSON.stringify(checks) })
    .onConflict((conflict) => conflict.column('checked_at').doNothing()) // two processes in one millisecond
    .execute()
}

export async function deleteReconciliationsBefore(trx: Trx, instant: Date): Promise<void> {
  await trx.deleteFrom('reconciliations').where('checked_at', '<', instant).execute()
}

export function findLatestReconciliation(db: Db) {
  return db
    .selectFrom('reconciliations')
    .select(['checked_at', 'checks', 'is_clean', 'complete_to'])
    .orderBy('checked_at', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/**
 * An instant before which all our transactions have ended, by the database's clock: bookings carry the start of their
 * transaction. It leaves a minute for a clock that is set back.
 */
export async function findOldestUnended(db: Db): Promise<Date> {
  const { rows } = await sql<{ began_at: Date }>`
    select least(now(), min(xact_start)) - interval '1 minute' as began_at
      from pg_stat_activity where datname = current_database() and backend_type = 'client backend'`.execute(
    db,
  )
  return rows[0]!.began_at
}
