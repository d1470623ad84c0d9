import type { Db } from '../../platform/db/database.ts'
import { type AppError, finalConflict } from '../../platform/errors.ts'
import { countStored, findStoredBytes, listUncounted } from '../task/room-queries.ts'

const batch = 100

/** What a user's videos take, and may take; null for no bound, and for what was not counted yet. */
export interface Room {
  stored_bytes: number | null
  quota_bytes: number | null
}

export async function getRoom(db: Db, user_id: string, quota_bytes: number): Promise<Room> {
  return {
    stored_bytes: await findStoredBytes(db, user_id),
    quota_bytes: quota_bytes === 0 ? null : quota_bytes,
  }
}

/**
 * Why whoever has as much as they may gets no further video: 409 `storage_quota_reached`; undefined while there is room. How large a
 * video becomes is known at its end only: the last one before the bound may pass it.
 */
export async function findQuotaRefusal(
  db: Db,
  user_id: string,
  quota_bytes: number,
): Promise<AppError | undefined> {
  if (quota_bytes === 0) return undefined
  const stored_bytes = await findStoredBytes(db, user_id)
  if (stored_bytes === null || stored_bytes < quota_bytes) return undefined
  return finalConflict('storage_quota_reached', 'Your videos take as much room as they may; delete some.', {
    stored_bytes,
    quota_bytes,
  })
}

/** Counts the videos of users who were there before anything was counted, until the signal comes. */
export async function countFirstRooms(db: Db, signal: AbortSignal): Promise<void> {
  for (;;) {
    const users = await listUncounted(db, batch)
    for (const user_id of users) {
      if (signal.aborted) return
      await db.transaction().execute((trx) => countStored(trx, user_id))
    }
    if (users.length < batch) return
  }
}
