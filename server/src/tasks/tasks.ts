import type { Place, Walk } from '../platform/cursor.ts'
import type { Db, Trx } from '../platform/db/database.ts'
import { invalid } from '../platform/errors.ts'
import type { Page } from '../platform/http/input/schemas.ts'
import { attemptsOf } from './task/list-attempts.ts'
import { findTask } from './task/find-task.ts'
import { largestFamily, listFamily } from './task/lineage-queries.ts'
import { listMatching, type TaskFilter } from './task/filter-queries.ts'
import type { SubmitDeps } from './submit/submit-task.ts'
import { findPositions } from './queue/position.ts'
import * as adminQueries from './task/admin-queries.ts'
import * as queries from './task/queries.ts'
import { toMediaOut } from './task/media.ts'
import * as resultQueries from './results/queries.ts'
import type { TaskOut } from './task/schemas.ts'
import type { KnownFile } from '../provenance/provenance.ts'
import { costStatus } from './task/state.ts'
import { taskStatuses } from './task/tables.ts'

export { getResult } from './results/get-result.ts'
export { sendResult } from './results/send-result.ts'
export { openExtra } from './results/get-media.ts'
export { removeResult, type ResultPlace } from './results/place.ts'
export type { Retention } from './results/retention.ts'
export { AttemptOut, TaskCreate, taskId, TaskOut, TaskPath } from './task/schemas.ts'
export { deleteTask, type DeleteDeps } from './delete-task.ts'
export { findTask, taskNotCompleted } from './task/find-task.ts'
export type { VisibleTask as Task } from './task/queries.ts'
export { hasWord, listUsed as listUsedPrompts } from './task/prompt-queries.ts'
export { queuedChannel, slotsChannel } from './task/channels.ts'
export { createSubmitDeps, type SubmitDeps, type Submitter, submitTask } from './submit/submit-task.ts'
export { submitterOf } from './submit/submitter.ts'
export { tryModel } from './submit/try-model.ts'
export type { TaskLimits } from './task/limits.ts'
export { failTaskByHand } from './run/cancel-task.ts'
export {
  forgetEngine,
  type EngineReported,
  listEngines,
  listQueues,
  listSlots,
  listWorkers,
  setDraining,
  setEnginePaused,
  setPaused,
} from './fleet/fleet.ts'
export { countWorkers } from './fleet/fleet-queries.ts'
export { observeTasks } from './observe-tasks.ts'
export { takeOutEngine } from './run/take-out-engine.ts'
export { type Capacity, getCapacity, hoursOfUse } from './figures/capacity.ts'
export { hourOf } from './figures/hours.ts'
export { listModelHours } from './figures/hour-queries.ts'
export {
  countRunning,
  type EngineSlots,
  listAbandoned,
  listEngineSlots,
  listFailures,
  listPaused,
  listWaits,
  type Wait,
} from './figures/now-queries.ts'
export { countLegacyResults, type StoredObject, storedObjects } from './task/stored-queries.ts'
export { resumeTasks } from './task/restored-queries.ts'
export { comparePrices, type ProposedPrice } from './submit/compare-prices.ts'

export async function getTask(
  deps: Pick<SubmitDeps, 'db' | 'limits' | 'notDrawn' | 'findFarPlace'>,
  user_id: string,
  task_id: string,
): Promise<TaskOut> {
  const [task] = await describe(deps, [await findTask(deps.db, user_id, task_id)])
  const { model, prompt, params } = task!
  // Computed on each call: derived data that is stored would have to be erased together with the account.
  return { ...task!, not_drawn: params.image_key === null ? deps.notDrawn(model, prompt ?? '') : [] }
}

/**
 * Lists a task's family, newest first: what it was made from, back to the first, and everything that was made from that by a retry,
 * by enhancing, or as a video that goes on from another.
 * @throws AppError 404 `task_not_found`.
 */
export async function getLineage(
  deps: Pick<SubmitDeps, 'db' | 'limits' | 'findFarPlace'>,
  user_id: string,
  task_id: string,
) {
  await findTask(deps.db, user_id, task_id)
  const family = await queries.findAll(deps.db, await listFamily(deps.db, user_id, task_id))
  return { items: await describe(deps, family), total: family.length, page: 1, page_size: largestFamily }
}

/** Converts tasks to what callers see, and adds the positions of queued ones. */
async function describe(
  deps: Pick<SubmitDeps, 'db' | 'limits' | 'findFarPlace'>,
  tasks: readonly queries.VisibleTask[],
): Promise<TaskOut[]> {
  const queued = tasks.filter(({ status }) => status === 'queued').map(({ task_id }) => task_id)
  const places = await findPositions(deps, queued)
  return tasks.map((task) => ({ ...toOut(task), queue: places.get(task.task_id) ?? null }))
}

