import type { Generated } from 'kysely'

export type PriceKind = 'generate' | 'enhance' | 'agent'

export interface CatalogTables {
  /** Rows never change: a new price is a new row with a later `effective_from`. */
  prices: {
    price_id: Generated<number>
    kind: PriceKind
    /** A model's name, or `*`. */
    model: Generated<string>
    /** A resolution, for `enhance` the target, or `*`. */
    resolution: Generated<string>
    unit: 'second' | 'task'
    /** A decimal in minor units; null is "not for sale". */
    unit_price: string | null
    effective_from: Date
    created_by: string | null
    created_at: Generated<Date>
  }
}

declare module '../platform/db/database.ts' {
  interface Tables extends CatalogTables {}
}
