import { sql } from 'kysely'
import type { Trx } from '../../platform/db/database.ts'

/** R1 to R8, each of which must be zero. A number counts rows or money that disagree. */
export type Reconciliation = Record<'R1' | 'R2' | 'R3' | 'R4' | 'R5' | 'R6' | 'R7' | 'R8', number>

/** Checks the whole ledger, as the caller's transaction sees it. */
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

/**
 * Checks what was booked since an instant, and all active holds. It compares balances with the chain of their entries since
 * then, instead of with all entries.
 */
export async function checkRecent(trx: Trx, since: Date): Promise<Reconciliation> {
  const { rows } = await sql<Reconciliation>`
    with movement as materialized (
      select transaction_id, user_id, hold_id from ledger_transactions where created_at >= ${since}
    ), entry as materialized (
      select entry.* from movement join ledger_entries as entry using (transaction_id)
    ), account as materialized (
      select * from ledger_accounts where account_id in (select account_id from entry where account_seq is not null)
    ), hold as materialized (
      select * from ledger_holds where hold_id in (select hold_id from movement)
    )
    select
      (select count(*) from account
        left join ledger_entries as newest on (newest.account_id, newest.account_seq) = (account.account_id, account.last_seq)
        where account.balance is distinct from newest.balance_after) as "R1",
      (select coalesce(sum(amount), 0)::bigint from entry) as "R2",
      (select count(*) from ledger_accounts a where kind = 'user_held' and owner_user_id in (select user_id from movement)
          and balance <> (select coalesce(sum(amount), 0) from ledger_holds h
                           where h.user_id = a.owner_user_id and h.state = 'active')) as "R3",
      (select count(*) from entry
        left join ledger_entries as previous
          on (previous.account_id, previous.account_seq) = (entry.account_id, entry.account_seq - 1)
        where entry.account_seq is not null
          and (entry.account_seq > 1 and previous.entry_id is null
               or entry.balance_after <> coalesce(previous.balance_after, 0) + entry.amount)) as "R4",
      (select count(*) from (
        select 1 from movement left join entry using (transaction_id)
         group by transaction_id having coalesce(sum(amount), 0) <> 0 or count(entry_id) < 2) x) as "R5",
      (select count(*) from (select * from hold union select * from ledger_holds where state = 'active') h
        join tasks t using (task_id)
        where (h.state = 'active') <> (t.status not in ('completed', 'failed'))
           or (h.state = 'captured') <> (t.status = 'completed')) as "R6",
      (select count(*) from hold h
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
