import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

export interface Use {
  /** In the caller's time zone, `YYYY-MM-DD`. */
  day: string
  /** Null for what was not a video, such as a prompt helper. */
  model: string | null
  /** In minor units; negative where more was refunded than spent. */
  spent: number
  videos: number
}

/**
 * What the platform took of a user and gave back, by the day of the booking: captures and charges less refunds. Both days count.
 * Reads the user's movements of that time by their index, and the platform's entry of each by its key.
 */
export async function sumUse(
  db: Db,
  user_id: string,
  { from, to, time_zone }: { from: string; to: string; time_zone: string },
): Promise<Use[]> {
  const { rows } = await sql<Use>`
    select to_char(movement.created_at at time zone ${time_zone}, 'YYYY-MM-DD') as day,
           hold.quote ->> 'model' as model,
           sum(entry.amount)::bigint as spent,
           count(*) filter (where movement.kind = 'capture')::int as videos
      from ledger_transactions as movement
      join ledger_entries as entry on entry.transaction_id = movement.transaction_id
       and entry.account_id = (select account_id from ledger_accounts where owner_user_id is null and kind = 'platform_revenue')
      left join ledger_holds as hold on hold.hold_id = movement.hold_id
     where movement.user_id = ${user_id}
       and movement.kind in ('capture', 'charge', 'refund')
       and movement.created_at >= (${from}::date)::timestamp at time zone ${time_zone}
       and movement.created_at < (${to}::date + 1)::timestamp at time zone ${time_zone}
     group by day, model
     order by day, model nulls last`.execute(db)
  return rows
}

/** The day that it is somewhere, `YYYY-MM-DD`. Undefined when there is no such time zone. */
export async function findDay(db: Db, now: Date, time_zone: string): Promise<string | undefined> {
  try {
    const { rows } = await sql<{ day: string }>`
      select to_char(${now}::timestamptz at time zone ${time_zone}, 'YYYY-MM-DD') as day`.execute(db)
    return rows[0]!.day
  } catch (error) {
    if ((error as { code?: unknown }).code === unknownTimeZone) return undefined
    throw error
  }
}

const unknownTimeZone = '22023'
