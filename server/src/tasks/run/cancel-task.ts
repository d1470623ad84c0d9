import { announce } from '../../events/events.ts'
import type { Trx } from '../../platform/db/database.ts'
import { finalConflict, noSuch } from '../../platform/errors.ts'
import * as wallet from '../../wallet/wallet.ts'
import * as cancellation from './cancel-queries.ts'
import { resetTurn } from '../queue/enqueue-queries.ts'
import { slotsChannel } from '../task/channels.ts'
import type { SubmitDeps } from '../submit/submit-task.ts'

type CancelDeps = Pick<SubmitDeps, 'db' | 'notifier'>

/**
 * Fails a queued or running task with the code `canceled` and releases its hold. The engine is stopped afterwards; a server
 * that cannot cancel keeps its slot until it is idle.
 * @throws AppError 404 `task_not_found`; 409 `task_ended`, also the second time.
 */
export async function cancelTask(deps: CancelDeps, user_id: string, task_id: string): Promise<void> {
  const reason = { code: 'canceled', message: 'The task was canceled.' }
  await endTask(deps, { task_id, user_id }, reason)
}

/**
 * Fails a queued or running task for an administrator. The owner sees `reason`; `record` runs in the same transaction.
 * @throws AppError as `cancelTask`.
 */
export async function failTaskByHand(
  deps: CancelDeps,
  task_id: string,
  reason: string,
  record: (trx: Trx) => Promise<void>,
): Promise<void> {
  await endTask(deps, { task_id, user_id: undefined }, { code: 'failed_by_admin', message: reason }, record)
}

async function endTask(
  { db, notifier }: CancelDeps,
  which: { task_id: string; user_id: string | undefined },
  reason: { code: string; message: string },
  record?: (trx: Trx) => Promise<void>,
): Promise<void> {
  const owner = await db.transaction().execute(async (trx) => {
    const ended = await cancellation.end(trx, which, reason)
    if (!ended) {
      if (!(await cancellation.exists(trx, which))) throw noSuch('task')
      throw finalConflict('task_ended', 'The task has ended already.')
    }
    await wallet.release(trx, which.task_id)
    await resetTurn(trx, ended.user_id, ended.model)
    await record?.(trx)
    return ended.user_id
  })
  announce(notifier, owner)
  notifier.notify(slotsChannel)
}
