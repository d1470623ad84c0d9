import type { Trx } from '../../platform/db/database.ts'
import type { Log } from '../../platform/log.ts'
import * as wallet from '../../wallet/wallet.ts'
import * as attempts from './attempt-queries.ts'

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
