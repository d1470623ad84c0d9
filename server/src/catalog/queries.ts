import { sql } from 'kysely'
import type { Db } from '../platform/db/database.ts'
import type { PriceKind } from './tables.ts'

/** The price in force with its total for the quantity, rounded up once; decimal arithmetic stays in SQL. */
export function resolvePrice(
  db: Db,
  order: { kind: PriceKind; model: string; resolution: string; seconds: number },
  now: Date,
) {
  return db
    .selectFrom('prices')
    .select(['price_id', 'unit', 'unit_price'])
    .select(
      sql<
        number | null
      >`ceil(unit_price * case unit when 'second' then ${order.seconds}::int else 1 end)::bigint`.as('total'),
    )
    .where('kind', '=', order.kind)
    .where('model', 'in', [order.model, '*'])
    .where('resolution', 'in', [order.resolution, '*'])
    .where('effective_from', '<=', now)
    .orderBy(sql`model = '*'`)
    .orderBy(sql`resolution = '*'`)
    .orderBy('effective_from', 'desc')
    .limit(1)
    .executeTakeFirst()
}
