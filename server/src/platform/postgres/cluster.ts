import { execFile } from 'node:child_process'
import { access, chown, mkdtemp, open, readdir, realpath, rename, rm, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { ConfigError } from '../setting.ts'
import { findBinaries } from './binaries.ts'
import {
  closedFolder,
  makeOpenFolder,
  makePrivateFolder,
  rootDataDir,
  serverUser,
  socketDirOf,
  type User,
} from './location.ts'

export interface Log {
  info(fields: object, event: string): void
  warn(fields: object, event: string): void
  error(fields: object, event: string): void
}

/** A database cluster on disk, ready to be served. */
export interface Cluster {
  postgres: string
  /** Real path, as the server reports it. */
  data_dir: string
  socket_dir: string
  log_path: string
  user: User | undefined
  settings: Record<string, string>
}

export interface ClusterOptions {
  data_dir: string
  settings?: Record<string, string>
  fsync?: boolean
}

/** A clean environment: the caller's PGDATA, PGPORT, locale and secrets must not reach PostgreSQL. */
export const serverEnvironment = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }

/** For one small machine that also runs Node: short queries, many connections, nothing in parallel. */
const ourSettings = {
  max_connections: '100',
  shared_buffers: '128MB',
  // Read-ahead workers and replication cost memory and serve nothing here.
  io_method: 'sync',
  max_logical_replication_workers: '0',
  // Parallel queries need /dev/shm, which is 64 MB in most containers.
  max_parallel_workers_per_gather: '0',
  jit: 'off',
  random_page_cost: '1.1',
  synchronous_commit: 'on',
  max_wal_size: '1GB',
  checkpoint_timeout: '15min',
  log_checkpoints: 'off',
  log_line_prefix: '%m [%p] %d ',
  // Error details quote values of rows.
  log_error_verbosity: 'terse',
}

/** For tests: commits are much cheaper, and a crash of the machine loses everything. */
const unsafeSettings = { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off' }

/** A half-made cluster this old was left by a crash. */
const abandonedAfter_ms = 10 * 60_000

/**
 * Finds the programs, and creates the folders and, the first time, the databases. Concurrent callers are safe. @throws when
 * PostgreSQL's user can't reach `data_dir`; the message names the closed folder and the remedy.
 */
export async function prepareCluster(options: ClusterOptions): Promise<Cluster> {
  const user = serverUser()
  const asked = resolve(options.data_dir)
  if (user) await refuseClosed(asked, user)
  await makeOpenFolder(asked)
  const home = await realpath(asked)
  const { initdb, postgres, major } = await findBinaries(user, user ? rootDataDir : home)
  const dataDir = join(home, `pg${major}`)
  const socketDir = socketDirOf(dataDir)
  await makePrivateFolder(socketDir, user)
  if (!(await exists(join(dataDir, 'PG_VERSION')))) await createCluster(initdb, dataDir, user, options.fsync)
  return {
    postgres,
    data_dir: dataDir,
    socket_dir: socketDir,
    log_path: `${dataDir}.log`,
    user,
    settings: {
      ...ourSettings,
      ...(options.fsync === false && unsafeSettings),
      ...options.settings,
      listen_addresses: '',
      unix_socket_directories: socketDir,
      unix_socket_permissions: '0700',
    },
  }
}

async function refuseClosed(dataDir: string, user: User): Promise<void> {
  const closed = await closedFolder(dataDir, user)
  if (closed === undefined) return
  throw new ConfigError(
    `DATA_DIR: PostgreSQL does not run as root, and the user it runs as (id ${user.uid}) may not enter ${closed}. ` +
      `Set DATA_DIR to a folder that everyone may pass through, such as ${rootDataDir}, ` +
      `or open this one: chmod o+x ${closed}`,
  )
}

/** Atomic: initdb works under another name, and a rename publishes the result. */
async function createCluster(
  initdb: string,
  dataDir: string,
  user: User | undefined,
  fsync = true,
): Promise<void> {
  await sweepAbandoned(dataDir)
  const unfinished = await mkdtemp(`${dataDir}.unfinished-`)
  try {
    if (user) await chown(unfinished, user.uid, user.gid)
    const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
    const sync = fsync ? [] : ['--no-sync']
    await promisify(execFile)(
      initdb,
      ['-D', unfinished, '-U', 'postgres', '--auth-local=trust', '--auth-host=reject', ...locale, ...sync],
      { ...user, env: serverEnvironment, cwd: '/', timeout: 120_000, killSignal: 'SIGKILL' },
    )
    await rename(unfinished, dataDir).catch((error: NodeJS.ErrnoException) => {
      // Another process won the race.
      if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error
    })
    await using parent = await open(join(dataDir, '..'))
    await parent.sync()
  } catch (error) {
    throw new ConfigError(`DATA_DIR: the databases in ${dataDir} can't be made: ${explain(error)}`)
  } finally {
    await rm(unfinished, { recursive: true, force: true })
  }
}

async function sweepAbandoned(dataDir: string): Promise<void> {
  const home = join(dataDir, '..')
  for (const name of await readdir(home)) {
    const path = join(home, name)
    if (!path.startsWith(`${dataDir}.unfinished-`)) continue
    const { mtimeMs } = await stat(path)
    if (Date.now() - mtimeMs > abandonedAfter_ms) await rm(path, { recursive: true, force: true })
  }
}

function explain(error: unknown): string {
  const { code, message, stderr } = error as NodeJS.ErrnoException & { stderr?: string }
  if (stderr?.includes('could not look up effective user ID')) {
    return (
      'PostgreSQL wants its user to have an entry in /etc/passwd, and this one has none. ' +
      'Run as another user, or set DATABASE_URL to a PostgreSQL server of your own.'
    )
  }
  if (code === 'ENOENT') {
    return 'its programs do not run here (they need glibc 2.27 or later). Set DATABASE_URL to a server of your own.'
  }
  return stderr?.trim() || message
}

const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  )
