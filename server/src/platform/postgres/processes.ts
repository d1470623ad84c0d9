import { execFile } from 'node:child_process'
import { readdir, readFile, readlink } from 'node:fs/promises'
import { basename } from 'node:path'
import { promisify } from 'node:util'

/** What the operating system knows about server processes. A process id alone proves nothing, since ids are reused. */

/** Whether a process has the id, be it a zombie that a careless init never reaps. */
export function isTaken(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** False for a zombie. */
export async function isAlive(pid: number): Promise<boolean> {
  return isTaken(pid) && (await statusOf(pid))?.state !== 'Z'
}

/**
 * Whether `pid` is a server on exactly this data: PostgreSQL's working directory is its data. Without /proc (macOS) any
 * program called postgres counts, and the caller has to ask it.
 */
export async function isServerOf(pid: number, dataDir: string): Promise<boolean> {
  if (!(await isAlive(pid))) return false
  if (process.platform !== 'linux') return basename(await commandOf(pid)) === 'postgres'
  const [program, folder] = await Promise.all([link(`/proc/${pid}/exe`), link(`/proc/${pid}/cwd`)])
  // After an upgrade removed the running program it reads `postgres (deleted)`.
  return folder === dataDir && /\/postgres(?: \(deleted\))?$/.test(program)
}

/** Backends on this data that outlived their postmaster; idle ones exit by themselves. */
export async function orphansOf(dataDir: string): Promise<number[]> {
  if (process.platform !== 'linux') return []
  const orphans: number[] = []
  for (const name of await readdir('/proc')) {
    const pid = Number(name)
    if (!Number.isInteger(pid) || !(await isServerOf(pid, dataDir))) continue
    const title = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
    const parent = (await statusOf(pid))?.parent
    if (title.startsWith('postgres: ') && parent !== undefined && !(await isServerOf(parent, dataDir))) {
      orphans.push(pid)
    }
  }
  return orphans
}

async function statusOf(pid: number): Promise<{ state: string; parent: number } | undefined> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  // The second field, the name in brackets, may contain brackets and spaces.
  const [state, parent] = text.slice(text.lastIndexOf(')') + 2).split(' ')
  return state && parent ? { state, parent: Number(parent) } : undefined
}

async function commandOf(pid: number): Promise<string> {
  const { stdout } = await promisify(execFile)('ps', ['-o', 'comm=', '-p', String(pid)]).catch(() => ({
    stdout: '',
  }))
  return stdout.trim()
}

const link = (path: string) => readlink(path).catch(() => '')
