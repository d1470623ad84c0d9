import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chown, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { until } from '../lib/product.ts'
import { installedPrograms } from '../lib/own-postgres.ts'
import { type Line, openLine } from '../lib/line.ts'
// A test tool, no part of the product.
import { leash } from '../../server/src/testing/leash.ts'

const run = promisify(execFile)
/** PostgreSQL refuses root: as root it runs as `nobody`. */
const user = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}
const as = { ...user, cwd: '/', env: { LC_ALL: 'C', TZ: 'UTC', PATH: '/usr/bin:/bin' } }

/** A primary and a standby that confirms every commit, at one address, as a manager of clusters gives it. */
export interface ReplicatedPostgres extends AsyncDisposable {
  /** The address: of whoever is the primary. */
  url: string
  /** SQL at that address. */
  ask<Row>(text: string, values?: unknown[]): Promise<Row[]>
  /** The primary dies without a word. The address is dead until the standby is promoted. */
  killPrimary(): Promise<void>
  /** Makes the standby the primary and gives it the address: what Patroni and CloudNativePG do once they miss the primary. */
  promote(): Promise<void>
}

export async function openReplicatedPostgres(): Promise<ReplicatedPostgres> {
  await using resources = new AsyncDisposableStack()
  const folder = await mkdtemp(join(tmpdir(), 'clipwright-replicated-'))
  resources.defer(() => rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }))
  leash(folder)
  const programs = installedPrograms()
  const [first, second, shared] = ['first', 'second', 'address'].map((name) => join(folder, name))
  for (const path of [folder, first!, second!, shared!]) {
    await mkdir(path, { recursive: true })
    if (user.uid !== undefined) await chown(path, user.uid, user.gid)
  }
  const start = async (of: string, settings: Record<string, string>): Promise<ChildProcess> => {
    const all = { listen_addresses: '', unix_socket_directories: of, max_connections: '200', ...settings }
    const flags = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
    const server = spawn(join(programs, 'postgres'), ['-D', join(of, 'data'), ...flags], {
      ...as,
      stdio: 'ignore',
    })
    resources.defer(async () => {
      if (server.exitCode !== null || server.signalCode !== null) return
      const ended = once(server, 'exit')
      server.kill('SIGQUIT')
      await ended
    })
    await until(() => answers(of), Boolean)
    return server
  }
  const initdb = ['-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--locale=C']
  await run(join(programs, 'initdb'), ['-D', join(first!, 'data'), ...initdb], as)
  const primary = await start(first!, {})
  await query(first!, "select pg_create_physical_replication_slot('standby')")
  const copy = [
    '-D',
    join(second!, 'data'),
    '-h',
    first!,
    '-U',
    'postgres',
    '-R',
    '-S',
    'standby',
    '-c',
    'fast',
  ]
  await run(join(programs, 'pg_basebackup'), copy, as)
  await start(second!, {})
  // From here on a commit is told to nobody before the standby has it.
  await query(first!, "alter system set synchronous_standby_names = '*'")
  await query(first!, 'select pg_reload_conf()')
  await until(
    () => query<{ sync_state: string }>(first!, 'select sync_state from pg_stat_replication'),
    ([standby]) => standby?.sync_state === 'sync',
  )

  let holder = first!
  const at = async () => ({ path: join(holder, '.s.PGSQL.5432') })
  const line: Line = resources.use(await openLine(at, join(shared!, '.s.PGSQL.5432')))
  const owned = resources.move()
  return {
    url: `postgresql://postgres@/postgres?host=${encodeURIComponent(shared!)}`,
    ask: async <Row>(text: string, values: unknown[] = []) => query<Row>(shared!, text, values),
    killPrimary: async () => {
      const ended = once(primary, 'exit')
      line.cut()
      primary.kill('SIGKILL')
      await ended
    },
    promote: async () => {
      await run(join(programs, 'pg_ctl'), ['promote', '-w', '-D', join(second!, 'data')], as)
      holder = second!
      line.mend()
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

async function query<Row>(host: string, text: string, values: unknown[] = []): Promise<Row[]> {
  for (const giveUp = performance.now() + 60_000; ; await wait(100)) {
    const client = new pg.Client({ host, user: 'postgres', database: 'postgres', query_timeout: 10_000 })
    client.on('error', () => {})
    try {
      await client.connect()
      return (await client.query(text, values)).rows as Row[]
    } catch (error) {
      if (performance.now() > giveUp) throw error
    } finally {
      void client.end().catch(() => {})
    }
  }
}

async function answers(host: string): Promise<boolean> {
  const client = new pg.Client({ host, user: 'postgres', database: 'postgres' })
  client.on('error', () => {})
  return client.connect().then(
    () => client.end().then(() => true),
    () => false,
  )
}
