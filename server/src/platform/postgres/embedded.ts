import { setTimeout as delay } from 'node:timers/promises'
import { Client, type DatabaseError } from 'pg'
import { type Cluster, type ClusterOptions, type Log, prepareCluster } from './cluster.ts'
import { limitLogFile } from './log-file.ts'
import { waitFor } from './wait-for.ts'
import {
  type Connection,
  connectionTo,
  ensureRunning,
  type Postmaster,
  serverOn,
  shutDown,
} from './postmaster.ts'

export type { Connection } from './postmaster.ts'
export type { Log } from './cluster.ts'
export { defaultDataDir } from './location.ts'

/**
 * PostgreSQL from npm, on a Unix socket, supervised by this process.
 *
 * The server is a process of its own and survives our crash; the next start adopts it. Each process that uses it holds a
 * session with a shared lock. That session breaks when the server dies, which is the signal to restart it; the last process
 * to release its lock stops the server.
 */
export interface EmbeddedPostgres extends AsyncDisposable {
  connection(database: string): Connection
  url(database: string): string
  /** The current server's process id; it changes when the server is restarted. */
  readonly pid: number
  /** Whether the server was running before. */
  readonly adopted: boolean
  /** Stops the server, unless other processes use it. Idempotent. */
  stop(): Promise<void>
}

export interface EmbeddedPostgresOptions extends ClusterOptions {
  /** Contains the databases (`pg18/`) and the server's log. As root it must be reachable by user 65534, who runs the server. */
  data_dir: string
  log: Log
  /** Server settings that override ours, such as `{ shared_buffers: '1GB' }`. An adopted server keeps its own. */
  settings?: Record<string, string>
  /** False for tests only: a crash of the machine loses the data. */
  fsync?: boolean
}

interface Session extends Postmaster {
  client: Client
  isLost: boolean
  lost: Promise<void>
  since: number
}

/** The advisory lock that users of the server share in the database `postgres`; any number will do. */
const usersLock = 0x636c6970
const database = 'clipwright'
const join_ms = 60_000
/** A server that died sooner than this is restarted with a delay. */
const soundLife_ms = 10_000
const maxPause_ms = 10_000

/**
 * Starts or adopts the server on `data_dir`, creates the databases (and one called `clipwright`) where there are none, and
 * restarts it whenever it dies, until `stop`. It does not keep the process alive. @throws when it can't be started; the
 * message gives the reason and the remedy.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { log } = options
  const stopping = new AbortController()
  const cluster = await prepareCluster(options)
  let session = await join(cluster, log, stopping.signal)
  const { adopted } = session
  await createDatabase(session.client)
  const logLimit = limitLogFile(cluster.log_path)
  const supervision = supervise()
  let stopped: Promise<void> | undefined
  log.info({ pid: session.pid, data_dir: cluster.data_dir, adopted }, 'postgres started')

  async function supervise(): Promise<void> {
    for (let early = 0; ;) {
      await session.lost
      const died = performance.now()
      early = died - session.since < soundLife_ms ? early + 1 : 0
      if (stopping.signal.aborted) return
      log.error({ pid: session.pid }, 'postgres lost')
      const next = await rejoin(cluster, log, stopping.signal, early)
      if (next && !stopping.signal.aborted) {
        session = next
        log.warn({ pid: next.pid, duration_ms: Math.round(performance.now() - died) }, 'postgres is back')
      } else {
        await next?.client.end()
        return
      }
    }
  }

  async function leave(): Promise<void> {
    stopping.abort(new Error('PostgreSQL is being stopped'))
    logLimit[Symbol.dispose]()
    // A running start ends now; what it left running is found below.
    if (session.isLost) await supervision
    const client = session.isLost ? await connect(cluster).catch(() => undefined) : session.client
    if (client) keepAlive(client, true)
    const pid = await serverOn(cluster)
    if (pid !== undefined && (!client || (await isLastUser(client)))) {
      await shutDown(cluster, pid, log)
      log.info({ pid }, 'postgres stopped')
    }
    await client?.end().catch(() => undefined)
    await supervision
  }

  const stop = () => (stopped ??= leave())
  return {
    connection: (name) => connectionTo(cluster, name),
    url: (name) => urlOf(connectionTo(cluster, name)),
    get pid() {
      return session.pid
    },
    adopted,
    stop,
    [Symbol.asyncDispose]: stop,
  }
}

/** @throws when the server does not start. A server that its last user stopped meanwhile is started again. */
async function join(cluster: Cluster, log: Log, signal: AbortSignal): Promise<Session> {
  const session = await waitFor(
    async () => {
      const server = await ensureRunning(cluster, log, signal)
      const client = await connect(cluster).catch(() => undefined)
      if (!client) return undefined
      const found: Session = {
        ...server,
        client,
        isLost: false,
        lost: ending(client),
        since: performance.now(),
      }
      void found.lost.then(() => (found.isLost = true))
      try {
        await client.query('select pg_advisory_lock_shared($1)', [usersLock])
      } catch {
        await client.end().catch(() => undefined)
        return undefined
      }
      keepAlive(client, false)
      return found
    },
    { timeout_ms: join_ms, signal },
  )
  if (session) return session
  throw new Error(`PostgreSQL in ${cluster.data_dir} keeps going away: see ${cluster.log_path}`)
}

