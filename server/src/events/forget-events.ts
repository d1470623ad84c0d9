import { inBatches } from '../platform/concurrency/in-batches.ts'
import type { Db } from '../platform/db/database.ts'
import * as queries from './queries.ts'

const batch = 5_000
const day_ms = 86_400_000

/**
 * Deletes progress events after a day (their task has long ended) and all events after `retention_days`, except each user's
 * newest, whose number the next one continues.
 */
export async function forgetEvents(db: Db, now: Date, retention_days: number): Promise<void> {
  const yesterday = new Date(now.getTime() - day_ms)
  await inBatches(batch, (limit) => queries.deleteProgress(db, yesterday, limit))
  const before = new Date(now.getTime() - retention_days * day_ms)
  for (const user_id of await queries.listUsersWithEventsBefore(db, before)) {
    await inBatches(batch, (limit) => queries.deleteBefore(db, user_id, before, limit))
  }
}
