import { execFile } from 'node:child_process'
import { readdir, readFile, readlink } from 'node:fs/promises'
import { basename } from 'node:path'
import { promisify } from 'node:util'

/** What the operating system knows of server processes. A process id alone proves nothing: ids are used again. */

/** Whether the id is taken, if only by a process that ended and that nobody collects (a careless init never does). */
export function isTaken(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** False for a process that ended and waits to be collected. */
export async function isAlive(pid: number): Promise<boolean> {
  return isTaken(pid) && (await statusOf(pid))?.state !== 'Z'
}

/**
 * Whether `pid` is a server on exactly this data: every PostgreSQL process makes its data its working folder. Without
 * /proc (macOS) any program called postgres counts, and the caller has to ask it.
 */
export async function isServerOf(pid: number, dataDir: string): Promise<boolean> {
  if (!(await isAlive(pid))) return false
  if (process.platform !== 'linux') return basename(await commandOf(pid)) === 'postgres'
  const [program, folder] = await Promise.all([link(`/proc/${pid}/exe`), link(`/proc/${pid}/cwd`)])
  // An upgrade removes the program's file under a running server: then it reads `postgres (deleted)`.
  return folder === dataDir && /\/postgres(?: \(deleted\))?$/.test(program)
}

/** Server processes on this data that outlived their postmaster; they leave by themselves unless they are busy. */
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
  // The second field is the name in brackets and may itself hold brackets and spaces.
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
