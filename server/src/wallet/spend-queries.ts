import { sql } from 'kysely'
import type { Db, Trx } from '../platform/db/database.ts'

/** False when it would not fit under the cap. The row's lock lets one spend after the other. */
export async function spend(
  trx: Trx,
  { key_id, period, cap, cost }: { key_id: string; period: string; cap: number; cost: number },
): Promise<boolean> {
  const row = await trx
    .insertInto('api_key_spend')
    .values({ key_id, period, cap, spent: cost })
    .onConflict((conflict) =>
      conflict
        .columns(['key_id', 'period'])
        .doUpdateSet((eb) => ({ spent: eb('api_key_spend.spent', '+', cost) }))
        .where((eb) => eb(eb('api_key_spend.spent', '+', cost), '<=', eb.ref('api_key_spend.cap'))),
    )
    .returning('spent')
    .executeTakeFirst()
  return row !== undefined
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
