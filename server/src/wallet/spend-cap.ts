import type { Db, Trx } from '../platform/db/database.ts'
import { AppError } from '../platform/errors.ts'
import type { Principal } from '../platform/http/principal.ts'
import * as queries from './spend-queries.ts'

/** An API key with a spend cap. */
export interface Spender {
  key_id: string
  /** Minor units per period. */
  cap: number
  period: 'month' | 'total'
}

/** Undefined for people, and for keys without a cap. */
export function spenderOf(principal: Principal): Spender | undefined {
  if (principal.kind !== 'api_key' || !principal.spend_cap) return undefined
  return { key_id: principal.key_id, ...principal.spend_cap }
}

/** The first day of the period: of the calendar month in UTC, or a fixed day for `total`. */
export function periodStart(period: Spender['period'], now: Date): string {
  return period === 'total' ? '1970-01-01' : `${now.toISOString().slice(0, 7)}-01`
}

/** The key's spending for a price. */
export function spendingOf({ key_id, cap, period }: Spender, cost: number, now: Date): queries.Spending {
  return { key_id, period: periodStart(period, now), cap, cost }
}

/**
 * Counts a price against the key's cap, in the transaction that it pays for. Of concurrent calls only those that fit pass.
 * @throws AppError 402 `api_key_spend_cap_reached`.
 */
export async function countSpending(trx: Trx, spender: Spender, cost: number, now: Date): Promise<void> {
  if (!(await queries.spend(trx, spendingOf(spender, cost, now))))
    throw await spendCapReached(trx, spender, now)
}

/** The 402 for a cap that does not allow a price, with both numbers. */
export async function spendCapReached(db: Db, spender: Spender, now: Date): Promise<AppError> {
  const spent_in_period = await queries.findSpent(db, spender.key_id, periodStart(spender.period, now))
  return capReached(spender.cap, spent_in_period)
}

/** Checks whether a price fits now, without counting it. @throws AppError 402 `api_key_spend_cap_reached`. */
export async function checkSpending(db: Db, spender: Spender, cost: number, now: Date): Promise<void> {
  const spent_in_period = await queries.findSpent(db, spender.key_id, periodStart(spender.period, now))
  if (spent_in_period + cost > spender.cap) throw capReached(spender.cap, spent_in_period)
}

function capReached(cap: number, spent_in_period: number): AppError {
  return new AppError(402, 'api_key_spend_cap_reached', 'This API key may not spend that much.', {
    extra: { spend_cap: cap, spent_in_period },
  })
}

/** What each key has spent in its current period; keys without a cap are not counted. */
export async function getSpending(
  db: Db,
  keys: readonly { key_id: string; spend_cap_period: Spender['period'] | null }[],
  now: Date,
): Promise<ReadonlyMap<string, number>> {
  const capped = keys.flatMap(({ key_id, spend_cap_period }) =>
    spend_cap_period ? [{ key_id, period: periodStart(spend_cap_period, now) }] : [],
  )
  if (capped.length === 0) return new Map()
  const rows = await queries.listSpent(
    db,
    capped.map(({ key_id }) => key_id),
  )
  const spent = new Map(rows.map((row) => [`${row.key_id} ${row.period}`, row.spent]))
  return new Map(capped.map(({ key_id, period }) => [key_id, spent.get(`${key_id} ${period}`) ?? 0]))
}
