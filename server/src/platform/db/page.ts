import { type SelectQueryBuilder, type Simplify, sql } from 'kysely'
import type { Db } from './database.ts'

/** Where a list ends whose total has to be counted. A total up to it is exact; what lies behind it is found by a narrower filter. */
export const longestCounted = 10_000

/** Which rows of a list a page shows. Nothing lies behind its end. */
export function rowsOf({ page, page_size }: { page: number; page_size: number }): {
  limit: number
  offset: number
} {
  const offset = Math.min((page - 1) * page_size, longestCounted)
  return { offset, limit: Math.min(page_size, longestCounted - offset) }
}

/**
 * Counts what `list` finds, up to `longestCounted`, and reads one page of it, as `rows` selects it. Beyond the last page it reads
 * nothing. With an index that begins with what is filtered by and goes on in the order of the list, it costs the same for ten
 * thousand rows and for a hundred million: it is counted in that order too, since a plan that may choose any order may read the
 * whole table for the few that are rare.
 */
export async function countAndPage<DB, From extends keyof DB, JoinedDB, Joined extends keyof JoinedDB, Row>(
  db: Db,
  list: SelectQueryBuilder<DB, From, {}>,
  page: { page: number; page_size: number },
  rows: (query: SelectQueryBuilder<DB, From, {}>) => SelectQueryBuilder<JoinedDB, Joined, Row>,
): Promise<{ total: number; rows: Simplify<Row>[] }> {
  const counted = await sql<{ total: number }>`
    select count(*)::int as total from (${list.limit(sql.lit(longestCounted))}) as counted`.execute(db)
  const { total } = counted.rows[0]!
  const { limit, offset } = rowsOf(page)
  if (offset >= total) return { total, rows: [] }
  return { total, rows: await rows(list).limit(limit).offset(offset).execute() }
}
