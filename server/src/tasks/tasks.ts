import { randomInt, randomUUID } from 'node:crypto'
import * as catalog from '../catalog/catalog.ts'
import { announce } from '../events/events.ts'
import { findAnswer, once } from '../idempotency/idempotency.ts'
import type { Db, Trx } from '../platform/db/database.ts'
import type { Waker } from '../platform/db/wake.ts'
import { AppError, finalConflict, invalid } from '../platform/errors.ts'
import type { Answered, KeyedRequest } from '../platform/http/idempotency-key.ts'
import type { Page } from '../platform/http/schemas.ts'
import type { ObjectStorage } from '../storage/storage.ts'
import * as wallet from '../wallet/wallet.ts'
import * as adminQueries from './admin-queries.ts'
import * as queries from './queries.ts'
import type { GenerateResponse, TaskCreate, TaskOut } from './schemas.ts'
import { costStatus, hasEnded, resultKey } from './state.ts'
import type { TaskStatus } from './tables.ts'

export interface TaskDeps {
  db: Db
  catalog: catalog.Catalog
  storage: ObjectStorage
  waker: Pick<Waker, 'wake'>
  limits: { max_active_tasks: number; deadline_s: number }
  clock: () => Date
}

export { TaskOut } from './schemas.ts'

/** The channel on which workers hear of queued tasks. */
export const queuedChannel = 'tasks_queued'

/** A task's seeds are what engines take: 0 to 2^31-1. */
const randomSeed = (): number => randomInt(2 ** 31)

/**
 * Accepts a task: row, hold and place in the queue are one transaction, so what was answered is never lost and never free.
 * With an Idempotency-Key the second call gets the first one's answer.
 * @throws ValidationError; AppError 402 `insufficient_balance`, 429 `too_many_active_tasks`, 503 `price_not_configured`.
 */
export async function submitTask(
  deps: TaskDeps,
  caller: { user_id: string; request_id: string; keyed?: KeyedRequest | undefined },
  input: TaskCreate,
): Promise<Answered<GenerateResponse>> {
  const now = deps.clock()
  const earlier = caller.keyed && (await findAnswer<GenerateResponse>(deps.db, caller.keyed, now))
  if (earlier) return { answer: earlier, replayed: true }
  const model = catalog.findModel(deps.catalog, input.model)
  if (input.image_url) throw invalid(['body', 'image_url'], `${model.name} takes no image here`)
  const params = catalog.resolveChoices(model, input, randomSeed)
  const order = { model: model.name, resolution: params.resolution, seconds: params.duration_seconds }
  const quote = await catalog.quoteGeneration(deps.db, order, now)
  const task = {
    task_id: randomUUID(),
    user_id: caller.user_id,
    model: model.name,
    prompt: input.prompt,
    negative_prompt: input.negative_prompt ?? null,
    params,
    cost: quote.total,
    request_id: caller.request_id,
    deadline_at: new Date(now.getTime() + deps.limits.deadline_s * 1000),
  }
  const answered = await accept(deps, task, { ...quote, model: model.name }, caller.keyed)
  deps.waker.wake(queuedChannel)
  announce(deps.waker, caller.user_id)
  return answered
}

async function accept(
  { db, limits, clock }: TaskDeps,
  task: queries.NewTask,
  quote: wallet.Quote,
  keyed: KeyedRequest | undefined,
): Promise<Answered<GenerateResponse>> {
  const { user_id, task_id, model, cost } = task
  try {
    return await once(db, keyed, clock(), async (trx) => {
      const { created_at, active } = await queries.insert(trx, task)
      if (active > limits.max_active_tasks) throw tooManyActiveTasks(limits.max_active_tasks)
      const balance =
        cost === 0
          ? (await wallet.getBalance(trx, user_id)).balance
          : await wallet.hold(trx, { user_id, task_id, quote })
      const { currency } = wallet
      return {
        task_id,
        status: 'queued' as const,
        model,
        cost,
        currency,
        balance,
        created_at,
        existing: false,
      }
    })
  } catch (error) {
    if (error instanceof wallet.BalanceTooLow)
      throw await wallet.insufficientBalance(db, user_id, error.required)
    throw error
  }
}

