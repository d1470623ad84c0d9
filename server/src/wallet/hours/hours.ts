import type { Db } from '../../platform/db/database.ts'
import * as queries from './hour-queries.ts'

const hour_ms = 3_600_000
/** When hours are counted for the first time: those of today, in every case. */
const lookBack_ms = 24 * hour_ms
const kept_ms = 35 * 24 * hour_ms

const hourOf = (instant: Date): Date => new Date(Math.floor(instant.getTime() / hour_ms) * hour_ms)

/** Counts the movements of the hours that are over, each in a statement of its own, and forgets those of more than a month ago. */
export async function countHours(db: Db, now: Date, signal: AbortSignal): Promise<void> {
  const first = (await queries.findUncounted(db)) ?? hourOf(new Date(now.getTime() - lookBack_ms))
  for (let hour = first; hour < hourOf(now); hour = new Date(hour.getTime() + hour_ms)) {
    signal.throwIfAborted()
    await queries.countHour(db, hour)
  }
  await queries.forgetHours(db, new Date(now.getTime() - kept_ms))
}

export interface MoneyToday {
  topped_up: number
  held: number
  captured: number
  refunded: number
}

/** What was booked since midnight in UTC, in minor units. `captured` is also what was charged at once. */
export async function sumToday(db: Db, now: Date): Promise<MoneyToday> {
  const midnight = new Date(now.toISOString().slice(0, 10))
  const moved = await queries.sumMoved(db, midnight)
  const of = (...kinds: string[]) =>
    moved.filter(({ kind }) => kinds.includes(kind)).reduce((sum, { amount }) => sum + amount, 0)
  return {
    topped_up: of('topup'),
    held: of('hold'),
    captured: of('capture', 'charge'),
    refunded: of('refund'),
  }
}
