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

/** What the checks found, and when. */
export interface ReconciliationReport {
  checked_at: Date
  is_clean: boolean
  checks: Reconciliation
}

const kept_ms = 90 * 86_400_000

/**
 * Checks the whole ledger and keeps what was found, so that every process can tell it. What should never be goes to the audit
 * log. Reports older than 90 days are forgotten.
 */
export function recordReconciliation(
  db: Db,
  now: Date,
  origin: audit.Origin = { ip: null, request_id: null },
): Promise<ReconciliationReport> {
  return record(db, now, undefined, origin)
}

/**
 * The same for what was booked since the newest report, which costs as much as that is, however large the ledger. By
 * induction the whole is right if that report was: what nobody booked, a row that was changed by hand, only the whole check
 * sees. Where there is no report, or where it was not clean, the whole ledger is checked: an alarm ends when its cause does.
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
  // Before the snapshot: what has not ended by then begins at this instant or later, and is looked at the next time.
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

/** The newest report of any process. */
export async function latestReconciliation(db: Db): Promise<ReconciliationReport | undefined> {
  const row = await queries.findLatestReconciliation(db)
  return row && { checked_at: row.checked_at, is_clean: row.is_clean, checks: row.checks as Reconciliation }
}
