import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { Page } from '../../platform/http/input/schemas.ts'
import { listMatching, listMatchingOfAll } from './filter-queries.ts'
import { enhanceTaskId, visible } from './queries.ts'
import type { TaskStatus } from './tables.ts'

export interface TaskFilter {
  status?: TaskStatus | undefined
  user_id?: string | undefined
  model?: string | undefined
}

/** One page of everybody's tasks, or of one user's, newest first; deleted ones are nowhere. */
export async function list(db: Db, { user_id, ...filter }: TaskFilter, page: Page) {
  const { task_ids, total } = await (user_id === undefined
    ? listMatchingOfAll(db, filter, page)
    : listMatching(db, user_id, filter, page))
  if (task_ids.length === 0) return { total, rows: [] }
  const rows = await withOwner(db)
    .where('task_id', 'in', task_ids)
    .orderBy('created_at', 'desc')
    .orderBy('task_id', 'desc')
    .execute()
  return { total, rows }
}

/** A task of anybody, deleted or not. */
export function find(db: Db, task_id: string) {
  return withOwner(db).where('task_id', '=', task_id).executeTakeFirst()
}

function withOwner(db: Db) {
  return db.selectFrom('tasks').select(visible).select(enhanceTaskId).select('user_id')
}

export async function exists(db: Db, task_id: string): Promise<boolean> {
  const row = await db.selectFrom('tasks').select('task_id').where('task_id', '=', task_id).executeTakeFirst()
  return row !== undefined
}

export function countWaiting(db: Db, now: Date) {
  return db
    .selectFrom('tasks')
    .select((eb) => [
      'model',
      'status',
      eb.fn.countAll<number>().as('tasks'),
      sql<number>`greatest(0, extract(epoch from ${now} - min(created_at)))::float8`.as('oldest_s'),
    ])
    .where('completed_at', 'is', null) // as an index has it; the two states have none together
    .groupBy(['model', 'status'])
    .orderBy('model')
    .orderBy('status')
    .execute()
}
