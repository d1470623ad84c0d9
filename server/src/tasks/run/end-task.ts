import type { Db, Trx } from '../../platform/db/database.ts'
import type { Log } from '../../platform/log.ts'
import * as wallet from '../../wallet/wallet.ts'
import * as attempts from './attempt-queries.ts'
import type { TaskMedia } from '../task/media.ts'

/** Completes a task and captures its hold, in one transaction. False when the attempt no longer holds the task. */
export function completeTask(
  db: Db,
  task: attempts.HeldAttempt,
  result_key: string,
  media: TaskMedia | null = null,
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const completed = await attempts.complete(trx, task, result_key, media)
    if (completed) await wallet.capture(trx, task.task_id)
    return completed
  })
}

/** Fails a task for good and releases its hold. False when the attempt no longer holds the task. */
export async function failTask(
  trx: Trx,
  task: attempts.HeldAttempt,
  ending: Parameters<typeof attempts.fail>[2],
): Promise<boolean> {
  const failed = await attempts.fail(trx, task, ending)
  if (failed) await wallet.release(trx, task.task_id)
  return failed
}

/** Releases the holds of tasks that were just failed as a batch, and logs `event` for each. Returns their number. */
export async function releaseAll(
  trx: Trx,
  log: Log,
  task_ids: readonly string[],
  event: string,
): Promise<number> {
  for (const task_id of task_ids) {
    log.warn({ task_id }, event)
    await wallet.release(trx, task_id)
  }
  return task_ids.length
}
