import type { Selectable } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { TaskTables } from './tables.ts'

/**
 * Marks ended tasks as deleted. Returns those that this call marked; of concurrent calls, only one marks a task. Rows are locked
 * in the order of their ids, so that two such calls do not wait for each other.
 */
export async function markDeleted(db: Db, user_id: string, task_ids: string[], now: Date): Promise<string[]> {
  const deleted = await db
    .with('ended', (query) =>
      query
        .selectFrom('tasks')
        .select('task_id')
        .where('task_id', 'in', task_ids)
        .where('user_id', '=', user_id)
        .where('status', 'in', ['completed', 'failed'])
        .where('deleted_at', 'is', null)
        .orderBy('task_id')
        .forUpdate(),
    )
    .updateTable('tasks')
    .set({ deleted_at: now, updated_at: now })
    .where('task_id', 'in', (query) => query.selectFrom('ended').select('task_id'))
    .returning('task_id')
    .execute()
  return deleted.map(({ task_id }) => task_id)
}

/** Takes back deletions since `since`. Returns those that this call took back; locks as `markDeleted` does. */
export async function markRestored(
  db: Db,
  user_id: string,
  task_ids: string[],
  since: Date,
  now: Date,
): Promise<string[]> {
  const restored = await db
    .with('deleted', (query) =>
      query
        .selectFrom('tasks')
        .select('task_id')
        .where('task_id', 'in', task_ids)
        .where('user_id', '=', user_id)
        .where('deleted_at', '>=', since)
        .orderBy('task_id')
        .forUpdate(),
    )
    .updateTable('tasks')
    .set({ deleted_at: null, updated_at: now })
    .where('task_id', 'in', (query) => query.selectFrom('deleted').select('task_id'))
    .returning('task_id')
    .execute()
  return restored.map(({ task_id }) => task_id)
}

export type Fate = Pick<Selectable<TaskTables['tasks']>, 'task_id' | 'status' | 'deleted_at'>

/** What became of a user's tasks, deleted or not. */
export function findFates(db: Db, user_id: string, task_ids: string[]): Promise<Fate[]> {
  return db
    .selectFrom('tasks')
    .select(['task_id', 'status', 'deleted_at'])
    .where('task_id', 'in', task_ids)
    .where('user_id', '=', user_id)
    .execute()
}
