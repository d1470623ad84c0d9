import { type RawBuilder, type Selectable, type SelectQueryBuilder, sql } from 'kysely'
import type { Place } from '../../platform/cursor.ts'
import type { Db, Tables, Trx } from '../../platform/db/database.ts'
import { beyond, cursorInstant } from '../../platform/db/page.ts'
import { statement, type Values } from '../../platform/db/statement.ts'
import type { Page } from '../../platform/http/input/schemas.ts'
import { videoKey } from './object-keys.ts'
import { taskStatuses, type TaskStatus, type TaskTables } from './tables.ts'

type TaskRow = Selectable<TaskTables['tasks']>

export const visible = [
  'task_id',
  'model',
  'status',
  'progress',
  'prompt',
  'original_prompt',
  'negative_prompt',
  'params',
  'parent_task_id',
  'result_key',
  'media',
  'error_code',
  'error_message',
  'cost',
  'priority',
  'created_at',
  'started_at',
  'completed_at',
  'updated_at',
] as const
/** SQL: the id of the sub-task that enhances the task's video, unless it was deleted. */
export const enhanceTaskId = sql<string | null>`(
  select task_id from tasks as enhancing
   where enhancing.parent_task_id = tasks.task_id and enhancing.model = 'enhance' and enhancing.deleted_at is null)`.as(
  'enhance_task_id',
)
export type VisibleTask = Pick<TaskRow, (typeof visible)[number]> & { enhance_task_id: string | null }

export type NewTask = Pick<
  TaskRow,
  | 'task_id'
  | 'user_id'
  | 'model'
  | 'prompt'
  | 'original_prompt'
  | 'negative_prompt'
  | 'params'
  | 'cost'
  | 'request_id'
  | 'traceparent'
  | 'deadline_at'
  | 'parent_task_id'
  | 'priority'
  | 'expected_s'
>

const findVisible = statement(
  (db, value: Values<{ user_id: string; task_id: string }>) =>
    db
      .selectFrom('tasks')
      .select(visible)
      .select(enhanceTaskId)
      .where('task_id', '=', value('task_id'))
      .where('user_id', '=', value('user_id'))
      .where('deleted_at', 'is', null),
  { shares: true },
)

export async function find(db: Db, user_id: string, task_id: string): Promise<VisibleTask | undefined> {
  const [task] = await findVisible(db, { user_id, task_id })
  return task
}

/** Returns what a task is made from. @throws if there is no such task. */
export function findRecipe(db: Db, task_id: string) {
  return db
    .selectFrom('tasks')
    .select(['model', 'prompt', 'negative_prompt', 'params'])
    .where('task_id', '=', task_id)
    .executeTakeFirstOrThrow()
}

/** Returns a task in the format of its events, as JSON text. */
export async function findEventData(db: Db, task_id: string): Promise<{ status: TaskStatus; data: string }> {
  return db
    .selectFrom('tasks')
    .select(['status', sql<string>`task_event_data(tasks)::text`.as('data')])
    .where('task_id', '=', task_id)
    .executeTakeFirstOrThrow()
}

/** A row of a list; on the first page each contains the total. */
export type ListedTask = VisibleTask & { total?: number | null }

/**
 * Page sizes that are literals in the statement. With a parameter as the limit, PostgreSQL plans each call again, which takes half
 * of the time for a page. Other sizes stay parameters, because each distinct text is a prepared statement of its own.
 */
const usualSizes = [20, 50, 100]

/** A user's tasks, newest first. */
function ofUser(db: Db, user_id: string | RawBuilder<string>, status: TaskStatus | undefined) {
  return db
    .selectFrom('tasks')
    .where('user_id', '=', user_id)
    .where('deleted_at', 'is', null)
    .$if(status !== undefined, (query) => query.where('status', '=', sql.lit(status!)))
    .orderBy('created_at', 'desc')
    .orderBy('task_id', 'desc')
}

/** How many tasks a user has, from `task_counts`: it costs the same for ten tasks and for a million. */
function totalOf(db: Db, user_id: string | RawBuilder<string>, status: TaskStatus | undefined) {
  return db
    .selectFrom('task_counts')
    .select(sql<number>`${status ? sql.ref(status) : sql`queued + running + completed + failed`}`.as('total'))
    .where('user_id', '=', user_id)
}

