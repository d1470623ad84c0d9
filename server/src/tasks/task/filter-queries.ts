import { type RawBuilder, sql } from 'kysely'
import { enhanceModel } from '../../engines/engines.ts'
import type { Db } from '../../platform/db/database.ts'
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

/** Where a filtered list ends. A total up to it is exact; what lies behind it is found by a narrower filter. */
export const longestFiltered = 10_000

/**
 * One page of what matches, newest first: its ids and the total, which is at most `longestFiltered`. Without words it walks the
 * user's index until it has seen enough; with words it reads what has them and sorts it.
 */
export function listMatching(
  db: Db,
  user_id: string,
  filter: TaskFilter,
  { page, page_size }: Page,
): Promise<{ total: number; task_ids: string[] }> {
  if (filter.words === undefined)
    return readPage(db, sql`select task_id, created_at from tasks where ${matching(user_id, filter)}`, {
      page,
      page_size,
    })
  // A word may be in very many prompts: a bitmap that does not fit loses what it knows, and each prompt is taken apart again.
  return db.transaction().execute(async (trx) => {
    await sql`set local work_mem = '32MB'`.execute(trx)
    const found = withWords(user_id, filter, filter.words!)
    if (!(await isLong(trx, found))) return readPage(trx, found, { page, page_size })
    const has = sql`(${hasWords(user_id, filter.words!)}) is true`
    const walked = sql`select task_id, created_at from tasks where ${matching(user_id, filter)} and ${has}`
    const task_ids = await readNewest(trx, walked, { page, page_size })
    return { total: longestFiltered, task_ids }
  })
}

/** Whether more match than a list shows. Such words are so common that a walk through the newest videos soon meets them. */
async function isLong(db: Db, tasks: RawBuilder<unknown>): Promise<boolean> {
  const { rows } = await sql<{ found: number }>`
    with found as materialized (${tasks})
    select count(*)::int as found from (select from found limit ${sql.lit(longestFiltered + 1)}) as most`.execute(
    db,
  )
  return rows[0]!.found > longestFiltered
}

async function readNewest(db: Db, tasks: RawBuilder<unknown>, { page, page_size }: Page): Promise<string[]> {
  const offset = (page - 1) * page_size
  if (offset >= longestFiltered) return []
  const { rows } = await sql<{ task_id: string }>`
    ${tasks} order by created_at desc, task_id desc limit ${page_size} offset ${offset}`.execute(db)
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

async function readPage(
  db: Db,
  tasks: RawBuilder<unknown>,
  { page, page_size }: Page,
): Promise<{ total: number; task_ids: string[] }> {
  const order = sql`order by created_at desc, task_id desc`
  const offset = Math.min((page - 1) * page_size, longestFiltered)
  const { rows } = await sql<{ total: number; task_ids: string[] }>`
    with found as materialized (${tasks} ${order} limit ${sql.lit(longestFiltered)})
    select count(*)::int as total,
           array(select task_id from found ${order} limit ${page_size} offset ${offset}) as task_ids
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
    // As the index says it.
    resolution !== undefined && sql`params ->> 'resolution' = ${resolution}`,
    aspect_ratio !== undefined && sql`params ->> 'aspect_ratio' = ${aspect_ratio}`,
    enhanced !== undefined && (enhanced ? sql`model = ${enhanceModel}` : sql`model <> ${enhanceModel}`),
    created_from !== undefined && sql`created_at >= ${created_from}`,
    created_to !== undefined && sql`created_at < ${created_to}`,
  ].filter((condition) => condition !== false)
  return sql.join(conditions, sql` and `)
}
