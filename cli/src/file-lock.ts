import { randomUUID } from 'node:crypto'
import { link, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import { Failure } from './failure.ts'

/** Longer than any work under a lock, which is one request at most. */
const abandoned_ms = 60_000

/** Runs `work` while no other process does, whoever starts last. A lock whose owner died is taken over. */
export async function withLock<T>(path: string, work: () => Promise<T>): Promise<T> {
  const owner = `${hostname()} ${process.pid} ${randomUUID()}`
  await take(path, owner)
  try {
    return await work()
  } finally {
    if ((await read(path)) === owner) await rm(path, { force: true })
  }
}

async function take(path: string, owner: string): Promise<void> {
  const until = performance.now() + 2 * abandoned_ms
  while (!(await create(path, owner))) {
    const found = await read(path)
    if (found !== undefined && (await isAbandoned(path, found))) await remove(path, found)
    if (performance.now() > until) {
      throw new Failure(1, 'locked', `Another clipwright holds ${path}.`, {
        hint: 'If none runs, delete it.',
      })
    }
    await delay(10 + Math.random() * 20)
  }
}

async function create(path: string, owner: string): Promise<boolean> {
  try {
    await writeFile(path, owner, { flag: 'wx', mode: 0o600 })
    return true
  } catch (error) {
    if (isCode(error, 'EEXIST')) return false
    throw error
  }
}

async function isAbandoned(path: string, owner: string): Promise<boolean> {
  const [host, pid] = owner.split(' ')
  if (host === hostname() && pid && !isAlive(Number(pid))) return true
  const found = await stat(path).catch(() => undefined)
  return found !== undefined && Date.now() - found.mtimeMs > abandoned_ms
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return !isCode(error, 'ESRCH')
  }
}

/** Between our look and our hand somebody else may have removed it and taken the lock: theirs is put back. */
async function remove(path: string, found: string): Promise<void> {
  const aside = `${path}.${randomUUID()}`
  try {
    await rename(path, aside)
  } catch (error) {
    if (isCode(error, 'ENOENT')) return
    throw error
  }
  if ((await read(aside)) !== found) await link(aside, path).catch(() => undefined)
  await rm(aside, { force: true })
}

async function read(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (isCode(error, 'ENOENT')) return undefined
    throw error
  }
}

export function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
