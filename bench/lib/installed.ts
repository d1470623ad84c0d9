import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { createDb, createPool, type Db } from '../../server/src/platform/db/database.ts'
import { leash } from '../../server/src/testing/leash.ts'

const program = join(import.meta.dirname, '../../server/bin/clipwright-server.mjs')
const startsWithin_ms = 120_000

/** A process of the product, started as people start it. */
export interface Running {
  pid: number
  /** SIGTERM, and waits for its end. */
  stop(): Promise<void>
}

/** A folder for the product's data, which goes with this process, and its embedded PostgreSQL once that runs. */
export interface Installed extends AsyncDisposable {
  data_dir: string
  /** Starts a command and waits until `isReady`. @throws when it ends before. */
  start(
    command: 'start' | 'serve' | 'work',
    env: Record<string, string>,
    isReady: (pid: number) => Promise<boolean>,
  ): Promise<Running>
  postgresPid(): Promise<number>
  /** A connection of the benchmark's own; the caller closes it. */
  openDb(): Promise<Db>
}

export async function install(): Promise<Installed> {
  const data_dir = await mkdtemp(join(tmpdir(), 'clipwright-bench-'))
  leash(data_dir)
  await chmod(data_dir, 0o755) // PostgreSQL's own user may pass
  const started: Running[] = []
  const pidfile = async () => (await readFile(join(data_dir, 'pg18/postmaster.pid'), 'utf8')).split('\n')
  return {
    data_dir,
    start: async (command, env, isReady) => {
      const launcher = spawn(process.execPath, [program, command], {
        env: { ...process.env, DATA_DIR: data_dir, LOG_LEVEL: 'warn', ...env },
        stdio: ['ignore', 'inherit', 'inherit'],
      })
      const ended = once(launcher, 'exit')
      const running: Running = {
        pid: 0,
        stop: async () => {
          if (launcher.exitCode === null && launcher.signalCode === null) launcher.kill('SIGTERM')
          await ended
        },
      }
      started.push(running)
      for (const giveUp = performance.now() + startsWithin_ms; ; await wait(20)) {
        if (launcher.exitCode !== null) throw new Error(`The command ${command} has ended`)
        if (performance.now() > giveUp) throw new Error(`The command ${command} is not ready`)
        running.pid = (await childOf(launcher.pid!)) ?? 0
        if (running.pid !== 0 && (await isReady(running.pid).catch(() => false))) return running
      }
    },
    postgresPid: async () => Number((await pidfile())[0]),
    openDb: async () => {
      const [, , , port, host] = await pidfile()
      const connection = { host: host!, port: Number(port), user: 'postgres', database: 'clipwright' }
      return createDb(createPool({ connection, pool_size: 1, time_limits: false, onError: () => {} }))
    },
    [Symbol.asyncDispose]: async () => {
      // The first one has PostgreSQL, so the others leave before it.
      for (const running of started.toReversed()) await running.stop()
      await rm(data_dir, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
    },
  }
}

/** The launcher's server. */
async function childOf(pid: number): Promise<number | undefined> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '')
  return children === '' ? undefined : Number(children.split(' ')[0])
}

export const isReady = (url: string) => (): Promise<boolean> =>
  fetch(`${url}/readyz`).then(
    async (response) => {
      await response.arrayBuffer()
      return response.ok
    },
    () => false,
  )
