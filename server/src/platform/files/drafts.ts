import { randomUUID } from 'node:crypto'
import { readdir, rm, stat } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'

/**
 * After this long a draft counts as abandoned on every machine and is removed; a writer that was suspended for longer fails.
 */
export const abandonedAfter_ms = 24 * 60 * 60_000

/** A unique path for a file that is being written. The name tells host and process. */
export function draftIn(folder: string): string {
  return join(folder, `${hostname()}.${process.pid}.${randomUUID()}`)
}

/** Removes drafts of this machine's dead processes, and abandoned ones. */
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
