import { type Archivable, archiveRows } from '../../archive/archive.ts'
import type { Db } from '../../platform/db/database.ts'
import type { ObjectStorage } from '../../storage/storage.ts'
import * as queries from './old-attempt-queries.ts'

const attempts: Archivable<queries.StoredAttempt> = {
  what: 'task-attempts',
  at: 'started_at',
  find: queries.findBefore,
  remove: queries.remove,
}

/** Moves attempts that began so many days ago into the archive; of none with 0. Returns how many. */
export function archiveAttempts(
  deps: { db: Db; storage: Pick<ObjectStorage, 'put'>; clock: () => Date },
  retention_days: number,
  signal: AbortSignal,
): Promise<number> {
  return archiveRows(deps, attempts, retention_days, signal)
}
