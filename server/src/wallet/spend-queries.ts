import { type RawBuilder, sql } from 'kysely'
import type { Db, Trx } from '../platform/db/database.ts'

/** A price that counts against a key's cap, in the period that begins on this day (`YYYY-MM-DD`). */
export interface Spending {
  key_id: string
  period: string
  cap: number
  cost: number
}

/** Adds to the key's spending and returns its row; none when it exceeds the cap. The row lock serializes the key's spending. */
export function countedSpending(
  { key_id, period, cap, cost }: Spending,
  from: RawBuilder<unknown> = sql``,
): RawBuilder<Pick<Spending, 'key_id' | 'period'>> {
  return sql`
    insert into api_key_spend as spend (key_id, period, cap, spent)
    select ${key_id}::uuid, ${period}::date, ${cap}::bigint, ${cost}::bigint ${from}
    ${cost <= cap ? sql`` : sql`limit 0`}
    on conflict (key_id, period) do update set spent = spend.spent + excluded.spent
      where spend.spent + excluded.spent <= spend.cap
    returning spend.key_id, spend.period`
}

/** False when it exceeds the cap. */
export async function spend(trx: Trx, spending: Spending): Promise<boolean> {
  const { rows } = await countedSpending(spending).execute(trx)
  return rows.length > 0
}

export async function findSpent(db: Db, key_id: string, period: string): Promise<number> {
  const row = await db
    .selectFrom('api_key_spend')
    .select('spent')
    .where('key_id', '=', key_id)
    .where('period', '=', sql<string>`${period}::date`)
    .executeTakeFirst()
  return row?.spent ?? 0
}

/** Periods as `YYYY-MM-DD`. */
export function listSpent(db: Db, key_ids: readonly string[]) {
  return db
    .selectFrom('api_key_spend')
    .select(['key_id', 'spent', sql<string>`period::text`.as('period')])
    .where('key_id', 'in', key_ids)
    .execute()
}
