import type { Db } from '../../platform/db/database.ts'
import type { Log } from '../../platform/log.ts'
import { type ObjectStorage, removeEach } from '../../storage/storage.ts'
import { type ResultPlace, removeResult, removeStored } from './place.ts'
import * as queries from './queries.ts'

export interface Retention {
  /** Days after its completion; 0 keeps videos for ever. */
  result_retention_days: number
  /** Days after its task was deleted. */
  deleted_retention_days: number
}

type PurgeDeps = ResultPlace & { db: Db; log: Log; clock: () => Date }

const day_ms = 86_400_000

/**
 * Removes videos that are past their time; their tasks stay, and answer 410. The object goes first, then the row says so: a
 * crash between the two is mended by the next run, and two runs at once do nothing twice. What can't be removed stays for
 * the next run, and so does the rest when `signal` aborts. Returns how many went.
 */
export async function purgeResults(
  deps: PurgeDeps,
  { result_retention_days, deleted_retention_days }: Retention,
  signal: AbortSignal,
): Promise<number> {
  const before = (days: number) => new Date(deps.clock().getTime() - days * day_ms)
  let purged = await purge(deps, 'deleted_at', before(deleted_retention_days), signal)
  if (result_retention_days > 0)
    purged += await purge(deps, 'completed_at', before(result_retention_days), signal)
  if (purged > 0) deps.log.info({ purged }, 'results_purged')
  return purged
}

/**
 * Removes what workers stored for tasks that have ended without a video: those that were canceled or failed while it was on
 * its way, and those whose worker died. Each is looked at soon after its end, and once more when no worker that stood still
 * can go on storing. Ends and is repeated as `purgeResults`. Returns how many were looked at.
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
 * Removes what an attempt stored when nobody wants it: the video of a task that was canceled meanwhile is nobody's; of one
 * that goes on elsewhere it is that attempt's, and stays. What is left by a failure here, `sweepResults` removes.
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
