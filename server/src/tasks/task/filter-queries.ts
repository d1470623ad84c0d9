import { type RawBuilder, sql } from 'kysely'
import { enhanceModel } from '../../engines/engines.ts'
import type { Walk } from '../../platform/cursor.ts'
import type { Db } from '../../platform/db/database.ts'
import { beyond, longestCounted, rowsOf } from '../../platform/db/page.ts'
import type { Page } from '../../platform/http/input/schemas.ts'
import type { TaskStatus } from './tables.ts'

/** What a user looks for among their tasks; what is undefined does not matter. */
export interface TaskFilter {
  status?: TaskStatus | undefined
  model?: string | undefined
  resolution?: string | undefined
  aspect_ratio?: string | undefined
  /** Whether it is the enhanced version of another video. */
  enhanced?: boolean | undefined
  /** Inclusive. */
  created_from?: Date | undefined
  /** Exclusive. */
  created_to?: Date | undefined
  /** Words of the prompt, or their beginnings. */
  words?: string | undefined
}

/**
 * One page of what matches, newest first: its ids and the total, which is at most `longestCounted`. Without words it looks up
 * which kinds of tasks the user has and reads the newest of those that match; with words it reads what has them and sorts it.
 */
export async function listMatching(
  db: Db,
  user_id: string,
  filter: TaskFilter,
  { page, page_size }: Page,
): Promise<{ total: number; task_ids: string[] }> {
  if (filter.words === undefined) {
    const read = await walkKinds(db, byKindOfUser, ofUser(user_id), filter, { page, page_size })
    return { total: read.total, task_ids: read.task_ids.slice(0, read.limit) }
  }
  // A word may be in very many prompts: a bitmap that does not fit loses what it knows, and each prompt is taken apart again. And what
  // is planned for any account and any word takes every prompt of a large account apart.
  return db.transaction().execute(async (trx) => {
    await sql`select set_config('work_mem', '32MB', true), set_config('plan_cache_mode', 'force_custom_plan', true)`.execute(
      trx,
    )
    const found = await readAll(trx, withWords(user_id, filter, filter.words!), { page, page_size })
    if (found.total <= longestCounted) return found
    // Words so common are soon met on a walk through the newest videos.
    const has = sql`(${hasWords(user_id, filter.words!)}) is true`
    const walked = sql`select task_id, created_at from tasks where ${matching(user_id, filter)} and ${has}`
    const task_ids = await readNewest(trx, walked, { page, page_size })
    return { total: longestCounted, task_ids }
  })
}

const order = { instant: 'created_at', id: 'task_id' }

/** An index that has each kind of task in one piece, newest first. */
interface ByKind {
  /** What kinds are told apart by, in the words of the index. */
  columns: RawBuilder<unknown>
  names: readonly string[]
}

/** `tasks_of_user_by_kind` */
const byKindOfUser: ByKind = {
  columns: sql`model, status, coalesce(params ->> 'resolution', ''), coalesce(params ->> 'aspect_ratio', '')`,
  names: ['model', 'status', 'resolution', 'aspect_ratio'],
}
/** `tasks_by_kind` */
const byKindOfAll: ByKind = { columns: sql`model, status`, names: ['model', 'status'] }

/**
 * One page of everybody's tasks that match, or of one user's: the ids in the direction of the walk, with one more than a page has
 * where there are more, and the total, which is at most `longestCounted`.
 */
export function walkMatching(
  db: Db,
  { user_id, ...filter }: Omit<TaskFilter, 'words'> & { user_id?: string | undefined },
  walk: Walk,
): Promise<{ total: number; task_ids: string[]; limit: number }> {
  return user_id === undefined
    ? walkKinds(db, byKindOfAll, sql`deleted_at is null`, filter, walk)
    : walkKinds(db, byKindOfUser, ofUser(user_id), filter, walk)
}

const ofUser = (user_id: string) => sql`user_id = ${user_id} and deleted_at is null`

/**
 * One step through the index finds the next kind, however many tasks the one before has. So what matches nothing costs as much as
 * there are kinds, and a page reads no more than itself of each.
 */
