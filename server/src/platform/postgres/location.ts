import { createHash } from 'node:crypto'
import { chmod, chown, lstat, mkdir, realpath, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { makeFolder } from '../files/make-folder.ts'
import { ConfigError } from '../setting.ts'

/** Where PostgreSQL's files are, and which user may reach them. */

/** A user in every /etc/passwd: PostgreSQL refuses root, and ids without an entry. */
const nobody = 65534

/** Linux allows 107 bytes for a socket's path, macOS 103. */
const maxSocketPathBytes = 103

/** The data folder when we run as root; every user may traverse its parents. */
export const rootDataDir = '/var/lib/clipwright'

export interface User {
  uid: number
  gid: number
}

/** The user to run PostgreSQL as; undefined for our own. */
export function serverUser(uid = process.getuid?.()): User | undefined {
  return uid === 0 ? { uid: nobody, gid: nobody } : undefined
}

/** The default data folder: as root outside the checkout, which is often in a closed /root. */
export function defaultDataDir(uid: number | undefined, rootDir: string): string {
  return uid === 0 ? rootDataDir : join(rootDir, 'data')
}

/**
 * The socket's folder: beside the data where the path is short enough, else below /tmp, whatever TMPDIR is, so that all
 * processes agree. A name that PostgreSQL would split into two folders goes to /tmp as well.
 */
export function socketDirOf(dataDir: string): string {
  const beside = `${dataDir}-socket`
  const short = Buffer.byteLength(`${beside}/.s.PGSQL.5432`) <= maxSocketPathBytes
  if (short && /^[\w./-]+$/.test(beside)) return beside
  return join('/tmp', `clipwright-${createHash('sha256').update(dataDir).digest('hex').slice(0, 16)}`)
}

/**
 * The first folder on the way to `path` that `user` may not traverse; undefined when there is none. Missing folders count as
 * open; access lists and capabilities are ignored.
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

/** Whether `user` has all the permission `bits` (4 read, 2 write, 1 execute or traverse) on a file with this owner and mode. */
export function mayUse(file: { mode: number; uid: number; gid: number }, user: User, bits: number): boolean {
  const shift = file.uid === user.uid ? 6 : file.gid === user.gid ? 3 : 0
  return ((file.mode >> shift) & bits) === bits
}

/** Creates `path` and its missing parents, for everyone to traverse and only us to list; existing ones stay as they are. */
export async function makeOpenFolder(path: string): Promise<void> {
  for (const folder of await makeFolder(path, 'DATA_DIR')) await chmod(folder, 0o711)
}

/** Creates a folder that only `user` (or we) may enter. @throws when somebody else put something in its place. */
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
    if (found?.isDirectory()) return folder // creating the folder reports a file in the way
  }
}
