import type { Db, Trx } from '../platform/db/database.ts'
import { batch, readBatches } from '../platform/concurrency/batch.ts'
import { AppError, finalConflict, invalid } from '../platform/errors.ts'
import type { Page } from '../platform/http/input/schemas.ts'
import { isPrice, maxUnitPrice } from '../settings/settings.ts'
import * as queries from './queries.ts'
import type { PriceKind } from './tables.ts'

export type { PriceOrder } from './queries.ts'

/** The price and its components, frozen with the hold. */
export interface PriceQuote {
  [detail: string]: string | number
  /** `price:{price_id}`, or `override:{key}` of the setting `price_overrides`. */
  source: string
  unit: 'second' | 'task'
  /** A decimal in minor units. */
  unit_price: string
  quantity: number
  /** Whole minor units, rounded up once. */
  total: number
}

/** The current price; undefined when not for sale. */
export async function findPrice(
  db: Db,
  order: queries.PriceOrder,
  now: Date,
): Promise<PriceQuote | undefined> {
  const price = await queries.resolvePrice(db, order, now)
  if (!price || price.unit_price === null || price.total === null) return undefined
  const { source, unit, unit_price, total } = price
  return { source, unit, unit_price, quantity: unit === 'second' ? order.seconds : 1, total }
}

/** @throws AppError 503 `price_not_configured`: nothing is free by accident. */
export type GetPrice = (order: queries.PriceOrder, now: Date) => Promise<PriceQuote>

/** Reads prices; concurrent calls for the same price share a statement. Nothing is cached. */
export function createPriceReader(db: Db): GetPrice {
  const find = batch(async (asked: readonly { order: queries.PriceOrder; now: Date }[]) => {
    const found = new Map<string, Promise<PriceQuote | undefined>>()
    return Promise.all(
      asked.map(({ order, now }) => {
        const key = JSON.stringify([order.kind, order.model, order.resolution, order.seconds])
        const price = found.get(key) ?? findPrice(db, order, now)
        found.set(key, price)
        return price
      }),
    )
  }, readBatches)
  return async (order, now) => {
    const price = await find({ order, now })
    if (price) return price
    throw new AppError(503, 'price_not_configured', 'This has no price yet; ask the operator.', {
      headers: { 'retry-after': '60' },
    })
  }
}

/** A page of price rows, latest first, including future ones. */
export async function listPrices(db: Db, filter: queries.PriceFilter, page: Page) {
  const { rows, total } = await queries.list(db, filter, page)
  return { items: rows, total, ...page }
}

export interface NewPrice {
  kind: PriceKind
  model?: string | undefined
  resolution?: string | undefined
  unit: 'second' | 'task'
  /** A decimal in minor units; null takes it off sale. */
  unit_price: string | null
}

/** How far `effective_from` may lie in the past: a caller's "now" is a little old on arrival. */
const grace_ms = 60_000

/**
 * Adds a price. Rows never change, so that past sales stay explained. @throws ValidationError for a price that is no
 * decimal, or an instant in the past; AppError 409 `price_exists`.
 */
export async function addPrice(
  trx: Trx,
  price: NewPrice & { effective_from: Date | undefined; created_by: string },
  now: Date,
) {
  const { kind, model = '*', resolution = '*', unit, unit_price, created_by } = price
  if (unit_price !== null) checkUnitPrice(unit_price, ['body', 'unit_price'])
  const effective_from = price.effective_from ?? now
  if (effective_from.getTime() < now.getTime() - grace_ms)
    throw invalid(['body', 'effective_from'], 'Input must not lie in the past')
  const row = { kind, model, resolution, unit, unit_price, effective_from, created_by }
  const added = await queries.insert(trx, row)
  if (!added) throw finalConflict('price_exists', 'There is a price for this from that very instant on.')
  return added
}

/** The price of a model in the engines file. */
export interface FirstPrice {
  model: string
  resolution: string
  unit: 'second' | 'task'
  unit_price: string
}

/** Adds prices for models without any. Administrators add later ones, which this never touches. */
export async function addFirstPrices(db: Db, prices: readonly FirstPrice[], now: Date): Promise<void> {
  if (prices.length > 0) await queries.insertFirst(db, prices, now)
}

/** @throws ValidationError unless it is a decimal from 0 to 10^9 with at most 6 places. */
export function checkUnitPrice(text: string, loc: (string | number)[]): void {
  if (isPrice(text)) return
  throw invalid(loc, `Input must be a decimal from 0 to ${maxUnitPrice} with at most 6 places`)
}
