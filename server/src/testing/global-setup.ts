import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDb, createPool } from '../platform/db/database.ts'
import { migrate } from '../platform/db/migrate.ts'
import { startEmbeddedPostgres } from '../platform/postgres/embedded.ts'
import { forgetSeenErrors } from './every-route/error-coverage.ts'
import { leash } from './leash.ts'
import { startInstalledPostgres } from './neighbours/installed-postgres.ts'

// One PostgreSQL for a whole run of tests, with a migrated template that every test clones.

const template = 'clipwright_template'
const quiet = { info: () => {}, warn: () => {}, error: () => {} }

let stop = async (): Promise<void> => {}

/** `TEST_POSTGRES_BIN` names a folder with another PostgreSQL's programs; without it the one from npm serves. */
export async function globalSetup(): Promise<void> {
  forgetSeenErrors()
  const folder = await mkdtemp(join(tmpdir(), 'clipwright-test-'))
  leash(folder)
  await chmod(folder, 0o755) // the server's own user may pass, also when this process is root
  const programs = process.env['TEST_POSTGRES_BIN']
  const server = programs
    ? await startInstalledPostgres(programs, folder)
    : await startEmbeddedPostgres({
        data_dir: folder,
        log: quiet,
        fsync: false,
        settings: { max_connections: '300' },
      })
  stop = async () => {
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }

  const admin = createPool({ connection: server.connection('postgres'), pool_size: 1, onError: () => {} })
  await admin.query(`create database ${template}`)
  await admin.end()
  const db = createDb(
    createPool({ connection: server.connection(template), pool_size: 2, onError: () => {} }),
  )
  await migrate(db)
  await db.destroy()
  process.env['TEST_DATABASE'] = JSON.stringify({ connection: server.connection('postgres'), template })
}

export async function globalTeardown(): Promise<void> {
  await stop()
}
