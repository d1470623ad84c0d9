import { randomUUID } from 'node:crypto'
import { readdir, rm, stat } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'

/**
 * After this long nobody is still writing, on whichever machine, and what is there is removed: so a writer that stood still for
 * longer has nothing left to go on with.
 */
export const abandonedAfter_ms = 24 * 60 * 60_000

/** A new name in a folder of files that are being written. It tells whose it is. */
export function draftIn(folder: string): string {
  return join(folder, `${hostname()}.${process.pid}.${randomUUID()}`)
}

/** Removes files of writers of this machine that are gone, and files so old that nobody can still be at them. */
export async function sweepDrafts(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    const [pid, host] = [Number(name.split('.').at(-2)), name.split('.').slice(0, -2).join('.')]
    const found = await stat(path).catch(() => undefined) // gone meanwhile
    if (!found) continue
    const isAbandoned = Date.now() - found.mtimeMs > abandonedAfter_ms
    const isOrphan = host === hostname() && !isRunning(pid)
    if (isAbandoned || isOrphan) await rm(path, { force: true })
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
