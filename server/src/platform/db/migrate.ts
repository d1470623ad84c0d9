import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { ConfigError } from '../setting.ts'

const folder = join(import.meta.dirname, '../../../migrations')

/**
 * Runs the SQL files of `server/migrations` that this database has not seen, in order of their names. Safe to call from
 * several processes at once: one migrates, the others wait. Returns the names that ran.
 * @throws ConfigError when the database has seen a migration that this program lacks, or its user may not make tables.
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
 * The migrations that this database has not seen. Changes nothing.
 * @throws ConfigError when it has seen one that this program does not know: the database is newer, or of a version that was
 * never released.
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
  // Migrations only go forward: whatever is newer has had all of ours.
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
