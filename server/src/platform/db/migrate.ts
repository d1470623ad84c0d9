import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { ConfigError } from '../setting.ts'

const folder = join(import.meta.dirname, '../../../migrations')

/**
 * Runs the pending SQL files of `server/migrations` in the order of their names. Concurrent callers are safe: one migrates,
 * the others wait. Returns the names it ran. @throws ConfigError when the database has a migration that this program lacks,
 * or its user may not create tables.
 */
export async function migrate<T>(db: Kysely<T>): Promise<string[]> {
  await findDueMigrations(db)
  const migrator = new Migrator({ db: db as Kysely<unknown>, provider: { getMigrations: readMigrations } })
  const { error, results } = await migrator.migrateToLatest()
  if ((error as { code?: string } | undefined)?.code === mayNot)
    throw new ConfigError(
      `The database's user may not make tables: ${(error as Error).message}. Give it the database: alter database … owner to …`,
    )
  if (error) throw new Error('A migration failed', { cause: error })
  return (results ?? []).map((result) => result.migrationName)
}

const mayNot = '42501' // insufficient_privilege

/**
 * Lists the pending migrations and changes nothing. @throws ConfigError when the database has one that this program does not
 * know: it is newer, or of an unreleased version.
 */
export async function findDueMigrations<T>(db: Kysely<T>): Promise<string[]> {
  const known = Object.keys(await readMigrations())
  const { rows: tables } = await sql<{ exists: boolean }>`
    select to_regclass('kysely_migration') is not null as exists`.execute(db)
  if (!tables[0]!.exists) return known
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
  const seen = new Set(rows.map(({ name }) => name))
  const due = known.filter((name) => !seen.has(name))
  const unknown = [...seen].filter((name) => !known.includes(name))
  if (unknown.length > 0 && due.length === 0)
    throw new ConfigError(
      `The database is newer than this program: it has had the migration ${unknown.at(-1)}, which this version does not have. Start the newer version, or put back a backup from before.`,
    )
  // Migrations only go forward: a newer database has all of ours.
  if (unknown.length > 0)
    throw new ConfigError(
      `The database was made by a version that was never released: it has had the migration ${unknown.at(-1)}, which this program does not have, and lacks ${due[0]}. It can't be brought up to date; start with an empty database.`,
    )
  return due
}

async function readMigrations(): Promise<Record<string, Migration>> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).toSorted()
  const entries = files.map(async (file): Promise<[string, Migration]> => {
    const text = await readFile(join(folder, file), 'utf8')
    return [file.replace('.sql', ''), { up: async (db) => void (await sql.raw(text).execute(db)) }]
  })
  return Object.fromEntries(await Promise.all(entries))
}
