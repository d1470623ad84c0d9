import { Kysely, PostgresDialect, type PostgresPool } from 'kysely'
import pg from 'pg'
import { type Db, types, type Tables } from './database.ts'

/** One connection, for work that needs to know which: `client` copies, and `db` asks on the same one, in its transaction. */
export interface OneClient extends AsyncDisposable {
  client: pg.Client
  db: Db
}

/** Without time limits: what is done here takes as long as there is data. */
export async function openOneClient(connection: pg.ClientConfig): Promise<OneClient> {
  const client = new pg.Client({ ...connection, types, connectionTimeoutMillis: 10_000, keepAlive: true })
  client.on('error', () => {}) // the query rejects
  await client.connect()
  await client.query(`
    set statement_timeout = 0; set idle_in_transaction_session_timeout = 0;
    set timezone = 'UTC'; set datestyle = 'ISO'; set intervalstyle = 'postgres'`)
  const pooled = { query: client.query.bind(client), release: () => {} }
  const pool = { connect: async () => pooled, end: async () => {} } as unknown as PostgresPool
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  return { client, db, [Symbol.asyncDispose]: () => client.end() }
}

/** Runs work in a transaction of this connection. */
export async function inTransaction<T>(
  { client }: OneClient,
  mode: string,
  work: () => Promise<T>,
): Promise<T> {
  await client.query(`begin ${mode}`)
  try {
    const done = await work()
    await client.query('commit')
    return done
  } catch (error) {
    await client.query('rollback').catch(() => {}) // of a lost connection nothing is left
    throw error
  }
}