function tooManyActiveTasks(limit: number): AppError {
  return new AppError(429, 'too_many_active_tasks', `At most ${limit} tasks may wait or run at once.`, {
    extra: { limit },
    headers: { 'retry-after': '5' },
  })
}

const taskIdPattern = /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/

function taskNotFound(): AppError {
  return new AppError(404, 'task_not_found', 'No such task.')
}

/** @throws AppError 404 `task_not_found`, also for deleted tasks and for other people's. */
export async function findTask(db: Db, user_id: string, task_id: string): Promise<queries.VisibleTask> {
  const task = taskIdPattern.test(task_id) ? await queries.find(db, user_id, task_id) : undefined
  if (!task) throw taskNotFound()
  return task
}

export async function getTask(db: Db, user_id: string, task_id: string): Promise<TaskOut> {
  return toOut(await findTask(db, user_id, task_id))
}

const statuses: readonly TaskStatus[] = ['queued', 'running', 'completed', 'failed']

/** The caller's tasks, newest first. A status that does not exist has no tasks. */
export async function listTasks(db: Db, user_id: string, status: string | undefined, page: Page) {
  const known = statuses.find((value) => value === status)
  if (status !== undefined && !known) return { items: [], total: 0, ...page }
  const { rows, total } = await queries.list(db, user_id, known, page)
  return { items: rows.map(toOut), total, ...page }
}

/** Everybody's tasks, newest first, for administrators. */
export async function listAllTasks(
  db: Db,
  filter: { status?: string | undefined; user_id?: string | undefined; model?: string | undefined },
  page: Page,
) {
  const status = statuses.find((value) => value === filter.status)
  if (filter.status !== undefined && !status) return { items: [], total: 0, ...page }
  const { rows, total } = await adminQueries.list(db, { ...filter, status }, page)
  return { items: rows.map((task) => ({ ...toOut(task), user_id: task.user_id })), total, ...page }
}

/**
 * Removes an ended task from every answer; money and ledger stay as they are.
 * @throws AppError 404 `task_not_found`, also the second time; 409 `task_in_progress`.
 */
export async function deleteTask(
  deps: Pick<TaskDeps, 'db' | 'clock' | 'waker'>,
  user_id: string,
  task_id: string,
): Promise<void> {
  const task = await findTask(deps.db, user_id, task_id)
  if (await queries.markDeleted(deps.db, user_id, task_id, deps.clock())) return announce(deps.waker, user_id)
  if (hasEnded(task.status)) throw taskNotFound() // deleted by another call since it was read
  throw finalConflict('task_in_progress', 'The task has not ended yet; wait for it.')
}

const linkLifetime_s = 86_400

/** A link to the video that anyone may use for 24 hours. @throws AppError as `resultKey`, 404, 410 `result_gone`. */
export async function getResultUrl(
  { db, storage }: Pick<TaskDeps, 'db' | 'storage'>,
  user_id: string,
  task_id: string,
): Promise<string> {
  const key = resultKey(await findTask(db, user_id, task_id))
  if (!(await storage.head(key))) throw new AppError(410, 'result_gone', 'The video has been removed.')
  return storage.signedUrl(key, {
    expires_in_s: linkLifetime_s,
    download_as: `clipwright-${task_id}.mp4`,
    content_type: 'video/mp4',
  })
}

/** Every task of a user, newest first, in batches: for an export. Deleted ones are left out. */
export async function* eachTask(db: Db, user_id: string): AsyncGenerator<TaskOut> {
  const page_size = 100
  for (let page = 1; ; page++) {
    const { rows } = await queries.list(db, user_id, undefined, { page, page_size })
    for (const row of rows) yield toOut(row)
    if (rows.length < page_size) return
  }
}

/** Takes a user's words and videos out of their tasks; rows and money stay. Returns the object keys to remove. */
export function eraseTasks(trx: Trx, user_id: string, now: Date): Promise<string[]> {
  return queries.erase(trx, user_id, now)
}

function toOut(task: queries.VisibleTask): TaskOut {
  const { result_key, error_code, error_message, ...rest } = task
  return {
    ...rest,
    enhance_task_id: null,
    result_url: result_key,
    download_url: result_key === null ? null : `/api/v1/result/${task.task_id}`,
    error: error_code === null ? null : { code: error_code, message: error_message ?? '' },
    cost_status: costStatus(task.status, task.cost),
  }
}
