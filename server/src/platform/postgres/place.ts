import { createHash } from 'node:crypto'
import { chmod, chown, lstat, mkdir, realpath, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { makeFolder } from '../files/make-folder.ts'
import { ConfigError } from '../setting.ts'

/** Where PostgreSQL's files lie, and as whom it may reach them. */

/** A user that every /etc/passwd has: PostgreSQL refuses root, and any id without an entry there. */
const nobody = 65534

/** Linux allows 107 bytes for a socket's whole path, macOS 103. */
const maxSocketPathBytes = 103

/** Folders for everything we keep when we run as root: one that every user may pass through. */
export const rootDataDir = '/var/lib/clipwright'

export interface User {
  uid: number
  gid: number
}

/** Whom to run PostgreSQL as; undefined when that is ourselves. */
export function serverUser(uid = process.getuid?.()): User | undefined {
  return uid === 0 ? { uid: nobody, gid: nobody } : undefined
}

/** Where data goes when nobody said: as root not into the checkout, which often lies in a closed /root. */
export function defaultDataDir(uid: number | undefined, rootDir: string): string {
  return uid === 0 ? rootDataDir : join(rootDir, 'data')
}

/**
 * Beside the data where that is short enough, else below /tmp: whatever TMPDIR says, so that every process given the
 * same data looks in the same folder. A name that PostgreSQL's list of folders would read as two goes to /tmp as well.
 */
export function socketDirOf(dataDir: string): string {
  const beside = `${dataDir}-socket`
  const short = Buffer.byteLength(`${beside}/.s.PGSQL.5432`) <= maxSocketPathBytes
  if (short && /^[\w./-]+$/.test(beside)) return beside
  return join('/tmp', `clipwright-${createHash('sha256').update(dataDir).digest('hex').slice(0, 16)}`)
}

/**
 * The first folder on the way to `path` that `user` may not pass through; undefined when the way is open. What does
 * not exist yet counts as open. Access lists and capabilities are not looked at.
 */
export async function closedFolder(path: string, user: User): Promise<string | undefined> {
  const real = await realpath(await nearestExisting(path))
  const names = real.split('/').filter(Boolean)
  for (let depth = 0; depth <= names.length; depth++) {
    const folder = `/${names.slice(0, depth).join('/')}`
    if (!mayUse(await stat(folder), user, 1)) return folder
  }
  return undefined
}

/** Whether `user` holds all the `bits` (4 read, 2 write, 1 run or pass through) on a file with this owner and mode. */
export function mayUse(file: { mode: number; uid: number; gid: number }, user: User, bits: number): boolean {
  const shift = file.uid === user.uid ? 6 : file.gid === user.gid ? 3 : 0
  return ((file.mode >> shift) & bits) === bits
}

/**
 * Makes `path` and its parents, for everyone to pass through and only us to list; parents that exist stay as they
 * are, and so does `path`.
 */
export async function makeOpenFolder(path: string): Promise<void> {
  for (const folder of await makeFolder(path, 'DATA_DIR')) await chmod(folder, 0o711)
}

/** Makes a folder that only `user` (or we) may enter. @throws when somebody else put something in its place. */
export async function makePrivateFolder(path: string, user: User | undefined): Promise<void> {
  await mkdir(path, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  const found = await lstat(path)
  const owner = user?.uid ?? process.getuid?.()
  if (user && found.uid === process.getuid?.()) await chown(path, user.uid, user.gid)
  else if (owner !== undefined && found.uid !== owner) {
    throw new ConfigError(
      `DATA_DIR: ${path} belongs to user id ${found.uid}; PostgreSQL runs as ${owner} and needs it for itself`,
    )
  }
  if (!found.isDirectory()) throw new ConfigError(`DATA_DIR: ${path} is in the way: it is no folder`)
  await chmod(path, 0o700)
}

async function nearestExisting(path: string): Promise<string> {
  for (let folder = resolve(path); ; folder = dirname(folder)) {
    const found = await stat(folder).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined
      throw error
    })
    if (found?.isDirectory()) return folder // a file in the way is for the one who makes the folder to find
  }
}
