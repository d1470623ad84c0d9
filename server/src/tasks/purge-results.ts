import type { Db } from '../platform/db/database.ts'
import type { Log } from '../platform/log.ts'
import { type ResultPlace, removeResult } from './result-place.ts'
import * as queries from './result-queries.ts'

export interface Retention {
  /** Days after its completion; 0 keeps videos for ever. */
  result_retention_days: number
  /** Days after its task was deleted. */
  deleted_retention_days: number
}

const day_ms = 86_400_000
const batch = 100
/** So many videos that can't be removed end a run: something is wrong with more than one of them. */
const maxFailures = 100

/**
 * Removes videos that are past their time; their tasks stay, and answer 410. The object goes first, then the row says so: a
 * crash between the two is mended by the next run, and two runs at once do nothing twice. What can't be removed stays for
 * the next run, and so does the rest when `signal` aborts. Returns how many went.
 */
export async function purgeResults(
  deps: ResultPlace & { db: Db; log: Log; clock: () => Date },
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

async function purge(
  deps: ResultPlace & { db: Db; log: Log; clock: () => Date },
  since: 'completed_at' | 'deleted_at',
  before: Date,
  signal: AbortSignal,
): Promise<number> {
  const passed_over: string[] = []
  let purged = 0
  while (passed_over.length < maxFailures) {
    const tasks = await queries.listWithResult(deps.db, { since, before, passed_over }, batch)
    for (const task of tasks) {
      if (signal.aborted) return purged
      try {
        await removeResult(deps, task.result_key)
      } catch (error) {
        deps.log.warn({ err: error, task_id: task.task_id }, 'result_not_purged')
        await deps.storage.check() // away altogether: no use in asking for the others
        passed_over.push(task.task_id)
        continue
      }
      if (await queries.markPurged(deps.db, task, deps.clock())) purged++
    }
    if (tasks.length < batch) break
  }
  return purged
}
