import type { Db } from '../../platform/db/database.ts'
import { findTask } from './find-task.ts'
import * as queries from './queries.ts'

/** How often a task was tried, and how each attempt ended. @throws AppError 404 `task_not_found`. */
export async function listAttempts({ db }: { db: Db }, user_id: string, task_id: string) {
  await findTask(db, user_id, task_id)
  const items = await attemptsOf(db, task_id)
  return { items, total: items.length, page: 1, page_size: queries.maxAttempts }
}

/** The same of anybody's task. */
export async function attemptsOf(db: Db, task_id: string) {
  const rows = await queries.listAttempts(db, task_id)
  return rows.map(({ error_code: code, error_message: message, error_class, ...attempt }) => ({
    ...attempt,
    error:
      code === null || error_class === null ? null : { code, message: message ?? '', class: error_class },
  }))
}
