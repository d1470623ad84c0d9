import type { Db } from '../../platform/db/database.ts'
import { type AppError, finalConflict, noSuch } from '../../platform/errors.ts'
import * as queries from './queries.ts'

/** The error for deleting or retrying a task that has not ended. */
export function taskInProgress(): AppError {
  return finalConflict('task_in_progress', 'The task has not ended yet; wait for it.')
}

/** The error for making something of a task that is not completed. */
export function taskNotCompleted(what: string): AppError {
  return finalConflict('task_not_completed', `Only a completed task can be ${what}.`)
}

/** @throws AppError 404 `task_not_found`, also for deleted tasks and for other people's. */
export async function findTask(db: Db, user_id: string, task_id: string): Promise<queries.VisibleTask> {
  const task = await queries.find(db, user_id, task_id)
  if (!task) throw noSuch('task')
  return task
}
