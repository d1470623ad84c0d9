import { drain } from '../platform/concurrency/drain.ts'
import type { Db } from '../platform/db/database.ts'
import * as queries from './queries.ts'

const batch = 5_000
const day_ms = 86_400_000

/**
 * Removes what nobody will ask for: progress that is a day old (its task has long ended), and all that is older than
 * `retention_days`, but each user's newest event, whose number new ones go on from. In batches, so that no statement is long.
 */
export async function forgetEvents(db: Db, now: Date, retention_days: number): Promise<void> {
  const yesterday = new Date(now.getTime() - day_ms)
  await drain(batch, (limit) => queries.deleteProgress(db, yesterday, limit))
  const before = new Date(now.getTime() - retention_days * day_ms)
  for (const user_id of await queries.listUsersWithEventsBefore(db, before)) {
    await drain(batch, (limit) => queries.deleteBefore(db, user_id, before, limit))
  }
}
