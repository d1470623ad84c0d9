import type { Db } from '../../platform/db/database.ts'
import * as queries from './hour-queries.ts'

const hour_ms = 3_600_000
/** As far back as anybody asks, when hours are counted for the first time. */
const lookBack_ms = 8 * 24 * hour_ms
const kept_ms = 35 * 24 * hour_ms

export function hourOf(instant: Date): Date {
  return new Date(Math.floor(instant.getTime() / hour_ms) * hour_ms)
}

/** Counts the videos of the hours that are over, each in a statement of its own, and forgets those of more than a month ago. */
export async function countHours(db: Db, now: Date, signal: AbortSignal): Promise<void> {
  const first = (await queries.findUncounted(db)) ?? hourOf(new Date(now.getTime() - lookBack_ms))
  for (let hour = first; hour < hourOf(now); hour = new Date(hour.getTime() + hour_ms)) {
    signal.throwIfAborted()
    await queries.countHour(db, hour)
  }
  await queries.forgetHours(db, new Date(now.getTime() - kept_ms))
}
