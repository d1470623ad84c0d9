import { sql } from 'kysely'
import type { Db, Trx } from '../../platform/db/database.ts'
import { endAttempt, failedWith, type Reason } from './attempt-queries.ts'

// Tasks whose lease has expired, or whose deadline has passed.

/** Checks that the database answers. Returns 0, the number of tasks that it moved. */
export async function hear(db: Db): Promise<0> {
  await sql`select 1`.execute(db)
  return 0
}

/** Locks running tasks with an expired lease. Skips tasks that another process has locked. */
export async function lockExpired(trx: Trx, limit: number) {
  const expired = await trx
    .selectFrom('tasks')
    .select(['task_id', 'user_id', 'attempt', 'failed_attempts'])
    .where('status', '=', 'running')
    .where('lease_expires_at', '<', sql<Date>`now()`)
    .orderBy('lease_expires_at')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute()
  await lockCountsOf(trx, expired)
  return expired
}

/** Locks the running tasks whose attempt is on this engine. */
export function lockRunningOn(trx: Trx, engine: string) {
  return trx
    .selectFrom('tasks')
    .innerJoin('engine_slots as slot', (join) =>
      join.onRef('slot.task_id', '=', 'tasks.task_id').onRef('slot.attempt', '=', 'tasks.attempt'),
    )
    .select(['tasks.task_id', 'tasks.user_id', 'tasks.attempt'])
    .where('slot.engine', '=', engine)
    .where('tasks.status', '=', 'running')
    .orderBy('tasks.task_id')
    .forUpdate('tasks')
    .execute()
}

/** Locks the counts of the tasks' users in a fixed order, so that two batches with tasks of the same users cannot deadlock. */
export async function lockCountsOf(trx: Trx, tasks: readonly { user_id: string }[]): Promise<void> {
  if (tasks.length === 0) return
  await trx
    .selectFrom('task_counts')
    .select('user_id')
    .where('user_id', 'in', [...new Set(tasks.map(({ user_id }) => user_id))])
    .orderBy('user_id')
    .forNoKeyUpdate()
    .execute()
}

/** Fails queued and running tasks past their deadline; returns their ids. */
export async function failOverdue(trx: Trx, limit: number, reason: Reason): Promise<string[]> {
  const overdue = await trx
    .selectFrom('tasks')
    .select(['task_id', 'user_id'])
    .where('completed_at', 'is', null)
    .where('deadline_at', '<', sql<Date>`now()`)
    .orderBy('deadline_at')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute()
  if (overdue.length === 0) return []
  await lockCountsOf(trx, overdue)
  const failed = await trx
    .updateTable('tasks')
    .set(failedWith(reason))
    .where(
      'task_id',
      'in',
      overdue.map(({ task_id }) => task_id),
    )
    .returning(['task_id', 'attempt'])
    .execute()
  for (const held of failed)
    if (held.attempt > 0) await endAttempt(trx, held, { outcome: 'failed', reason, frees_slot: false })
  return failed.map((row) => row.task_id)
}