async function walkKinds(
  db: Db,
  { columns, names }: ByKind,
  among: RawBuilder<unknown>,
  filter: TaskFilter,
  walk: Walk,
): Promise<{ total: number; task_ids: string[]; limit: number }> {
  const { created_from, created_to } = filter
  const { cursor } = walk
  const { limit, offset } = cursor ? { limit: walk.page_size, offset: 0 } : rowsOf(walk)
  const ofOne = sql.join(names.map((name) => sql.ref(`kind.${name}`)))
  const first = sql`order by ${columns} limit 1`
  const wanted = [
    among,
    sql`(${columns}) = (${ofOne})`,
    created_from && sql`created_at >= ${created_from}`,
    created_to && sql`created_at < ${created_to}`,
  ].filter((condition) => condition !== undefined)
  const ofKind = sql.join(wanted, sql` and `)
  const ofPage = cursor ? sql`${ofKind} and ${beyond(order, cursor)}` : ofKind
  const direction = sql.raw(cursor?.isNewer ? 'asc' : 'desc')
  const { rows } = await sql<{ total: number; task_ids: string[] }>`
    with recursive kinds (${sql.join(names.map((name) => sql.ref(name)))}) as (
      (select ${columns} from tasks where ${among} ${first})
      union all
      select following.*
        from kinds as kind
       cross join lateral (select ${columns} from tasks where ${among} and (${columns}) > (${ofOne}) ${first}) as following
    ), matching as materialized (
      select * from kinds where ${ofFilter(filter)}
    )
    select (select count(*)::int
              from (select from matching as kind cross join lateral (select from tasks where ${ofKind}) as found
                     limit ${sql.lit(longestCounted)}) as counted) as total,
           array(select task_id
                   from matching as kind
                  cross join lateral (
                    select task_id, created_at from tasks where ${ofPage}
                     order by created_at ${direction}, task_id ${direction} limit ${offset + limit + 1}) as newest
                  order by created_at ${direction}, task_id ${direction} limit ${limit + 1} offset ${offset}) as task_ids`.execute(
    db,
  )
  return { ...rows[0]!, limit }
}

/** The conditions that a kind meets or does not. */
function ofFilter({ status, model, resolution, aspect_ratio, enhanced }: TaskFilter): RawBuilder<unknown> {
  const conditions = [
    sql`true`,
    status !== undefined && sql`status = ${status}`,
    model !== undefined && sql`model = ${model}`,
    resolution !== undefined && sql`resolution = ${resolution}`,
    aspect_ratio !== undefined && sql`aspect_ratio = ${aspect_ratio}`,
    enhanced !== undefined && (enhanced ? sql`model = ${enhanceModel}` : sql`model <> ${enhanceModel}`),
  ].filter((condition) => condition !== false)
  return sql.join(conditions, sql` and `)
}

async function readNewest(db: Db, tasks: RawBuilder<unknown>, page: Page): Promise<string[]> {
  const { limit, offset } = rowsOf(page)
  const { rows } = await sql<{ task_id: string }>`
    ${tasks} order by created_at desc, task_id desc limit ${limit} offset ${offset}`.execute(db)
  return rows.map(({ task_id }) => task_id)
}

const hasWords = (user_id: string, words: string) =>
  sql<boolean>`prompt_terms(user_id, prompt) @@ prompt_query(${user_id}::uuid, ${words})`

/** Ended tasks are found by the index of words; the few others, which are not in it, one by one. */
function withWords(user_id: string, filter: TaskFilter, words: string): RawBuilder<unknown> {
  const all = matching(user_id, filter)
  const has = hasWords(user_id, words)
  return sql`
    select * from (
      select task_id, created_at from tasks where ${all} and completed_at is not null and ${has}
      union all
      select task_id, created_at from tasks where ${all} and status in ('queued', 'running') and (${has}) is true
    ) as found`
}

/** Reads what matches once, in any order: its total, which is one more than a list shows where there is more, and a page if not. */
async function readAll(
  db: Db,
  tasks: RawBuilder<unknown>,
  page: Page,
): Promise<{ total: number; task_ids: string[] }> {
  const { limit, offset } = rowsOf(page)
  const { rows } = await sql<{ total: number; task_ids: string[] }>`
    with found as materialized (select * from (${tasks}) as matching limit ${sql.lit(longestCounted + 1)})
    select count(*)::int as total,
           array(select task_id from found order by created_at desc, task_id desc limit ${limit} offset ${offset}) as task_ids
      from found`.execute(db)
  return rows[0]!
}

function matching(user_id: string, filter: TaskFilter): RawBuilder<unknown> {
  const { status, model, resolution, aspect_ratio, enhanced, created_from, created_to } = filter
  const conditions = [
    sql`user_id = ${user_id}`,
    sql`deleted_at is null`,
    status !== undefined && sql`status = ${status}`,
    model !== undefined && sql`model = ${model}`,
    resolution !== undefined && sql`params ->> 'resolution' = ${resolution}`,
    aspect_ratio !== undefined && sql`params ->> 'aspect_ratio' = ${aspect_ratio}`,
    enhanced !== undefined && (enhanced ? sql`model = ${enhanceModel}` : sql`model <> ${enhanceModel}`),
    created_from !== undefined && sql`created_at >= ${created_from}`,
    created_to !== undefined && sql`created_at < ${created_to}`,
  ].filter((condition) => condition !== false)
  return sql.join(conditions, sql` and `)
}
