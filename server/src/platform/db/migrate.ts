import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { ConfigError } from '../setting.ts'

const folder = join(import.meta.dirname, '../../../migrations')

/** How long one try waits for a table: whoever waits for all of it holds up everybody who comes after. */
const lockTimeout_ms = 2_000
/** How long a migration is tried again, while others always hold what it needs. */
const tryFor_ms = 600_000
const pause_ms = 1_000

/**
 * Runs the pending SQL files of `server/migrations` in the order of their names, each in a transaction of its own, so that no table
 * is locked for longer than its own change takes; one that ends in `.concurrent.sql` runs outside of any, one statement after the
 * other. Servers may go on meanwhile. Concurrent callers are safe: one migrates, the others wait. Returns the names it ran. Needs
 * two connections. @throws ConfigError when the database has a migration that this program lacks, or its user may not create tables.
 */
export async function migrate<T>(db: Kysely<T>): Promise<string[]> {
  if ((await findDueMigrations(db)).length === 0) return []
  return db.connection().execute(async (lock) => {
    await sql`select pg_advisory_lock(${migrationLock})`.execute(lock)
    try {
      const files = await readMigrations()
      const due = await findDueMigrations(db) // another may have been first
      for (const name of due) await runNext(db, files, name)
      return due
    } finally {
      await sql`select pg_advisory_unlock(${migrationLock})`.execute(lock)
    }
  })
}

/** Of ours alone; Kysely has one of its own. */
const migrationLock = 7_402_113

/** Runs the first pending migration, whose name is `next`, again while it does not get its tables in time. */
async function runNext<T>(db: Kysely<T>, files: Record<string, File>, next: string): Promise<void> {
  const giveUp_at = performance.now() + tryFor_ms
  const migrator = new Migrator({
    db: db as Kysely<unknown>,
    provider: { getMigrations: async () => files },
    disableTransactions: files[next]!.isConcurrent,
  })
  for (;;) {
    const { error } = await migrator.migrateUp()
    if (error === undefined) return
    const { code, message } = error as { code?: string; message: string }
    if (code === mayNot)
      throw new ConfigError(
        `The database's user may not make tables: ${message}. Give it the database: alter database … owner to …`,
      )
    if (code !== lockNotAvailable || performance.now() > giveUp_at)
      throw new Error(`The migration ${next} failed`, { cause: error })
    await setTimeout(pause_ms)
  }
}

const lockNotAvailable = '55P03'
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
  if (unknown.length > 0 && due.length === 0) {
    if ((await oldestProgram(db)) <= known.at(-1)!) return [] // what came since does not disturb this program
    throw new ConfigError(
      `The database is newer than this program: it has had the migration ${unknown.at(-1)}, which this version does not have. Start the newer version, or put back a backup from before.`,
    )
  }
  // Migrations only go forward: a newer database has all of ours.
  if (unknown.length > 0)
    throw new ConfigError(
      `The database was made by a version that was never released: it has had the migration ${unknown.at(-1)}, which this program does not have, and lacks ${due[0]}. It can't be brought up to date; start with an empty database.`,
    )
  return due
}

/** The migrations that a database has had. */
export async function listMigrations<T>(db: Kysely<T>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
  return rows.map(({ name }) => name)
}

/** The migration that a program must know at least; before there was such a mark, the last one that the database has had. */
async function oldestProgram<T>(db: Kysely<T>): Promise<string> {
  const { rows: tables } = await sql<{ exists: boolean }>`
    select to_regclass('oldest_program') is not null as exists`.execute(db)
  const { rows } = tables[0]!.exists
    ? await sql<{ name: string }>`select migration as name from oldest_program`.execute(db)
    : await sql<{ name: string }>`select max(name) as name from kysely_migration`.execute(db)
  return rows[0]!.name
}

/**
 * Makes the schema as it was after these migrations, in an empty database and within the caller's transaction, so that all of it is
 * there or nothing. Returns those that this program would run next. @throws ConfigError when it does not know one of them.
 */
export async function makeSchema<T>(db: Kysely<T>, names: readonly string[]): Promise<string[]> {
  const files = await readMigrations()
  const unknown = names.find((name) => !(name in files))
  if (unknown !== undefined)
    throw new ConfigError(
      `This program does not know the migration ${unknown}: it is older than the one that used the database. Start the newer version.`,
    )
  // As Kysely makes them, which finds them there.
  await sql`create table kysely_migration (name varchar(255) primary key, timestamp varchar(255) not null)`.execute(
    db,
  )
  await sql`
    create table kysely_migration_lock (id varchar(255) primary key, is_locked integer not null default 0)`.execute(
    db,
  )
  await runInTransaction(db, names)
  return Object.keys(files).filter((name) => !names.includes(name))
}

/** Runs migrations in the caller's transaction, on a database that nobody else uses: an index need not be made beside others. */
export async function runInTransaction<T>(db: Kysely<T>, names: readonly string[]): Promise<void> {
  const files = await readMigrations()
  for (const name of names) {
    for (const statement of files[name]!.statements)
      await sql
        .raw(files[name]!.isConcurrent ? statement.replaceAll(/\bconcurrently\b/gi, '') : statement)
        .execute(db)
    const timestamp = new Date().toISOString()
    await sql`insert into kysely_migration (name, timestamp) values (${name}, ${timestamp})`.execute(db)
  }
}

interface File extends Migration {
  isConcurrent: boolean
  statements: string[]
}

async function readMigrations(): Promise<Record<string, File>> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).toSorted()
  const entries = files.map(async (file): Promise<[string, File]> => {
    const text = await readFile(join(folder, file), 'utf8')
    const isConcurrent = file.endsWith('.concurrent.sql')
    // Several statements at once would be one transaction.
    const statements = isConcurrent ? text.split(/;\s*$/m).filter((part) => part.trim() !== '') : [text]
    const up = async (db: Kysely<unknown>): Promise<void> => {
      if (!isConcurrent) await sql`set local lock_timeout = ${sql.lit(lockTimeout_ms)}`.execute(db)
      for (const statement of statements) await sql.raw(statement).execute(db)
    }
    return [file.replace(/(\.concurrent)?\.sql$/, ''), { up, isConcurrent, statements }]
  })
  return Object.fromEntries(await Promise.all(entries))
}