/** Retries for ever, since a full disk may get room again. Undefined when the signal aborts. */
async function rejoin(
  cluster: Cluster,
  log: Log,
  signal: AbortSignal,
  early: number,
): Promise<Session | undefined> {
  for (let attempt = early > 1 ? early : 0; ; attempt++) {
    const pause_ms = attempt === 0 ? 0 : Math.min(50 * 2 ** attempt, maxPause_ms)
    // An aborted pause ends early; the loop condition sees it.
    await delay(pause_ms, undefined, { signal, ref: false }).catch(() => undefined)
    if (signal.aborted) return undefined
    try {
      return await join(cluster, log, signal)
    } catch (error) {
      if (signal.aborted) return undefined
      log.error({ err: error, attempt }, 'postgres did not come back')
    }
  }
}

async function connect(cluster: Cluster): Promise<Client> {
  const client = new Client({
    ...connectionTo(cluster, 'postgres'),
    application_name: 'clipwright supervisor',
    connectionTimeoutMillis: 5_000,
    query_timeout: 30_000,
  })
  // We wait for `end`; the server's log has the reason.
  client.on('error', () => undefined)
  await client.connect()
  return client
}

/** Refs or unrefs the connection; the package's types lack both methods. */
function keepAlive(client: Client, keep: boolean): void {
  const counted = client as Client & { ref(): void; unref(): void }
  if (keep) counted.ref()
  else counted.unref()
}

const ending = (client: Client) => new Promise<void>((resolve) => client.once('end', () => resolve()))

/** Releases its lock before it checks, so that of two leavers one finds itself alone. True for a dead session. */
async function isLastUser(client: Client): Promise<boolean> {
  try {
    await client.query('select pg_advisory_unlock_all()')
    const { rows } = await client.query<{ alone: boolean }>('select pg_try_advisory_lock($1) as alone', [
      usersLock,
    ])
    return rows[0]?.alone === true
  } catch {
    return true
  }
}

async function createDatabase(client: Client): Promise<void> {
  const { rowCount } = await client.query('select from pg_database where datname = $1', [database])
  if (rowCount) return
  await client.query(`create database ${database}`).catch((error: DatabaseError) => {
    // Another process won the race: duplicate_database, or unique_violation.
    if (error.code !== '42P04' && error.code !== '23505') throw error
  })
}

function urlOf({ host, port, user, database }: Connection): string {
  return `postgresql://${user}@/${encodeURIComponent(database)}?host=${encodeURIComponent(host)}&port=${port}`
}
