import { sql } from 'kysely'
import * as audit from '../audit/audit.ts'
import type { Db, Trx } from '../platform/db/database.ts'
import * as queries from './reconciliation-queries.ts'

/** R1 to R8: what must be zero, always. A number says how many rows, or how much money, disagree. */
export type Reconciliation = Record<'R1' | 'R2' | 'R3' | 'R4' | 'R5' | 'R6' | 'R7' | 'R8', number>

/**
 * Checks the whole ledger in one snapshot: R1 stored balances are the sums of their entries; R2 money is neither made nor
 * lost; R3 held balances are the active holds; R4 running balances form a chain without gaps; R5 every transaction
 * balances; R6 holds follow their tasks; R7 captures and refunds equal their entries; R8 no hold outlives every task.
 */
export function reconcile(db: Db): Promise<Reconciliation> {
  const snapshot = db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only')
  return snapshot.execute(checkLedger)
}

/** The checks as the caller's transaction sees the ledger. */
export async function checkLedger(trx: Trx): Promise<Reconciliation> {
  const { rows } = await sql<Reconciliation>`
    select
      (select count(*) from ledger_accounts a where balance is not null and balance <>
        (select coalesce(sum(amount), 0) from ledger_entries e where e.account_id = a.account_id)) as "R1",
      (select coalesce(sum(amount), 0)::bigint from ledger_entries) as "R2",
      (select count(*) from ledger_accounts a where kind = 'user_held' and balance <>
        (select coalesce(sum(amount), 0) from ledger_holds h
          where h.user_id = a.owner_user_id and h.state = 'active')) as "R3",
      (select count(*) from (
        select balance_after, account_seq, sum(amount) over w as total, row_number() over w as position
          from ledger_entries where account_seq is not null
        window w as (partition by account_id order by account_seq)) chain
        where balance_after <> total or account_seq <> position) as "R4",
      (select count(*) from (
        select 1 from ledger_entries group by transaction_id having sum(amount) <> 0 or count(*) < 2) x) as "R5",
      (select count(*) from ledger_holds h join tasks t using (task_id)
        where (h.state = 'active') <> (t.status not in ('completed', 'failed'))
           or (h.state = 'captured') <> (t.status = 'completed')) as "R6",
      (select count(*) from ledger_holds h
        left join lateral (
          select coalesce(sum(e.amount) filter (where t.kind = 'capture'), 0) as captured,
                 coalesce(-sum(e.amount) filter (where t.kind = 'refund'), 0) as refunded
            from ledger_transactions t join ledger_entries e using (transaction_id)
            join ledger_accounts a using (account_id)
           where t.hold_id = h.hold_id and a.kind = 'platform_revenue') booked on true
        where (h.captured, h.refunded) is distinct from (booked.captured, booked.refunded)) as "R7",
      (select count(*) from ledger_holds
        where state = 'active' and created_at < now() - interval '6 hours') as "R8"`.execute(trx)
  return rows[0]!
}

/** What the checks found, and when. */
export interface ReconciliationReport {
  checked_at: Date
  is_clean: boolean
  checks: Reconciliation
}

const kept_ms = 90 * 86_400_000

/**
 * Checks the ledger and keeps what was found, so that every process can tell it. What should never be goes to the audit
 * log. Reports older than 90 days are forgotten.
 */
export async function recordReconciliation(
  db: Db,
  now: Date,
  origin: audit.Origin = { ip: null, request_id: null },
): Promise<ReconciliationReport> {
  const checks = await reconcile(db)
  const is_clean = Object.values(checks).every((count) => count === 0)
  await db.transaction().execute(async (trx) => {
    await queries.insertReconciliation(trx, { checked_at: now, checks, is_clean })
    await queries.deleteReconciliationsBefore(trx, new Date(now.getTime() - kept_ms))
    if (!is_clean)
      await audit.record(trx, 'reconciliation_failed', origin, { actor: 'system', details: checks })
  })
  return { checked_at: now, is_clean, checks }
}

/** The newest report of any process. */
export async function latestReconciliation(db: Db): Promise<ReconciliationReport | undefined> {
  const row = await queries.findLatestReconciliation(db)
  return row && { ...row, checks: row.checks as Reconciliation }
}
