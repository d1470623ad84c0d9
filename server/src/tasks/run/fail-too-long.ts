import { inBatches } from '../../platform/concurrency/in-batches.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Log } from '../../platform/log.ts'
import { releaseAll } from './end-task.ts'
import * as queries from './too-long-queries.ts'

/** Long enough for an engine to restart. */
const patience_ms = 60_000
const batch = 100
const tooLong = {
  code: 'video_too_long',
  message: 'The video is longer than any engine here takes.',
  error_class: 'request',
} as const

/**
 * Returns a function that fails queued tasks whose video is longer than any engine accepts, and releases their money. It fails
 * a task only after this process has seen for a minute that no engine accepts its model, mode and length. Tasks of a model
 * that no engine offers at all keep waiting. Each call checks once and returns how many tasks it failed; any number of
 * processes may call it.
 */
export function createTooLongReaper(
  { db, log }: { db: Db; log: Log },
  now: () => number = () => performance.now(),
): () => Promise<number> {
  let since_ms = new Map<string, number>()
  return async () => {
    const unfit = await queries.listTooLong(db)
    since_ms = new Map(unfit.map((kind) => [nameOf(kind), since_ms.get(nameOf(kind)) ?? now()]))
    const due = unfit.filter((kind) => now() - since_ms.get(nameOf(kind))! >= patience_ms)
    if (due.length === 0) return 0
    return inBatches(batch, (limit) =>
      db.transaction().execute(async (trx) => {
        return releaseAll(trx, log, await queries.failTooLong(trx, due, limit, tooLong), 'task_too_long')
      }),
    )
  }
}

const nameOf = ({ model, mode, frames }: queries.VideoKind): string => [model, mode, frames].join('/')
