import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { backendOf } from './session.ts'

const connectWithin_ms = 5_000
/** An answer that is on its way arrives within this. */
const arriveWithin_ms = 1_000

/**
 * Passes on the answer to a statement, and ends the connection when nobody is working on it any more: after a pulled cable
 * or a firewall that forgot, a connection stays open and says nothing, and whoever waits on it would wait for ever. How long
 * a statement takes proves nothing, so the server is asked over another connection whether it is at it, every
 * `ask_after_ms`; one that can't be asked is asked again. The server's own limits of time do not replace this: it ends a
 * statement, and the word of it is lost on the same line.
 */
export async function unlessSilent<T>(
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

/** Whether the server is busy for this connection; true as well where that can't be told. */
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
  client.on('error', () => {}) // told by what is asked
  try {
    await client.connect()
    const statement = `select from pg_stat_activity where pid = $1 and state in ('active', 'fastpath function call')`
    return (await client.query(statement, [pid])).rowCount !== 0
  } catch {
    return true
  } finally {
    void client.end().catch(() => {}) // it may be silent as well
  }
}
