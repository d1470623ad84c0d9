import { type Archivable, archiveRows } from '../../archive/archive.ts'
import type { Db } from '../../platform/db/database.ts'
import type { ObjectStorage } from '../../storage/storage.ts'
import * as queries from './old-attempt-queries.ts'

const day_ms = 86_400_000

const attempts: Archivable<queries.StoredAttempt> = {
  what: 'task-attempts',
  at: 'started_at',
  find: queries.findBefore,
  remove: queries.remove,
}

/** Moves attempts that began so many days ago into the archive; of none with 0. Returns how many. */
export async function archiveAttempts(
  deps: { db: Db; storage: Pick<ObjectStorage, 'put'>; clock: () => Date },
  retention_days: number,
  signal: AbortSignal,
): Promise<number> {
  if (retention_days === 0) return 0
  const before = new Date(deps.clock().getTime() - retention_days * day_ms)
  return archiveRows(deps, attempts, before, signal)
}
