import type { Db, Trx } from '../platform/db/database.ts'

export async function insertReconciliation(
  trx: Trx,
  { checked_at, checks, is_clean }: { checked_at: Date; checks: Record<string, number>; is_clean: boolean },
): Promise<void> {
  await trx
    .insertInto('reconciliations')
    .values({ checked_at, checks: JSON.stringify(checks), is_clean })
    .onConflict((conflict) => conflict.column('checked_at').doNothing()) // two processes in one millisecond
    .execute()
}

export async function deleteReconciliationsBefore(trx: Trx, instant: Date): Promise<void> {
  await trx.deleteFrom('reconciliations').where('checked_at', '<', instant).execute()
}

export function findLatestReconciliation(db: Db) {
  return db
    .selectFrom('reconciliations')
    .select(['checked_at', 'checks', 'is_clean'])
    .orderBy('checked_at', 'desc')
    .limit(1)
    .executeTakeFirst()
}
