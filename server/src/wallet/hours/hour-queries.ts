import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

/** The hour after the newest that was counted; null where none was. */
export async function findUncounted(db: Db): Promise<Date | null> {
  const { rows } = await sql<{ hour: Date | null }>`
    select max(hour) + interval '1 hour' as hour from ledger_hours`.execute(db)
  return rows[0]!.hour
}

/** Counts the movements of an hour; the second time it changes nothing. */
export async function countHour(db: Db, hour: Date): Promise<void> {
  await sql`
    insert into ledger_hours (hour, kind, movements, amount)
    select ${hour}::timestamptz, kind, count(*), sum(${amount})
      from ledger_transactions as movement
     where created_at >= ${hour}::timestamptz and created_at < ${hour}::timestamptz + interval '1 hour' group by kind
     union all select ${hour}::timestamptz, '', 0, 0
    on conflict do nothing`.execute(db)
}

/**
 * What a movement moved: of what the platform took, that alone, since a capture may leave a part of its hold. Looked up for each
 * movement by its key: a join lets the planner choose.
 */
const amount = sql`(
  select sum(amount) from ledger_entries as entry
   where entry.transaction_id = movement.transaction_id and amount > 0
     and (movement.kind not in ('capture', 'charge') or account_id = (
       select account_id from ledger_accounts where owner_user_id is null and kind = 'platform_revenue')))`

export async function forgetHours(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('ledger_hours').where('hour', '<', before).execute()
}

export interface Moved {
  kind: string
  amount: number
}

/** Movements by kind since the beginning of an hour; those that are not counted yet are counted now. */
export async function sumMoved(db: Db, since: Date): Promise<Moved[]> {
  const { rows } = await sql<Moved>`
    select kind, sum(amount)::bigint as amount from (
      select kind, amount from ledger_hours where hour >= ${since} and kind <> ''
       union all
      select kind, ${amount} from ledger_transactions as movement
       where created_at >= greatest(${since}::timestamptz, (select max(hour) + interval '1 hour' from ledger_hours))
         and created_at < now() + interval '1 hour') as moved
     group by kind order by kind`.execute(db)
  return rows
}

/** A place among all movements, in the order of their booking. The instant is PostgreSQL's text: a Date would cut its microseconds. */
export interface LedgerPlace {
  created_at: string
  transaction_id: string
}

/**
 * SQL: before it no movement is booked any more, since a movement carries the start of its transaction: two seconds before the oldest
 * one that is open. None of ours lasts for two minutes; one of somebody else's, such as a backup, is not waited for.
 */
const settled = sql`(
  select greatest(least(now(), min(xact_start)), now() - interval '2 minutes') - interval '2 seconds'
    from pg_stat_activity where datname = current_database() and backend_type = 'client backend')`

/** The place behind all movements that are booked by now. */
export async function findPresent(db: Db): Promise<LedgerPlace> {
  const { rows } = await sql<LedgerPlace>`
    select ${settled}::text as created_at, 'ffffffff-ffff-ffff-ffff-ffffffffffff' as transaction_id`.execute(
    db,
  )
  return rows[0]!
}

export interface Counted extends Moved {
  movements: number
  /** Of the last one. */
  place: LedgerPlace
}

/** Movements by kind behind a place, at most `limit` of them; steps through the index by time. */
export async function sumBehind(db: Db, place: LedgerPlace, limit: number): Promise<Counted[]> {
  const { rows } = await sql<Counted>`
    with next as materialized (
      select transaction_id, kind, created_at from ledger_transactions
       where (created_at, transaction_id) > (${place.created_at}::timestamptz, ${place.transaction_id}::uuid)
         and created_at < ${settled}
       order by created_at, transaction_id limit ${limit}
    )
    select kind, count(*)::int as movements, sum(${amount})::bigint as amount,
           (select jsonb_build_object('created_at', created_at::text, 'transaction_id', transaction_id)
              from next order by created_at desc, transaction_id desc limit 1) as place
      from next as movement group by kind order by kind`.execute(db)
  return rows
}
