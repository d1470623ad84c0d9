import { setTimeout as delay } from 'node:timers/promises'
import { Client, type DatabaseError } from 'pg'
import { type Cluster, type ClusterOptions, type Log, prepareCluster } from './cluster.ts'
import { limitLogFile } from './log-file.ts'
import { poll } from './poll.ts'
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
export { defaultDataDir } from './place.ts'

/**
 * PostgreSQL from npm, on a Unix socket, kept running for as long as this process wants it.
 *
 * The server is a process of its own and outlives a crash of ours; the next start adopts it. Each process that uses it
 * holds one session with a shared lock. That session breaks at once when the server dies, which is how we know; and the
 * last process to let go of its lock is the one that stops the server.
 */
export interface EmbeddedPostgres extends AsyncDisposable {
  connection(database: string): Connection
  url(database: string): string
  /** Of the server now: another one after it died and came back. */
  readonly pid: number
  /** Whether the server was running before we came. */
  readonly adopted: boolean
  /** Stops the server, or leaves it to the other processes that use it. Twice is once. */
  stop(): Promise<void>
}

export interface EmbeddedPostgresOptions extends ClusterOptions {
  /** Holds the databases (`pg18/`) and the server's log. As root: reachable by user 65534, who runs the server. */
  data_dir: string
  log: Log
  /** Server settings on top of ours, such as `{ shared_buffers: '1GB' }`. A server that is adopted keeps its own. */
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

/** Any number of our own: names the lock that users of the server hold in the database `postgres`. */
const usersLock = 0x636c6970
const database = 'clipwright'
const join_ms = 60_000
/** A server that lived shorter than this is not started again at once. */
const soundLife_ms = 10_000
const maxPause_ms = 10_000

/**
 * Starts or adopts the server on `data_dir`, creating the databases (and one called `clipwright`) where there are none,
 * and starts it again whenever it dies, until `stop`. Does not keep the process alive by itself.
 * @throws when it can't be started; the message says why and what to do.
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
    // A start that is under way ends now; whatever it left running is found below.
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

/** @throws when the server does not start; a server that goes away meanwhile (its last user left) is started again. */
async function join(cluster: Cluster, log: Log, signal: AbortSignal): Promise<Session> {
  const session = await poll(
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

/** Tries for ever: a disk that was full may have room again. Undefined when the signal aborts. */
async function rejoin(
  cluster: Cluster,
  log: Log,
  signal: AbortSignal,
  early: number,
): Promise<Session | undefined> {
  for (let attempt = early > 1 ? early : 0; ; attempt++) {
    const pause_ms = attempt === 0 ? 0 : Math.min(50 * 2 ** attempt, maxPause_ms)
    // An aborted pause ends early, and the next line sees it.
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
  // Its end is what we wait for; the reason is in the server's log.
  client.on('error', () => undefined)
  await client.connect()
  return client
}

/** Whether the connection keeps this process from ending by itself. The package's types lack these two methods. */
function keepAlive(client: Client, keep: boolean): void {
  const counted = client as Client & { ref(): void; unref(): void }
  if (keep) counted.ref()
  else counted.unref()
}

const ending = (client: Client) => new Promise<void>((resolve) => client.once('end', () => resolve()))

/** Lets go before it looks, so that of two that leave at once one finds itself alone. A dead session has no say: true. */
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
    // Another process was faster: duplicate_database, or unique_violation when both were at it.
    if (error.code !== '42P04' && error.code !== '23505') throw error
  })
}

function urlOf({ host, port, user, database }: Connection): string {
  return `postgresql://${user}@/${encodeURIComponent(database)}?host=${encodeURIComponent(host)}&port=${port}`
}
