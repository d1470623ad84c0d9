import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '../../acceptance/lib/product.ts'
import { call } from '../lib/account.ts'
import type { Service } from '../lib/load.ts'
import type { Target } from '../lib/server.ts'

export interface Twin extends AsyncDisposable, Service {
  url: string
  /** One with money, and as many ended tasks. */
  createUser(tasks?: number): Promise<{ headers: { authorization: string } }>
}

const folder = import.meta.dirname
/** Kept between runs; ignored by git. */
const environment = join(folder, '.cache/python')

/** The twin on the PostgreSQL of the server beside it; null where there is no Python for it. */
export async function startTwin(target: Target): Promise<Twin | null> {
  if (!installPackages()) return null
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const child = spawn(
    join(environment, 'bin/uvicorn'),
    ['twin:app', '--port', String(port), '--log-level', 'warning', '--no-access-log'],
    {
      cwd: folder,
      env: { ...process.env, TWIN_DATABASE: target.database_url, PYTHONDONTWRITEBYTECODE: '1' },
      stdio: ['ignore', 'inherit', 'inherit'],
    },
  )
  const ended = once(child, 'exit')
  await untilReady(`${url}/select`, () => child.exitCode !== null)
  return {
    url,
    pid: child.pid!,
    database_under: target.pid,
    createUser: async (tasks = 0) => {
      const { token } = await call(`${url}/users?tasks=${tasks}`, { body: {} })
      return { headers: { authorization: `Bearer ${token as string}` } }
    },
    [Symbol.asyncDispose]: async () => {
      child.kill()
      await ended
    },
  }
}

/** False when Python, its `venv` or the packages cannot be had. */
function installPackages(): boolean {
  const requirements = join(folder, 'requirements.txt')
  try {
    if (!existsSync(environment)) execFileSync('python3', ['-m', 'venv', environment])
    execFileSync(join(environment, 'bin/pip'), ['install', '--quiet', '--requirement', requirements])
    return true
  } catch {
    return false // they have said why
  }
}

const patience_ms = 30_000

async function untilReady(url: string, hasEnded: () => boolean): Promise<void> {
  const giveUpAt = Date.now() + patience_ms
  while (!hasEnded() && Date.now() < giveUpAt) {
    const ready = await fetch(url).then(
      ({ ok }) => ok,
      () => false,
    )
    if (ready) return
    await wait(100)
  }
  throw new Error('The twin does not answer')
}
