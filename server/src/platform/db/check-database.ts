import pg from 'pg'
import { ConfigError } from '../setting.ts'

const answerWithin_ms = 5_000
const oldest = 15

/** `transaction` behind a pooler that assigns a server session for one transaction at a time. */
export type Mode = 'session' | 'transaction'

/**
 * Checks that an external database is usable. @throws ConfigError within seconds; it names `setting`, the fault and the
 * remedy.
 */
export async function checkDatabase(connection: pg.ClientConfig, setting: string): Promise<Mode> {
  const clients: pg.Client[] = []
  const open = async (): Promise<pg.Client> => {
    const client = new pg.Client({
      ...connection,
      connectionTimeoutMillis: answerWithin_ms,
      query_timeout: answerWithin_ms,
    })
    client.on('error', () => {}) // the query rejects
    clients.push(client)
    await client.connect()
    return client
  }
  try {
    const client = await open()
    const { rows } = await client.query<{ version: string; number: number }>(
      "select current_setting('server_version') as version, current_setting('server_version_num')::int as number",
    )
    const { version, number } = rows[0]!
    if (number < oldest * 10_000)
      throw new ConfigError(
        `${setting}: PostgreSQL ${version} is too old; version ${oldest} or newer is needed.`,
      )
    return await modeOf(client, open)
  } catch (error) {
    if (error instanceof ConfigError) throw error
    throw new ConfigError(`${setting}: ${explain(error as Error, clients[0]!)}`)
  } finally {
    await Promise.all(clients.map((client) => client.end().catch(() => {})))
  }
}

/**
 * Detects a pooler in transaction mode. A pooler reports a process id that is not the server's, and in transaction mode
 * gives the session of an idle client to the next one that asks.
 */
async function modeOf(client: pg.Client, open: () => Promise<pg.Client>): Promise<Mode> {
  const backend = async (of: pg.Client): Promise<number> =>
    (await of.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]!.pid
  const [told, first] = [(client as unknown as { processID: number | null }).processID, await backend(client)]
  if (told === first) return 'session'
  const other = await open()
  await other.query('begin')
  const isShared = (await backend(other)) === first
  return isShared || (await backend(client)) !== first ? 'transaction' : 'session'
}

interface DatabaseFault extends Error {
  code?: string
}

function explain({ code = '', message }: DatabaseFault, { host, port, database, user }: pg.Client): string {
  const place = host.startsWith('/') ? host : `${host}:${port}`
  const isAway = ['ECONNREFUSED', 'ENOENT', 'EHOSTUNREACH', 'ENETUNREACH', 'ECONNRESET'].includes(code)
  if (isAway) return `no PostgreSQL answers at ${place} (${code}). Start it, or correct the address.`
  if (['ENOTFOUND', 'EAI_AGAIN'].includes(code)) return `the host name ${host} is not known (${code}).`
  if (/timeout|timed out/i.test(message))
    return `PostgreSQL at ${place} does not answer within ${answerWithin_ms / 1000} s.`
  if (/client password must be/.test(message)) return `PostgreSQL at ${place} wants a password for ${user}.`
  if (code === '28P01') return `PostgreSQL at ${place} refuses the password of ${user}.`
  if (code === '3D000') return `there is no database ${database} at ${place}. Make it: createdb ${database}`
  return `PostgreSQL at ${place} says: ${message}`
}
