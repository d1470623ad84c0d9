import { toPage, type Walk } from '../../platform/cursor.ts'
import type { Db } from '../../platform/db/database.ts'
import { cursorInstant } from '../../platform/db/page.ts'
import { walkMatching } from './filter-queries.ts'
import { enhanceTaskId, visible } from './queries.ts'
import type { TaskStatus } from './tables.ts'

export interface TaskFilter {
  status?: TaskStatus | undefined
  user_id?: string | undefined
  model?: string | undefined
  /** Inclusive. */
  created_from?: Date | undefined
  /** Exclusive. */
  created_to?: Date | undefined
}

/** One page of everybody's tasks, or of one user's, newest first; deleted ones are nowhere. */
export async function list(db: Db, filter: TaskFilter, walk: Walk) {
  const { task_ids, total, limit } = await walkMatching(db, filter, walk)
  const { rows: shown, page, beside } = toPage(task_ids, limit, walk)
  if (shown.length === 0) return { total, rows: [], page, page_size: walk.page_size, ...beside() }
  const rows = await withOwner(db)
    .select(cursorInstant('created_at').as('instant'))
    .where('task_id', 'in', shown)
    .orderBy('created_at', 'desc')
    .orderBy('task_id', 'desc')
    .execute()
  const [first, last] = [rows.at(0), rows.at(-1)].map(
    (row) => row && { instant: row.instant, id: row.task_id },
  )
  return { total, rows, page, page_size: walk.page_size, ...beside(first, last) }
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
