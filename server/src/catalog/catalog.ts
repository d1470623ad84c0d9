import { AppError, invalid } from '../platform/errors.ts'
import type { Db } from '../platform/db/database.ts'
import type { Model } from './models.ts'
import * as queries from './queries.ts'

export { type ModelChoices, previewModel, resolveChoices, type Model } from './models.ts'

/** The models on offer; the first is the default. */
export type Catalog = readonly Model[]

/** @throws ValidationError at `["body","model"]` when it is not on offer. */
export function findModel(catalog: Catalog, name: string | undefined): Model {
  const model = name === undefined ? catalog[0] : catalog.find((entry) => entry.name === name)
  if (model) return model
  throw invalid(
    ['body', 'model'],
    `Models on offer: ${catalog.map((entry) => entry.name).join(', ')}`,
    'literal_error',
  )
}

/** What is charged, and what it was computed from: frozen with the hold. */
export interface PriceQuote {
  [detail: string]: string | number
  /** `price:{price_id}` */
  source: string
  unit: 'second' | 'task'
  /** A decimal in minor units. */
  unit_price: string
  quantity: number
  /** Whole minor units, rounded up once. */
  total: number
}

/**
 * The price of making a video. The most specific row counts: an exact model before `*`, then an exact resolution, then the
 * newest that is in force.
 * @throws AppError 503 `price_not_configured`: nothing is free by accident.
 */
export async function quoteGeneration(
  db: Db,
  order: { model: string; resolution: string; seconds: number },
  now: Date,
): Promise<PriceQuote> {
  const price = await queries.resolvePrice(db, { kind: 'generate', ...order }, now)
  if (price?.total === undefined || price.total === null || price.unit_price === null) {
    throw new AppError(503, 'price_not_configured', 'This model has no price yet; ask the operator.', {
      headers: { 'retry-after': '60' },
    })
  }
  const { price_id, unit, unit_price, total } = price
  return {
    source: `price:${price_id}`,
    unit,
    unit_price,
    quantity: unit === 'second' ? order.seconds : 1,
    total,
  }
}
