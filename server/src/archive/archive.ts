import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { inBatches } from '../platform/concurrency/in-batches.ts'
import type { Db, Trx } from '../platform/db/database.ts'
import type { ObjectStorage } from '../storage/storage.ts'
import * as queries from './queries.ts'

export { storedArchives } from './queries.ts'

/** Rows in one object: a few megabytes in memory. */
const batch = 5_000
const day_ms = 86_400_000

/** A table whose old rows can be moved out of the database. */
export interface Archivable<Row extends object> {
  /** Names the table, and the folder of its objects. */
  what: string
  /** The time by which a row is old. */
  at: keyof Row & string
  /** At most so many rows from before a time, in any order. */
  find: (db: Db, before: Date, limit: number) => Promise<Row[]>
  remove: (trx: Trx, rows: readonly Row[]) => Promise<void>
}

/**
 * Moves old rows from the database into storage as lines of JSON, gzipped, a batch at a time: first the object is stored, then its
 * rows are removed and the object is noted, in one transaction. A crash between the two leaves rows that are archived again: a line
 * may be in two objects, and none is lost. Nothing waits for it. Rows are old after so many days, and never with 0. Returns how many
 * it moved.
 */
export async function archiveRows<Row extends object>(
  { db, storage, clock }: { db: Db; storage: Pick<ObjectStorage, 'put'>; clock: () => Date },
  { what, at, find, remove }: Archivable<Row>,
  retention_days: number,
  signal: AbortSignal,
): Promise<number> {
  if (retention_days === 0) return 0
  const before = new Date(clock().getTime() - retention_days * day_ms)
  return inBatches(
    batch,
    async (limit) => {
      const rows = await find(db, before, limit)
      if (rows.length === 0) return 0
      const lines = rows.map((row) => `${JSON.stringify(row)}\n`).join('')
      const times = rows.map((row) => (row[at] as Date).getTime())
      const [first_at, last_at] = [new Date(Math.min(...times)), new Date(Math.max(...times))]
      const object_key = keyOf(what, first_at, lines)
      const body = Readable.from([await promisify(gzip)(lines)])
      await storage.put(object_key, body, { content_type: 'application/gzip', signal })
      await db.transaction().execute(async (trx) => {
        await queries.insert(trx, { object_key, what, rows: rows.length, first_at, last_at })
        await remove(trx, rows)
      })
      return rows.length
    },
    signal,
  )
}

/** Of the same rows the same, so that a batch that is archived again replaces what it has stored. */
function keyOf(what: string, first_at: Date, lines: string): string {
  const day = first_at.toISOString().slice(0, 10)
  const hash = createHash('sha256').update(lines).digest('hex').slice(0, 16)
  return `archive/${what}/${day}-${hash}.ndjson.gz`
}
