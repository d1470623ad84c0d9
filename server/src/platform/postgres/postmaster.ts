import { spawn } from 'node:child_process'
import { link, open, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from 'pg'
import { type Cluster, type Log, serverEnvironment } from './cluster.ts'
import { ConfigError } from '../setting.ts'
import { rotateIfLarge, sizeOf, tailOf } from './log-file.ts'
import { waitFor } from './wait-for.ts'
import { isAlive, isServerOf, isTaken, orphansOf } from './processes.ts'

export interface Connection {
  host: string
  port: number
  user: string
  database: string
}

/** A server that answers queries. `adopted`: it was running before. */
export interface Postmaster {
  pid: number
  adopted: boolean
}

type Start = Postmaster | 'taken' | 'orphans'

const port = 5432
/** Recovery after a crash takes seconds, on a busy disk longer. */
const ready_ms = 300_000
const patience_ms = 5_000
const connect_ms = 5_000
/** Time for busy backends of a killed server to exit by themselves. */
const orphans_ms = 1_000
const fastStop_ms = 30_000
const hardStop_ms = 10_000

export function connectionTo(cluster: Cluster, database: string): Connection {
  return { host: cluster.socket_dir, port, user: 'postgres', database }
}

/**
 * Returns a server on this cluster that answers, and starts one if none runs. Of concurrent callers, in one process or two,
 * one starts it and the others adopt it. @throws with the end of the server's log when it gives up; the signal's reason when
 * it aborts.
 */
export async function ensureRunning(cluster: Cluster, log: Log, signal: AbortSignal): Promise<Postmaster> {
  const since = performance.now()
  let told = false
  const running = await waitFor(
    async () => {
      if (!told && performance.now() - since > patience_ms) {
        log.warn({ data_dir: cluster.data_dir, log_path: cluster.log_path }, 'still waiting for postgres')
        told = true
      }
      await removeStaleLocks(cluster, log)
      const pid = await serverOn(cluster)
      if (pid !== undefined) {
        return (await answers(cluster, pid)) ? { pid, adopted: true } : undefined
      }
      const started = await start(cluster, signal)
      if (started === 'orphans') await killOrphans(cluster, log, signal)
      return typeof started === 'string' ? undefined : started
    },
    { timeout_ms: ready_ms, signal },
  )
  if (running) return running
  throw new Error(
    `PostgreSQL in ${cluster.data_dir} did not answer in ${ready_ms / 1000} s: see ${cluster.log_path}`,
  )
}

/** Shuts the server down fast; if it does not end, immediately, with recovery at its next start. */
export async function shutDown(cluster: Cluster, pid: number, log: Log): Promise<void> {
  for (const [stopSignal, timeout_ms] of [
    ['SIGINT', fastStop_ms],
    ['SIGQUIT', hardStop_ms],
  ] as const) {
    if (!(await isServerOf(pid, cluster.data_dir))) return
    process.kill(pid, stopSignal)
    const gone = await waitFor(async () => ((await isAlive(pid)) ? undefined : true), { timeout_ms })
    if (gone) return
    log.warn({ pid, signal: stopSignal, timeout_ms }, 'postgres did not stop in time')
  }
  throw new Error(`PostgreSQL (process ${pid}) does not stop: see ${cluster.log_path}`)
}

async function start(cluster: Cluster, signal: AbortSignal): Promise<Start> {
  const settings = Object.entries(cluster.settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  await rotateIfLarge(cluster.log_path)
  const logged_bytes = await sizeOf(cluster.log_path)
  // The server survives us, and a Ctrl-C in our terminal must not reach it: own descriptor, own session.
  await using logFile = await open(cluster.log_path, 'a', 0o600)
  const child = spawn(cluster.postgres, ['-D', cluster.data_dir, '-p', String(port), ...settings], {
    ...cluster.user,
    env: serverEnvironment,
    cwd: '/',
    detached: true,
    stdio: ['ignore', logFile.fd, logFile.fd],
  })
  let ended: Error | string | undefined
  child
    .once('error', (error) => (ended = error))
    .once('exit', (code, by) => (ended = `ended with ${code ?? by}`))
  child.unref()
  const { pid } = child

  const outcome = await waitFor<Start | Error>(
    async () => {
      if (ended === undefined) {
        const ready = pid !== undefined && (await serverOn(cluster)) === pid && (await answers(cluster, pid))
        return ready ? { pid, adopted: false } : undefined
      }
      const said = await tailOf(cluster.log_path, logged_bytes)
      if (said.includes('pre-existing shared memory block')) return 'orphans'
      if (/lock file "[^"]*" already exists/.test(said)) return 'taken'
      return new ConfigError(
        `DATA_DIR: PostgreSQL does not start on ${cluster.data_dir} (${ended}): ${said || cluster.log_path}`,
      )
    },
    { timeout_ms: ready_ms, signal },
  ).catch(async (reason: unknown) => {
    child.kill('SIGINT')
    await waitFor(async () => (ended === undefined ? undefined : true), { timeout_ms: fastStop_ms })
    throw reason
  })
  if (outcome instanceof Error) throw outcome
  if (outcome) return outcome
  child.kill('SIGQUIT')
  throw new Error(
    `PostgreSQL did not get ready in ${ready_ms / 1000} s: ${await tailOf(cluster.log_path, logged_bytes)}`,
  )
}

async function killOrphans(cluster: Cluster, log: Log, signal: AbortSignal): Promise<void> {
  const gone = await waitFor(
    async () => ((await orphansOf(cluster.data_dir)).length === 0 ? true : undefined),
    {
      timeout_ms: orphans_ms,
      signal,
    },
  )
  if (gone) return
  for (const pid of await orphansOf(cluster.data_dir)) {
    log.warn({ pid }, 'postgres process outlived its server: killed')
    // Its transaction never committed; the new server replays the log anyway.
    process.kill(pid, 'SIGKILL')
  }
}

/** The server process of the cluster, whether it answers yet or not. */
export async function serverOn(cluster: Cluster): Promise<number | undefined> {
  const pid = firstNumber(await readLock(join(cluster.data_dir, 'postmaster.pid')))
  return pid !== undefined && (await isServerOf(pid, cluster.data_dir)) ? pid : undefined
}

/**
 * Removes lock files whose process id belongs to another program or a zombie after a crash. PostgreSQL would refuse to
 * start; only we can tell that it is no server of this cluster.
 */
async function removeStaleLocks(cluster: Cluster, log: Log): Promise<void> {
  for (const path of [
    join(cluster.data_dir, 'postmaster.pid'),
    join(cluster.socket_dir, `.s.PGSQL.${port}.lock`),
  ]) {
    const text = await readLock(path)
    const pid = firstNumber(text)
    if (pid === undefined || !isTaken(pid) || (await isServerOf(pid, cluster.data_dir))) continue
    // A new server may have replaced the lock between check and removal: that one is put back.
    const aside = `${path}.stale-${process.pid}`
    await rename(path, aside).catch(() => undefined)
    if ((await readLock(aside)) !== text) await link(aside, path).catch(() => undefined)
    else log.warn({ path, pid }, 'stale lock of postgres removed')
    await rm(aside, { force: true })
  }
}

async function answers(cluster: Cluster, pid: number): Promise<boolean> {
  if (!(await readLock(join(cluster.data_dir, 'postmaster.pid'))).includes('\nready')) return false
  const client = new Client({
    ...connectionTo(cluster, 'postgres'),
    connectionTimeoutMillis: connect_ms,
    query_timeout: connect_ms,
  })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<{ data_directory: string }>('show data_directory')
    return rows[0]?.data_directory === cluster.data_dir && (await isAlive(pid))
  } catch {
    // Starting, stopping, or recovering: the caller asks again.
    return false
  } finally {
    await client.end().catch(() => undefined)
  }
}

const readLock = (path: string) => readFile(path, 'utf8').catch(() => '')

function firstNumber(text: string): number | undefined {
  const number = Number(text.split('\n', 1)[0])
  return Number.isInteger(number) && number > 0 ? number : undefined
}
