import { execFile, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chown, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { patience_ms } from '../until.ts'

/** PostgreSQL refuses root: as root it runs as `nobody`. */
const user = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}

/**
 * A throw-away server from programs that are installed already, for running the tests against another version. Everybody may
 * enter without a password but for the user `locked`, where there is one.
 */
export async function startInstalledPostgres(
  programs: string,
  folder: string,
  /** Settings beside ours, and data that is there already. */
  { more = {}, data = join(folder, 'data') }: { more?: Record<string, string>; data?: string } = {},
) {
  const options = { ...user, cwd: '/', env: { LC_ALL: 'C', TZ: 'UTC', PATH: '/usr/bin:/bin' } }
  const args = ['-D', data, '-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync']
  if (!existsSync(join(data, 'PG_VERSION'))) {
    await mkdir(data)
    if (user.uid !== undefined) {
      await chown(folder, user.uid, user.gid)
      await chown(data, user.uid, user.gid)
    }
    await promisify(execFile)(join(programs, 'initdb'), args, options)
    const rules = join(data, 'pg_hba.conf')
    await writeFile(rules, `local all locked scram-sha-256\n${await readFile(rules, 'utf8')}`)
  }
  const settings = {
    listen_addresses: '',
    unix_socket_directories: folder,
    max_connections: '300',
    fsync: 'off',
    synchronous_commit: 'off',
    ...more,
  }
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const server = spawn(join(programs, 'postgres'), ['-D', data, ...flags], { ...options, stdio: 'ignore' })
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()))
  const connection = (database: string) => ({ host: folder, port: 5432, user: 'postgres', database })

  for (const giveUp = Date.now() + patience_ms; ;) {
    const client = new pg.Client(connection('postgres'))
    client.on('error', () => {})
    try {
      await client.connect()
      await client.end()
      break
    } catch (error) {
      if (Date.now() > giveUp)
        throw new Error(`PostgreSQL from ${programs} does not answer`, { cause: error })
      await wait(50)
    }
  }
  return {
    connection,
    stop: async () => {
      server.kill('SIGINT')
      await ended
    },
  }
}
