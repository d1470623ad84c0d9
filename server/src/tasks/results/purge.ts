import type { Db } from '../../platform/db/database.ts'
import type { Log } from '../../platform/log.ts'
import { type ObjectStorage, removeEach } from '../../storage/storage.ts'
import { type ResultPlace, removeResult, removeStored } from './place.ts'
import * as queries from './queries.ts'
import { day_ms, keptFor_ms, type Retention } from './retention.ts'

type PurgeDeps = ResultPlace & { db: Db; log: Log; clock: () => Date }

/**
 * Removes videos that are past their retention; their tasks stay, and their results answer 410. The objects are removed before the
 * row is marked, so the next run completes what a crash interrupted. Concurrent runs do no harm. What cannot be removed is left
 * for the next run, as is the rest when `signal` aborts. Returns the number of removed videos.
 */
export async function purgeResults(
  deps: PurgeDeps,
  retention: Retention,
  signal: AbortSignal,
): Promise<number> {
  const before = (age_ms: number) => new Date(deps.clock().getTime() - age_ms)
  let purged = await purge(deps, 'deleted_at', before(keptFor_ms(retention)), signal)
  if (retention.result_retention_days > 0)
    purged += await purge(deps, 'completed_at', before(retention.result_retention_days * day_ms), signal)
  if (purged > 0) deps.log.info({ purged }, 'results_purged')
  return purged
}

/**
 * Removes the objects of tasks that ended without a video: a worker may have stored some before the task was canceled or failed,
 * or before the worker died. Each task is swept soon after its end, and again when no suspended worker can still complete an
 * upload. Failures and aborts are handled as in `purgeResults`. Returns the number of swept tasks.
 */
export async function sweepResults(deps: PurgeDeps, signal: AbortSignal): Promise<number> {
  return removeEach<{ task_id: string }>(deps, signal, {
    list: (passed_over, limit) =>
      queries.listToSweep(deps.db, { now: deps.clock(), passed_over: idsOf(passed_over) }, limit),
    remove: async ({ task_id }) => {
      await removeStored(deps.storage, task_id)
      await queries.markSwept(deps.db, task_id, deps.clock())
      return true
    },
  })
}

const idsOf = (tasks: readonly { task_id: string }[]) => tasks.map(({ task_id }) => task_id)

function purge(
  deps: PurgeDeps,
  since: 'completed_at' | 'deleted_at',
  before: Date,
  signal: AbortSignal,
): Promise<number> {
  return removeEach<{ task_id: string; result_key: string }>(deps, signal, {
    list: (passed_over, limit) =>
      queries.listWithResult(deps.db, { since, before, passed_over: idsOf(passed_over) }, limit),
    remove: async (task) => {
      await removeResult(deps, task.result_key)
      return queries.markPurged(deps.db, task, deps.clock())
    },
  })
}

/**
 * Removes what an attempt has stored, if its task has ended without a video. If another attempt runs the task, the objects stay:
 * they have the same keys as that attempt's. A failure is logged, and `sweepResults` removes the objects later.
 */
export async function removeUnwanted(
  { db, storage }: { db: Db; storage: Pick<ObjectStorage, 'remove'> },
  task_id: string,
  log: Log,
): Promise<void> {
  try {
    if (!(await queries.ownsNothing(db, task_id))) return
    await removeStored(storage, task_id)
    log.info('unwanted_result_removed')
  } catch (error) {
    log.warn({ err: error }, 'unwanted_result_left')
  }
}
