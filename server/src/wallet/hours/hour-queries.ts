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
