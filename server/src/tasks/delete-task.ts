import { announce } from '../events/events.ts'
import { violatedConstraint } from '../platform/db/constraint.ts'
import type { Db } from '../platform/db/database.ts'
import type { Notifier } from '../platform/db/notifier.ts'
import { AppError, finalConflict, noSuch } from '../platform/errors.ts'
import { type Retention, undoableFor_ms } from './results/retention.ts'
import * as queries from './task/delete-queries.ts'
import { taskInProgress } from './task/find-task.ts'

export interface DeleteDeps {
  db: Db
  clock: () => Date
  notifier: Pick<Notifier, 'notify'>
  retention: Pick<Retention, 'deleted_retention_days'>
}

/** What became of many: those that it was done to now, and for each of the others why it was not. */
export interface Outcome {
  done: string[]
  refused: { task_id: string; error: AppError }[]
}

/**
 * Hides an ended task from all responses; its transactions stay. `restoreTask` takes it back.
 * @throws AppError 404 `task_not_found`, also the second time; 409 `task_in_progress`.
 */
export async function deleteTask(deps: DeleteDeps, user_id: string, task_id: string): Promise<void> {
  const { refused } = await deleteTasks(deps, user_id, [task_id])
  if (refused[0]) throw refused[0].error
}

/**
 * Takes a deletion back, while the video is kept. A task that is not deleted stays as it is.
 * @throws AppError 404 `task_not_found`; 409 `task_enhanced_again`; 410 `task_gone`.
 */
export async function restoreTask(deps: DeleteDeps, user_id: string, task_id: string): Promise<void> {
  const { refused } = await restoreTasks(deps, user_id, [task_id])
  if (refused[0]) throw refused[0].error
}

/** Deletes as many as can be. */
export async function deleteTasks(deps: DeleteDeps, user_id: string, task_ids: string[]): Promise<Outcome> {
  const deleted = await queries.markDeleted(deps.db, user_id, task_ids, deps.clock())
  return conclude(deps, user_id, task_ids, deleted, (task) =>
    // One that is here and has ended, ended after this call looked.
    task === undefined || task.deleted_at !== null ? noSuch('task') : taskInProgress(),
  )
}

/** Restores as many as can be. */
export async function restoreTasks(deps: DeleteDeps, user_id: string, task_ids: string[]): Promise<Outcome> {
  const since = new Date(deps.clock().getTime() - undoableFor_ms(deps.retention))
  const restored = await restoreEach(deps, user_id, task_ids, since)
  return conclude(deps, user_id, task_ids, restored, (task) => {
    if (task === undefined) return noSuch('task')
    if (task.deleted_at === null) return undefined
    if (task.deleted_at < since) return new AppError(410, 'task_gone', 'It was deleted too long ago.')
    return finalConflict('task_enhanced_again', 'Its source has been enhanced again since it was deleted.')
  })
}

/** All at once; where a source was enhanced again since, one by one. */
async function restoreEach(
  deps: DeleteDeps,
  user_id: string,
  task_ids: string[],
  since: Date,
): Promise<string[]> {
  try {
    return await queries.markRestored(deps.db, user_id, task_ids, since, deps.clock())
  } catch (error) {
    if (violatedConstraint(error) !== 'tasks_enhance_of') throw error
    if (task_ids.length === 1) return []
    const restored: string[] = []
    for (const task_id of task_ids) restored.push(...(await restoreEach(deps, user_id, [task_id], since)))
    return restored
  }
}

async function conclude(
  { db, notifier }: DeleteDeps,
  user_id: string,
  task_ids: string[],
  done: string[],
  why: (task: queries.Fate | undefined) => AppError | undefined,
): Promise<Outcome> {
  if (done.length > 0) announce(notifier, user_id)
  const left = task_ids.filter((task_id) => !done.includes(task_id))
  if (left.length === 0) return { done, refused: [] }
  const fates = new Map((await queries.findFates(db, user_id, left)).map((task) => [task.task_id, task]))
  const refused: Outcome['refused'] = []
  for (const task_id of left) {
    const error = why(fates.get(task_id))
    if (error) refused.push({ task_id, error })
    else done.push(task_id)
  }
  return { done, refused }
}