/** First pages of the usual sizes, of all tasks and of those with one status. */
const firstPages = new Map<string, (db: Db, values: { user_id: string }) => Promise<ListedTask[]>>(
  [undefined, ...taskStatuses].flatMap((status) =>
    usualSizes.map((size) => [
      `${status}/${size}`,
      statement(
        (db, value: Values<{ user_id: string }>) =>
          ofUser(db, value('user_id'), status)
            .limit(sql.lit(size))
            .select(visible)
            .select(enhanceTaskId)
            .select(totalOf(db, value('user_id'), status).as('total')),
        { shares: true },
      ),
    ]),
  ),
)

/** One page, newest first. */
export async function list(
  db: Db,
  user_id: string,
  status: TaskStatus | undefined,
  { page, page_size }: Page,
): Promise<{ total: number; rows: ListedTask[] }> {
  const first = page === 1 ? firstPages.get(`${status}/${page_size}`) : undefined
  if (first) {
    const rows = await first(db, { user_id })
    return { total: rows[0]?.total ?? 0, rows }
  }
  const offset = (page - 1) * page_size
  const total = (await totalOf(db, user_id, status).executeTakeFirst())?.total ?? 0
  // A page beyond the end needs no query.
  if (offset >= total) return { total, rows: [] }
  const limit = usualSizes.includes(page_size) ? sql.lit(page_size) : page_size
  // What is passed over is read from the index alone.
  const page_ids = ofUser(db, user_id, status).limit(limit).offset(offset).select('task_id')
  return { total, rows: await findAll(db, page_ids) }
}

/** The tasks with these ids, newest first. */
export function findAll(
  db: Db,
  task_ids: readonly string[] | SelectQueryBuilder<Tables, 'tasks', { task_id: string }>,
): Promise<VisibleTask[]> {
  return db
    .selectFrom('tasks')
    .select(visible)
    .select(enhanceTaskId)
    .where('task_id', 'in', task_ids)
    .orderBy('created_at', 'desc')
    .orderBy('task_id', 'desc')
    .execute()
}

const instant = cursorInstant('created_at').as('instant')

/** Where a task of the user's stands in the list, deleted or not. */
export function findPlace(db: Db, user_id: string, task_id: string): Promise<Place | undefined> {
  return db
    .selectFrom('tasks')
    .select(['task_id as id', instant])
    .where('task_id', '=', task_id)
    .where('user_id', '=', user_id)
    .executeTakeFirst()
}

/** Lists a user's tasks after a place, newest first or oldest first. */
export function listAfter(
  db: Db,
  user_id: string,
  place: Place | undefined,
  limit: number,
  order: 'asc' | 'desc' = 'desc',
) {
  const newestFirst = { instant: 'created_at', id: 'task_id' }
  return db
    .selectFrom('tasks')
    .select(visible)
    .select(enhanceTaskId)
    .select(instant)
    .where('user_id', '=', user_id)
    .where('deleted_at', 'is', null)
    .$if(place !== undefined, (tasks) =>
      tasks.where(beyond(newestFirst, { ...place!, isNewer: order === 'asc' })),
    )
    .orderBy('created_at', order)
    .orderBy('task_id', order)
    .limit(limit)
    .execute()
}

/** Clears the prompts of a user's ended tasks and marks them as deleted. Returns the keys of videos that are stored, or may be. */
export async function erase(trx: Trx, user_id: string, now: Date): Promise<string[]> {
  const erased = await trx
    .updateTable('tasks')
    .set({ prompt: null, original_prompt: null, negative_prompt: null, deleted_at: now, updated_at: now })
    .where('user_id', '=', user_id)
    .where('completed_at', 'is not', null)
    .returning([
      'task_id',
      'result_key',
      sql<boolean>`attempt > 0 and sweep_at < 'infinity'`.as('may_be_stored'),
    ])
    .execute()
  return erased.flatMap(
    ({ task_id, result_key, may_be_stored }) => result_key ?? (may_be_stored ? videoKey(task_id) : []),
  )
}

/** The length of the list of attempts; far above any limit on attempts. */
export const maxAttempts = 100

/** Lists a task's attempts, the first one first. */
export function listAttempts(db: Db, task_id: string) {
  return db
    .selectFrom('task_attempts')
    .select([
      'attempt',
      'engine',
      'started_at',
      'ended_at',
      'outcome',
      'error_code',
      'error_message',
      'error_class',
    ])
    .where('task_id', '=', task_id)
    .orderBy('attempt')
    .limit(maxAttempts)
    .execute()
}
