import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { chmod, mkdtemp, readFile, readlink, realpath, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
// A test tool, no part of the product.
import { leash } from '../../server/src/testing/leash.ts'
import { createClient, type Client, type Schema, waitForTask } from '@clipwright/client'
import { cleanUp } from '../../server/src/testing/clean-up.ts'

/** The program itself and not its launcher: SIGKILL must hit what serves. */
export const program = join(import.meta.dirname, '../../server/src/main.ts')
const readyWithin_ms = 120_000
const endWithin_ms = 60_000

/** One installed product: its folder outlives its processes, as it does for an operator. */
export interface Product {
  url: string
  data_dir: string
  /** Starts the server and waits until it is ready; how long that took. */
  start(): Promise<number>
  /** SIGTERM; the exit code. */
  stop(): Promise<number | null>
  /** SIGKILL: nothing is tidied up. */
  kill(): Promise<void>
  /** Another command of the server on the same folder: what it printed. */
  command(...words: string[]): Promise<string>
  /** The PostgreSQL that the server brought. */
  postgresPid(): Promise<number>
  /** What the server logged since its last start. */
  log(): string
  /** When and with which code or signal the server has ended, although nobody here has ended it; undefined as long as it lives. */
  endedUnasked(): string | undefined
}

/** A product of the test's own, stopped and removed after it. */
export async function installProduct(t: TestContext, env: Record<string, string> = {}): Promise<Product> {
  const product = await openProduct(env)
  cleanUp(t, async () => {
    const ended = product.endedUnasked()
    if (ended !== undefined)
      t.diagnostic(`The server ended by itself, ${ended}:\n${product.log().slice(-4_000)}`)
    await product[Symbol.asyncDispose]()
  })
  return product
}

/** A product in a folder of its own, which goes with it; not yet started. */
export async function openProduct(env: Record<string, string> = {}): Promise<Product & AsyncDisposable> {
  const data_dir = await mkdtemp(join(tmpdir(), 'clipwright-acceptance-'))
  leash(data_dir)
  await chmod(data_dir, 0o755) // PostgreSQL's own user may pass
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const settings = { ...process.env, PORT: String(port), DATA_DIR: data_dir, PUBLIC_BASE_URL: url, ...env }
  let server: ReturnType<typeof spawn> | undefined
  let log = ''
  let ended: string | undefined

  const end = async (signal: NodeJS.Signals): Promise<number | null> => {
    if (!server || server.exitCode !== null || server.signalCode !== null) return server?.exitCode ?? null
    const exit = once(server, 'exit', { signal: AbortSignal.timeout(endWithin_ms) })
    server.kill(signal)
    const [code] = (await exit) as [number | null]
    ended = undefined
    return code
  }
  const product: Product & AsyncDisposable = {
    url,
    data_dir,
    start: async () => {
      const began = performance.now()
      log = ''
      ended = undefined
      const child = spawn(process.execPath, [program, 'start'], {
        env: settings,
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      server = child
      child.once('exit', (code, signal) => {
        ended = `${code ?? signal} at ${new Date().toISOString()}`
      })
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (chunk: Buffer) => (log += chunk.toString()))
      while (!(await isReady(url))) {
        if (child.exitCode !== null) throw new Error(`The server ended:\n${log}`)
        if (performance.now() - began > readyWithin_ms) throw new Error(`The server is not ready:\n${log}`)
        await wait(20)
      }
      return performance.now() - began
    },
    stop: () => end('SIGTERM'),
    kill: async () => void (await end('SIGKILL')),
    command: async (...words) => {
      const { stdout } = await promisify(execFile)(process.execPath, [program, ...words], {
        env: settings,
        timeout: 120_000,
      })
      return stdout
    },
    postgresPid: async () => {
      const pidfile = await readFile(join(data_dir, 'pg18/postmaster.pid'), 'utf8')
      return Number(pidfile.split('\n', 1)[0])
    },
    log: () => log,
    endedUnasked: () => ended,
    [Symbol.asyncDispose]: async () => {
      await end('SIGTERM')
      // A test that failed between a kill and a start leaves PostgreSQL behind.
      await product
        .postgresPid()
        .then(async (pid) => (await isPostgresOf(pid, data_dir)) && process.kill(pid, 'SIGQUIT'))
        .catch(() => {})
      await rm(data_dir, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
    },
  }
  return product
}

/** Whether the id is still that of the PostgreSQL on this folder, and not another process's by now. */
async function isPostgresOf(pid: number, data_dir: string): Promise<boolean> {
  if (process.platform !== 'linux') return true
  const folder = await readlink(`/proc/${pid}/cwd`).catch(() => '')
  return folder === join(await realpath(data_dir), 'pg18')
}

export async function isReady(url: string): Promise<boolean> {
  const response = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(2_000) }).catch(() => undefined)
  return response?.ok ?? false
}

/**
 * A port that stays free while nobody listens on it: below those from which the system takes ports for connections, so that
 * a product finds its own again after a kill.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(10_000, 32_000)
    const server = createServer().listen(port, '127.0.0.1')
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    )
    server.close()
    if (isFree) return port
  }
}

/** A fresh user with money, and a client that acts for them. */
export async function createMaker(url: string, credits = 10_000): Promise<Client> {
  const guest = createClient({ base_url: url })
  const email = `maker-${crypto.randomUUID()}@example.org`
  const answer = await guest.POST('/api/v1/auth/register', {
    body: { email, password: 'correct horse battery' },
  })
  if (!('access_token' in answer)) throw new Error('The product wants its users verified')
  const client = createClient({ base_url: url, credential: { access_token: answer.access_token! } })
  await client.POST('/api/v1/me/topup', { body: { amount: credits } })
  return client
}

/** An administrator, and a client that acts for them. */
export async function createAdministrator(product: Product, email = 'operator@example.org'): Promise<Client> {
  const link = await product.command('create-admin', '--email', email)
  const guest = createClient({ base_url: product.url })
  const password = 'correct horse battery'
  await guest.POST('/api/v1/auth/reset-password', {
    body: { token: /#t=(\S+)/.exec(link)![1]!, new_password: password, revoke_api_keys: false },
  })
  const answer = await guest.POST('/api/v1/auth/login', { body: { email, password } })
  if (answer.mfa_required) throw new Error('A new administrator has no second factor')
  return createClient({ base_url: product.url, credential: { access_token: answer.access_token! } })
}

/** A task once it has ended, well or not: within three minutes, which the slowest machine does not need. */
export function waitForEnd(maker: Client, task_id: string): Promise<Schema<'TaskOut'>> {
  return waitForTask(maker, task_id, { timeout_ms: 180_000 })
}

/** A finished video of 480p, the same each time: its task. */
export async function makeVideo(maker: Client, duration_seconds: number): Promise<string> {
  const body = { prompt: 'a red balloon drifts over a calm sea at sunset', duration_seconds, seed: 7 }
  const { task_id } = await maker.POST('/api/v1/video/generate', { body })
  assert.equal((await waitForEnd(maker, task_id)).status, 'completed')
  return task_id
}

/** Asks again until the answer is the wanted one; fails after `within_ms`. */
export async function until<T>(
  ask: () => Promise<T>,
  wanted: (answer: T) => boolean,
  within_ms = 90_000,
): Promise<T> {
  for (const giveUp = performance.now() + within_ms; ; await wait(50)) {
    const answer = await ask()
    if (wanted(answer)) return answer
    if (performance.now() > giveUp) throw new Error(`Still ${JSON.stringify(answer)}`)
  }
}
