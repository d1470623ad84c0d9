import type { Db, Trx } from '../../platform/db/database.ts'
import { endAttempt, failedWith } from './attempt-queries.ts'

export interface Which {
  task_id: string
  /** Undefined matches every user. */
  user_id: string | undefined
}

/** Fails a task that has not ended; undefined if there is none. Of a concurrent cancellation and completion, only one succeeds. */
export async function end(trx: Trx, { task_id, user_id }: Which, reason: { code: string; message: string }) {
  const ended = await trx
    .updateTable('tasks')
    .set(failedWith(reason))
    .where('task_id', '=', task_id)
    .$if(user_id !== undefined, (tasks) => tasks.where('user_id', '=', user_id!))
    .where('completed_at', 'is', null)
    .returning(['user_id', 'model', 'attempt'])
    .executeTakeFirst()
  // The slot is freed once the engine has stopped.
  if (ended)
    await endAttempt(trx, { task_id, attempt: ended.attempt }, { outcome: 'canceled', frees_slot: false })
  return ended
}

export async function exists(db: Db, { task_id, user_id }: Which): Promise<boolean> {
  const row = await db
    .selectFrom('tasks')
    .select('task_id')
    .where('task_id', '=', task_id)
    .where('deleted_at', 'is', null)
    .$if(user_id !== undefined, (tasks) => tasks.where('user_id', '=', user_id!))
    .executeTakeFirst()
  return row !== undefined
}
