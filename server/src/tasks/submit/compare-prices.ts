import { checkUnitPrice, type PriceKind } from '../../catalog/catalog.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Span } from '../../platform/http/input/time-span.ts'
import * as queries from './price-queries.ts'

/** A price that does not exist yet; `*` stands for every model or resolution. */
export interface ProposedPrice {
  kind: PriceKind
  model?: string | undefined
  resolution?: string | undefined
  unit: 'second' | 'task'
  /** A decimal in minor units. */
  unit_price: string
}

/**
 * What the completed tasks of a span would have cost with other prices, beside what they were charged. Tasks that no
 * proposed price fits keep their charge; refunds are told apart, and change neither.
 * @throws ValidationError for a price that is no decimal.
 */
export async function comparePrices(db: Db, proposed: readonly ProposedPrice[], span: Required<Span>) {
  proposed.forEach(({ unit_price }, index) =>
    checkUnitPrice(unit_price, ['body', 'prices', index, 'unit_price']),
  )
  const prices = proposed.map(({ model = '*', resolution = '*', ...price }) => ({
    ...price,
    model,
    resolution,
  }))
  const groups = await queries.compare(db, prices, span)
  const sum = (field: 'tasks' | 'charged' | 'refunded' | 'would_charge'): number =>
    groups.reduce((total, group) => total + group[field], 0)
  return {
    tasks: sum('tasks'),
    charged: sum('charged'),
    refunded: sum('refunded'),
    would_charge: sum('would_charge'),
    groups,
  }
}
