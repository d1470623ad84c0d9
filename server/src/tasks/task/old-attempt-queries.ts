import { type Selectable, sql } from 'kysely'
import type { Db, Trx } from '../../platform/db/database.ts'
import type { TaskTables } from './tables.ts'

export type StoredAttempt = Selectable<TaskTables['task_attempts']>

/**
 * Ended attempts that began before a time, whole, in any order: the index by time is one of pages. What runs is left alone, however
 * long.
 */
export function findBefore(db: Db, before: Date, limit: number): Promise<StoredAttempt[]> {
  return db
    .selectFrom('task_attempts')
    .selectAll()
    .where('started_at', '<', before)
    .where('ended_at', 'is not', null)
    .limit(limit)
    .execute()
}

export async function remove(trx: Trx, rows: readonly StoredAttempt[]): Promise<void> {
  const [ids, numbers] = [rows.map(({ task_id }) => task_id), rows.map(({ attempt }) => attempt)]
  await sql`
    delete from task_attempts using unnest(${ids}::text[], ${numbers}::int[]) as old (task_id, attempt)
     where (task_attempts.task_id, task_attempts.attempt) = (old.task_id, old.attempt)`.execute(trx)
}
