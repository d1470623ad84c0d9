import { checkUnitPrice, type PriceKind } from '../../catalog/catalog.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Span } from '../../platform/http/input/time-span.ts'
import * as queries from './price-queries.ts'

/** A price under consideration; `*` stands for every model or resolution. */
export interface ProposedPrice {
  kind: PriceKind
  model?: string | undefined
  resolution?: string | undefined
  unit: 'second' | 'task'
  /** A decimal in minor units. */
  unit_price: string
}

/**
 * Compares what the completed tasks of a period were charged with what they would have cost at the proposed prices. Tasks that no
 * proposed price matches keep their charge. Refunds are listed separately and change neither sum.
 * @throws ValidationError for a price that is not a decimal.
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
