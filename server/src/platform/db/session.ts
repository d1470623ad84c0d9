import { sql, type Transaction } from 'kysely'
import type pg from 'pg'

/** The server's process id for each connection; a proxy may report another one at the handshake. */
const backends = new WeakMap<pg.ClientBase, number>()

/**
 * Time limits of a session, in milliseconds. Statements are short and transactions do nothing slow, so what exceeds them has
 * gone wrong and counts as an outage. Work that takes long by its nature lifts them: `withoutTimeLimit`.
 */
const limits = {
  statement_timeout: 30_000,
  lock_timeout: 10_000,
  idle_in_transaction_session_timeout: 30_000,
}

/** Sets the limits of a new connection and reads its process id, in one statement. */
export function beginSession(client: pg.ClientBase): Promise<void> {
  const set = Object.entries(limits).map(([name, ms]) => `, set_config('${name}', '${ms}', false)`)
  return learn(client, set.join(''))
}

export function learnBackend(client: pg.ClientBase): Promise<void> {
  return learn(client, '')
}

async function learn(client: pg.ClientBase, and: string): Promise<void> {
  const { rows } = await client.query<{ pid: number }>(`select pg_backend_pid() as pid${and}`)
  backends.set(client, rows[0]!.pid)
}

/** Lifts the statement limit for the rest of a transaction that reads a whole table. */
export async function withoutTimeLimit<T>(trx: Transaction<T>): Promise<void> {
  await sql`set local statement_timeout = 0`.execute(trx)
}

/** Undefined behind a pooler, where the process id changes. */
export function backendOf(client: pg.ClientBase): number | undefined {
  return backends.get(client)
}
