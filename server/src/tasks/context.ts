import type { Catalog, GetPrice } from '../catalog/catalog.ts'
import type { Db } from '../platform/db/database.ts'
import type { Notifier } from '../platform/db/notifier.ts'
import { type AppError, finalConflict, noSuch } from '../platform/errors.ts'
import type { UploadDeps } from '../uploads/uploads.ts'
import type { EnqueueTogether } from './enqueue-together.ts'
import type { ResultPlace } from './result-place.ts'
import * as queries from './queries.ts'
import type { ExpectSeconds } from './speed.ts'

/** What the use cases of this slice are given. */
export interface TaskDeps extends ResultPlace {
  db: Db
  catalog: Catalog
  notifier: Pick<Notifier, 'notify'>
  limits: TaskLimits
  uploads: UploadDeps
  expectSeconds: ExpectSeconds
  getPrice: GetPrice
  enqueueTogether: EnqueueTogether
  /** What a prompt names and the model will not show, as far as that is known. */
  notDrawn: (model: string, prompt: string) => string[]
  clock: () => Date
}

/** Per user; administrators have their own where it is named. */
export interface TaskLimits {
  max_active: Record<'user' | 'admin', number>
  max_running: Record<'user' | 'admin', number>
  per_minute: number
  deadline_s: number
}

/** The channel on which workers hear of queued tasks. */
export const queuedChannel = 'tasks_queued'
/** The channel on which workers hear that an engine computes what nobody wants any more. */
export const slotsChannel = 'engine_slots'

/** Only what has ended can be deleted, or made again. */
export function taskInProgress(): AppError {
  return finalConflict('task_in_progress', 'The task has not ended yet; wait for it.')
}

/** @throws AppError 404 `task_not_found`, also for deleted tasks and for other people's. */
export async function findTask(db: Db, user_id: string, task_id: string): Promise<queries.VisibleTask> {
  const task = await queries.find(db, user_id, task_id)
  if (!task) throw noSuch('task')
  return task
}
