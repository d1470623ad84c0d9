import * as audit from '../../audit/audit.ts'
import type { Db, Trx } from '../../platform/db/database.ts'
import { withoutTimeLimit } from '../../platform/db/session.ts'
import { checkLedger, checkRecent, type Reconciliation } from './check-queries.ts'
import * as queries from './report-queries.ts'

/**
 * Checks the whole ledger in one snapshot: R1 stored balances are the sums of their entries; R2 money is neither made nor
 * lost; R3 held balances are the active holds; R4 running balances form a chain without gaps; R5 every transaction
 * balances; R6 holds follow their tasks; R7 captures and refunds equal their entries; R8 no hold outlives every task.
 */
export function reconcile(db: Db): Promise<Reconciliation> {
  return inSnapshot(db, checkLedger)
}

function inSnapshot<T>(db: Db, check: (trx: Trx) => Promise<T>): Promise<T> {
  const snapshot = db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only')
  return snapshot.execute(async (trx) => {
    await withoutTimeLimit(trx)
    return check(trx)
  })
}

/** The result of the checks. */
export interface ReconciliationReport {
  checked_at: Date
  is_clean: boolean
  checks: Reconciliation
}

const kept_ms = 90 * 86_400_000

/**
 * Checks the whole ledger and stores the report for every process; violations go to the audit log. Deletes reports older
 * than 90 days.
 */
export function recordReconciliation(
  db: Db,
  now: Date,
  origin: audit.Origin = { ip: null, request_id: null },
): Promise<ReconciliationReport> {
  return record(db, now, undefined, origin)
}

/**
 * Checks what was booked since the newest report, at a cost that does not depend on the size of the ledger. If that report
 * was right the whole ledger is, by induction; only the whole check sees a row that was changed by hand. It checks the whole
 * ledger when there is no report, or an unclean one, so that an alarm ends with its cause.
 */
export async function recordRecent(db: Db, now: Date): Promise<ReconciliationReport> {
  const newest = await queries.findLatestReconciliation(db)
  const since = newest?.is_clean ? newest.complete_to : null
  return record(db, now, since ?? undefined, { ip: null, request_id: null })
}

async function record(
  db: Db,
  now: Date,
  since: Date | undefined,
  origin: audit.Origin,
): Promise<ReconciliationReport> {
  // Taken before the snapshot: transactions still open then begin at this instant or later, and are checked the next time.
  const complete_to = await queries.findOldestUnended(db)
  const checks = await (since ? inSnapshot(db, (trx) => checkRecent(trx, since)) : reconcile(db))
  const is_clean = Object.values(checks).every((count) => count === 0)
  const report = { checked_at: now, checks, is_clean }
  await db.transaction().execute(async (trx) => {
    await queries.insertReconciliation(trx, { ...report, complete_to, is_whole: since === undefined })
    await queries.deleteReconciliationsBefore(trx, new Date(now.getTime() - kept_ms))
    if (!is_clean)
      await audit.record(trx, 'reconciliation_failed', origin, { actor: 'system', details: checks })
  })
  return report
}

/** The newest report, by any process. */
export async function latestReconciliation(db: Db): Promise<ReconciliationReport | undefined> {
  const row = await queries.findLatestReconciliation(db)
  return row && { checked_at: row.checked_at, is_clean: row.is_clean, checks: row.checks as Reconciliation }
}
