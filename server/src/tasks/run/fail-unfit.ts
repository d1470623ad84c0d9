import { drain } from '../../platform/concurrency/drain.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Log } from '../../platform/log.ts'
import { releaseAll } from './end-task.ts'
import * as queries from './unfit-queries.ts'

/** An engine that is started anew is back within this. */
const patience_ms = 60_000
const batch = 100
const tooLong = {
  code: 'video_too_long',
  message: 'The video is longer than any engine here takes.',
  error_class: 'request',
} as const

/**
 * Fails queued tasks whose video is longer than any engine that is there takes, and gives their money back; one that is tried
 * anyway would only fail there. That has to be so for a minute of videos of this model, mode and length, as this process sees
 * it. Where nobody offers a model at all, its tasks wait. Each call looks once, and returns how many tasks it failed; any
 * number of processes may do this.
 */
export function createUnfitReaper(
  { db, log }: { db: Db; log: Log },
  now: () => number = () => performance.now(),
): () => Promise<number> {
  let since_ms = new Map<string, number>()
  return async () => {
    const unfit = await queries.listUnfit(db)
    since_ms = new Map(unfit.map((kind) => [nameOf(kind), since_ms.get(nameOf(kind)) ?? now()]))
    const due = unfit.filter((kind) => now() - since_ms.get(nameOf(kind))! >= patience_ms)
    if (due.length === 0) return 0
    return drain(batch, (limit) =>
      db.transaction().execute(async (trx) => {
        return releaseAll(trx, log, await queries.failUnfit(trx, due, limit, tooLong), 'task_too_long')
      }),
    )
  }
}

const nameOf = ({ model, mode, frames }: queries.VideoKind): string => [model, mode, frames].join('/')
