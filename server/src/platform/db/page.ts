import { type RawBuilder, type SelectQueryBuilder, type Simplify, sql, type SqlBool } from 'kysely'
import { type Cursor, type Cursors, type Place, toPage, type Walk } from '../cursor.ts'
import type { Db } from './database.ts'

/** Where a list ends whose total has to be counted. A total up to it is exact; what lies behind it is found by a narrower filter, or by a cursor. */
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
  const total = await count(db, list)
  const { limit, offset } = rowsOf(page)
  if (offset >= total) return { total, rows: [] }
  return { total, rows: await rows(list).limit(limit).offset(offset).execute() }
}

async function count<DB, From extends keyof DB>(db: Db, list: SelectQueryBuilder<DB, From, {}>) {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from (${list.limit(sql.lit(longestCounted))}) as counted`.execute(db)
  return rows[0]!.total
}

/** What a list is ordered by, newest first. */
export interface Order {
  /** The name of the column; so of the others. */
  instant: string
  id: string
}

/** SQL: the instant of a row as a cursor has it. */
export function cursorInstant(column: string): RawBuilder<string> {
  return sql<string>`(extract(epoch from ${sql.ref(column)}) * 1000000)::bigint::text`
}

/** SQL: what lies beyond a cursor, or behind a place. It is found by an index that goes on with the order of the list, or with its instant. */
export function beyond({ instant, id }: Order, cursor: Place & Partial<Cursor>): RawBuilder<SqlBool> {
  const than = sql.raw(cursor.isNewer ? '>' : '<')
  return sql<SqlBool>`(${sql.ref(instant)}, ${sql.ref(id)}) ${than}
    (timestamptz 'epoch' + ${cursor.instant}::bigint * interval '1 microsecond', ${cursor.id})`
}

/**
 * As `countAndPage`, of a list in this order that may also be read from a cursor on. Only what is asked for by its number ends after
 * `longestCounted`; a page from a cursor costs the same at any depth.
 */
export async function countAndWalk<
  DB,
  From extends keyof DB,
  JoinedDB,
  Joined extends keyof JoinedDB,
  Row extends { instant: string },
>(
  db: Db,
  list: SelectQueryBuilder<DB, From, {}>,
  order: Order,
  walk: Walk,
  rows: (query: SelectQueryBuilder<DB, From, {}>) => SelectQueryBuilder<JoinedDB, Joined, Row>,
  idOf: (row: Row) => string,
): Promise<{ total: number; page: number; page_size: number; rows: Row[] } & Cursors> {
  const { cursor, page_size } = walk
  const { limit, offset } = cursor ? { limit: page_size, offset: 0 } : rowsOf(walk)
  const asked = rows(cursor ? list.where(beyond(order, cursor)) : list)
  const directed = cursor?.isNewer
    ? asked.clearOrderBy().orderBy(sql.ref(order.instant)).orderBy(sql.ref(order.id))
    : asked
  const { total, read } = await db.transaction().execute(async (trx) => {
    // A plan for any values may walk the whole list for what is rare.
    await sql`select set_config('plan_cache_mode', 'force_custom_plan', true)`.execute(trx)
    const total = await count(trx, list)
    if (!cursor && offset >= total) return { total, read: [] }
    const page = directed.limit(limit + 1).offset(offset)
    return { total, read: (await trx.executeQuery(page)).rows }
  })
  const { beside, ...page } = toPage(read as Row[], limit, walk)
  const [first, last] = [page.rows.at(0), page.rows.at(-1)].map(
    (row) => row && { instant: row.instant, id: idOf(row) },
  )
  return { total, ...page, page_size, ...beside(first, last) }
}
