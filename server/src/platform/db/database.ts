import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import { noteTransactions, refuseSecondConnection } from './one-connection.ts'
import { prepareStatements } from './prepared.ts'
import type { Mode } from './check-database.ts'
import { beginSession, learnBackend } from './session.ts'

/** Every table of the database. Each slice declares its own: `declare module` in its `tables.ts`. */
export interface Tables {}

/** A connection or a transaction will do. */
export type Db = Kysely<Tables>
/** Only inside a transaction, because it writes together with its caller. */
export type Trx = Transaction<Tables>

export interface DatabaseOptions {
  connection: pg.ClientConfig
  pool_size: number
  /** Called for a connection that was lost; not for one that ends because the pool does. */
  onError: (error: Error) => void
  /** `transaction` behind a pooler in transaction mode: session settings do not survive a transaction. */
  mode?: Mode
  /** False lifts the session's time limits, for migrations and the like. */
  time_limits?: boolean
}

const int8 = 20
const timestamptz = 1184

/**
 * Reads `bigint` as a number: a CHECK keeps every one below 2^53. Reads timestamps with JavaScript's own ISO parser, since
 * the driver's takes a tenth of a list's time.
 */
const parsers: Record<number, (text: string) => unknown> = {
  [int8]: Number,
  [timestamptz]: (text) =>
    /^\d{4}-/.test(text) && text.endsWith('+00')
      ? new Date(`${text.slice(0, 10)}T${text.slice(11, -3)}Z`)
      : pg.types.getTypeParser(timestamptz)(text),
}

/** Set per connection, so that other users of `pg` keep theirs. */
export const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    (format !== 'binary' && parsers[oid]) ||
    pg.types.getTypeParser(oid, format)) as pg.CustomTypesConfig['getTypeParser'],
}

export function createPool(options: DatabaseOptions): pg.Pool {
  const pool = new pg.Pool({
    ...options.connection,
    types,
    pipeline: true, // see `prepareStatements`
    max: options.pool_size,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 60_000,
    ...(options.mode !== 'transaction' && {
      // oxlint-disable-next-line typescript/no-misused-promises -- the pool waits for it; its types do not say so
      onConnect: options.time_limits === false ? learnBackend : beginSession,
    }),
  })
  refuseSecondConnection(pool)
  const tellLoss = (error: Error & { client?: unknown }) => {
    if (pool.ending) return // PostgreSQL may stop before our farewell has reached it
    delete error.client // the pool's: pages of its state in a log
    options.onError(error)
  }
  // Without these two listeners a restart of PostgreSQL ends the process: clients in use emit `error` as well.
  pool.on('error', tellLoss)
  pool.on('connect', (client) => client.on('error', tellLoss))
  return pool
}

/** After this long `unlessDead` checks whether the server still works on a statement. */
const askAfter_ms = 10_000

export function createDb(pool: pg.Pool, options: { mode?: Mode; ask_after_ms?: number } = {}): Db {
  const { mode = 'session', ask_after_ms = askAfter_ms } = options
  const dialect = new PostgresDialect({ pool: prepareStatements(pool, { mode, ask_after_ms }) })
  return noteTransactions(new Kysely<Tables>({ dialect }), pool)
}