/** Lists the user's tasks, newest first. The list is empty for an unknown status. */
export async function listTasks(
  deps: Pick<SubmitDeps, 'db' | 'limits' | 'findFarPlace'>,
  user_id: string,
  filter: Omit<TaskFilter, 'status'> & { status?: string | undefined },
  page: Page,
) {
  const status = taskStatuses.find((value) => value === filter.status)
  if (filter.status !== undefined && !status) return { items: [], total: 0, ...page }
  const { status: _, ...others } = filter
  const { rows, total } = Object.values(others).some((value) => value !== undefined)
    ? await listFiltered(deps.db, user_id, { ...others, status }, page)
    : await queries.list(deps.db, user_id, status, page)
  return { items: await describe(deps, rows), total, ...page }
}

/**
 * The user's tasks behind one of them, by creation, without a number of pages: as deep as one likes at the same cost. The task that
 * it goes on from may be deleted by now.
 * @throws ValidationError when the user never had it.
 */
export async function listTasksAfter(
  db: Db,
  user_id: string,
  { after, order, limit }: { after: string | undefined; order: 'asc' | 'desc'; limit: number },
): Promise<{ tasks: queries.VisibleTask[]; has_more: boolean }> {
  const place = after === undefined ? undefined : await queries.findPlace(db, user_id, after)
  if (after !== undefined && !place) throw invalid(['query', 'after'], 'No task of yours has this id')
  const tasks = await queries.listAfter(db, user_id, place, limit + 1, order)
  return { tasks: tasks.slice(0, limit), has_more: tasks.length > limit }
}

async function listFiltered(db: Db, user_id: string, filter: TaskFilter, page: Page) {
  const { task_ids, total } = await listMatching(db, user_id, filter, page)
  return { rows: task_ids.length > 0 ? await queries.findAll(db, task_ids) : [], total }
}

/** Lists all users' tasks, newest first, for administrators. */
export async function listAllTasks(
  db: Db,
  filter: Omit<adminQueries.TaskFilter, 'status'> & { status?: string | undefined },
  walk: Walk,
) {
  const status = taskStatuses.find((value) => value === filter.status)
  if (filter.status !== undefined && !status) {
    const { page, page_size } = walk
    return { items: [], total: 0, page, page_size, next_cursor: null, previous_cursor: null }
  }
  const { rows, ...page } = await adminQueries.list(db, { ...filter, status }, walk)
  const items = rows.map((task) => ({ ...toOut(task), user_id: task.user_id }))
  return { items, ...page }
}

/** Anybody's task with its attempts, deleted or not, for administrators. */
export async function inspectTask(db: Db, task_id: string) {
  const task = await adminQueries.find(db, task_id)
  return task && { ...toOut(task), user_id: task.user_id, attempts: await attemptsOf(db, task_id) }
}

/** Whether any user has the task, deleted or not. */
export function taskExists(db: Db, task_id: string): Promise<boolean> {
  return adminQueries.exists(db, task_id)
}

/** Says what made the file with this SHA-256, without its owner. */
export async function findMadeFile(db: Db, sha256: string): Promise<KnownFile | undefined> {
  const found = await resultQueries.findMedia(db, sha256)
  if (!found) return undefined
  const { made_by_ai, producer, made_at } = found.media
  return { model: found.model, made_by_ai, producer, created_at: new Date(made_at) }
}

/**
 * Yields all tasks of a user, newest first, for an export. It reads in batches; deleted tasks and those created meanwhile are
 * left out.
 */
export async function* eachTask(db: Db, user_id: string): AsyncGenerator<TaskOut> {
  const batch = 500
  for (let place: Place | undefined; ;) {
    const rows = await queries.listAfter(db, user_id, place, batch)
    for (const { instant: _, ...row } of rows) yield toOut(row)
    const last = rows.at(-1)
    if (rows.length < batch || !last) return
    place = { instant: last.instant, id: last.task_id }
  }
}

/** Erases the prompts of a user's ended tasks and hides the tasks. Returns the keys of videos for the caller to remove. */
export function eraseTasks(trx: Trx, user_id: string, now: Date): Promise<string[]> {
  return queries.erase(trx, user_id, now)
}

/** Defaults of parameters that old tasks do not have. */
const laterParams = {
  steps: null,
  guidance: null,
  parameters: {},
  image_key: null,
  last_image_key: null,
  audio_key: null,
  target: null,
}

/** The upscaler of an enhanced video; null for other tasks, and before the video is made. */
function upscalerOf({ media }: queries.VisibleTask): string | null {
  const upscaler = media?.report?.['upscaler']
  return typeof upscaler === 'string' ? upscaler : null
}

function toOut(task: queries.ListedTask): TaskOut {
  const { result_key, media: _, total: __, error_code, error_message, params, ...rest } = task
  return {
    ...rest,
    params: { ...laterParams, ...params, upscaler: upscalerOf(task) },
    queue: null,
    result_url: result_key,
    download_url: result_key === null ? null : `/api/v1/result/${task.task_id}`,
    media: toMediaOut(task),
    error: error_code === null ? null : { code: error_code, message: error_message ?? '' },
    cost_status: costStatus(task.status, task.cost),
  }
}
