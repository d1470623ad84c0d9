import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { backendOf } from './session.ts'

const connectWithin_ms = 5_000
/** Milliseconds for an answer that the server has already sent. */
const arriveWithin_ms = 1_000

/**
 * Returns the answer to a statement, and closes a dead connection: after a pulled cable or a forgetful firewall it stays
 * open, and its caller would wait for ever. A long statement proves nothing, so every `ask_after_ms` it asks the server over
 * another connection whether it still works on it; a failed check is repeated. The server's time limits can't replace this:
 * their error is lost on the same line.
 */
export async function unlessDead<T>(
  client: pg.PoolClient,
  answer: Promise<T>,
  { connection, ask_after_ms }: { connection: pg.ClientConfig; ask_after_ms: number },
): Promise<T> {
  const pid = backendOf(client)
  let isAnswered = false
  let isAsking = false
  const look = async (): Promise<void> => {
    if (isAsking || pid === undefined || (await isAtWork(connection, pid))) return
    isAsking = true
    await wait(arriveWithin_ms)
    if (!isAnswered) (client as unknown as pg.Client).connection.stream.destroy()
  }
  const timer = setInterval(() => void look(), ask_after_ms)
  try {
    return await answer
  } finally {
    isAnswered = true
    clearInterval(timer)
  }
}

/** Whether the server works on a statement of this connection; true as well where that can't be told. */
async function isAtWork(connection: pg.ClientConfig, pid: number): Promise<boolean> {
  const { host, port, user, password, database, ssl, connectionString } = connection
  const client = new pg.Client({
    ...Object.fromEntries(
      Object.entries({ host, port, user, password, database, ssl, connectionString }).filter(
        ([, value]) => value !== undefined,
      ),
    ),
    connectionTimeoutMillis: connectWithin_ms,
    query_timeout: connectWithin_ms,
  })
  client.on('error', () => {}) // the query rejects
  try {
    await client.connect()
    const statement = `select from pg_stat_activity where pid = $1 and state in ('active', 'fastpath function call')`
    return (await client.query(statement, [pid])).rowCount !== 0
  } catch {
    return true
  } finally {
    void client.end().catch(() => {}) // this line may be dead as well
  }
}
