import type { Db, Trx } from '../../platform/db/database.ts'
import type { Log } from '../../platform/log.ts'
import * as wallet from '../../wallet/wallet.ts'
import * as attempts from './attempt-queries.ts'
import type { TaskMedia } from '../task/media.ts'

/** Result and money in one transaction. False when another attempt has the task. */
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

/** Failed for good, with the money back. False when another attempt has the task. */
export async function failTask(
  trx: Trx,
  task: attempts.HeldAttempt,
  ending: Parameters<typeof attempts.fail>[2],
): Promise<boolean> {
  const failed = await attempts.fail(trx, task, ending)
  if (failed) await wallet.release(trx, task.task_id)
  return failed
}

/** Gives the money of tasks back that were just failed together, and says so of each in the log. Returns how many. */
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
