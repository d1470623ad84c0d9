import { randomUUID } from 'node:crypto'
import { link, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Failure } from './failure.ts'

/** Longer than any work under a lock, which includes at most one request. */
const abandoned_ms = 60_000

/**
 * Runs `work` under a lock between processes. Takes over a lock whose owner has died. @throws Failure `locked` after two
 * minutes.
 */
export async function withLock<T>(path: string, work: () => Promise<T>): Promise<T> {
  const owner = `${hostname()} ${process.pid} ${randomUUID()}`
  await acquire(path, owner)
  try {
    return await work()
  } finally {
    if ((await read(path)) === owner) await rm(path, { force: true })
  }
}

/**
 * Runs `work`, which may take days, under a lock that others do not wait for. @throws Failure `locked` at once while another
 * process is at it.
 */
export async function withLongLock<T>(path: string, work: () => Promise<T>): Promise<T> {
  const owner = `${hostname()} ${process.pid} ${randomUUID()}`
  await acquire(path, owner, 0)
  const alive = setInterval(() => {
    const now = new Date()
    void utimes(path, now, now).catch(() => undefined) // somebody has removed it; the work does not end for that
  }, abandoned_ms / 4)
  try {
    return await work()
  } finally {
    clearInterval(alive)
    if ((await read(path)) === owner) await rm(path, { force: true })
  }
}

async function acquire(path: string, owner: string, patience_ms = 2 * abandoned_ms): Promise<void> {
  const until = performance.now() + patience_ms
  while (!(await tryCreate(path, owner))) {
    const found = await read(path)
    if (found !== undefined && (await isAbandoned(path, found))) {
      await removeAbandoned(path, found)
    } else if (found !== undefined && performance.now() > until) {
      throw new Failure(1, 'locked', `Another clipwright holds ${path}.`, {
        hint: 'If none runs, delete it.',
      })
    }
    await delay(10 + Math.random() * 20)
  }
  await removeLeftOvers(path)
}

/** Makes the lock with its owner in it, in one piece: one without, from a process that was killed, would be nobody's to remove. */
async function tryCreate(path: string, owner: string): Promise<boolean> {
  const made = `${path}.new-${randomUUID()}`
  await writeFile(made, owner, { flag: 'wx', mode: 0o600 })
  try {
    await link(made, path)
    return true
  } catch (error) {
    // ENOENT: whoever has taken the lock meanwhile has tidied up.
    if (isCode(error, 'EEXIST') || isCode(error, 'ENOENT')) return false
    return await createWithoutLink(path, owner)
  } finally {
    await rm(made, { force: true })
  }
}

/** For a file system without links (FAT), which has nothing better. */
async function createWithoutLink(path: string, owner: string): Promise<boolean> {
  try {
    await writeFile(path, owner, { flag: 'wx', mode: 0o600 })
    return true
  } catch (error) {
    if (isCode(error, 'EEXIST')) return false
    throw error
  }
}

/** Removes what processes have left that were killed while they took the lock. */
async function removeLeftOvers(path: string): Promise<void> {
  const isOurs = (name: string) => name.startsWith(`${basename(path)}.new-`)
  const names = (await readdir(dirname(path))).filter(isOurs)
  await Promise.all(names.map((name) => rm(join(dirname(path), name), { force: true })))
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

/** Removes an abandoned lock. If another process has replaced it meanwhile, puts that process's lock back. */
async function removeAbandoned(path: string, found: string): Promise<void> {
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
