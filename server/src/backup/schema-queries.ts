import { sql } from 'kysely'
import type { Db } from '../platform/db/database.ts'

// What PostgreSQL knows of our tables. Their names come from migrations, and are quoted by PostgreSQL where they go into a statement.

/** Kysely's own: a restore makes them anew. */
const notCopied = sql.lit(['kysely_migration', 'kysely_migration_lock'].join(','))
const ours = sql`class.relnamespace = current_schema()::regnamespace`

export interface Table {
  name: string
  /** Those that are written; PostgreSQL computes the others. */
  columns: string[]
}

/** Tables whose rows are kept: without unlogged ones, and of partitioned ones the whole. */
export async function listTables(db: Db): Promise<Table[]> {
  const { rows } = await sql<Table>`
    select class.relname as name, array_agg(quote_ident(attribute.attname) order by attribute.attnum) as columns
      from pg_class as class
      join pg_attribute as attribute on attribute.attrelid = class.oid and attribute.attnum > 0
       and not attribute.attisdropped and attribute.attgenerated = ''
     where ${ours} and class.relkind in ('r', 'p') and not class.relispartition and class.relpersistence = 'p'
       and class.relname <> all (string_to_array(${notCopied}, ','))
     group by class.relname order by class.relname collate "C"`.execute(db)
  return rows
}

/** Nobody changes a table's columns until the transaction ends; rows may change. */
export async function keepTables(db: Db, tables: readonly Table[]): Promise<void> {
  await sql`lock table ${sql.join(tables.map(({ name }) => sql.id(name)))} in access share mode`.execute(db)
}

export interface Partition {
  name: string
  parent: string
  bound: string
}

export async function listPartitions(db: Db): Promise<Partition[]> {
  const { rows } = await sql<Partition>`
    select class.relname as name, parent.relname as parent, pg_get_expr(class.relpartbound, class.oid) as bound
      from pg_class as class
      join pg_inherits as inherits on inherits.inhrelid = class.oid
      join pg_class as parent on parent.oid = inherits.inhparent
     where ${ours} and class.relispartition and class.relkind = 'r' order by class.relname`.execute(db)
  return rows
}

/** Partitions come with time; those that the migrations did not make are made now. */
export async function makePartitions(db: Db, partitions: readonly Partition[]): Promise<void> {
  const there = new Set((await listPartitions(db)).map(({ name }) => name))
  for (const { name, parent, bound } of partitions)
    if (!there.has(name))
      await sql`create table ${sql.id(name)} partition of ${sql.id(parent)} ${sql.raw(bound)}`.execute(db)
}

export interface Sequence {
  name: string
  last_value: number
}

export async function listSequences(db: Db): Promise<Sequence[]> {
  const { rows } = await sql<Sequence>`
    select sequencename as name, last_value from pg_sequences
     where schemaname = current_schema() and last_value is not null order by sequencename`.execute(db)
  return rows
}

export async function setSequence(db: Db, { name, last_value }: Sequence): Promise<void> {
  await sql`select setval(quote_ident(${name})::regclass, ${last_value})`.execute(db)
}

export interface Moment {
  taken_at: Date
  snapshot: string
  postgres: string
}

export async function readMoment(db: Db): Promise<Moment> {
  const { rows } = await sql<Moment>`
    select now() as taken_at, pg_current_snapshot()::text as snapshot, current_setting('server_version') as postgres`.execute(
    db,
  )
  return rows[0]!
}

/** Whatever is in the schema: tables, views, sequences. */
export async function countRelations(
  db: Db,
): Promise<{ relations: number; example: string | null; database: string }> {
  const { rows } = await sql<{ relations: number; example: string | null; database: string }>`
    select count(*) as relations, min(class.relname) filter (where class.relkind = 'r') as example,
           current_database() as database
      from pg_class as class where ${ours} and class.relkind in ('r', 'p', 'v', 'm', 'S', 'f')`.execute(db)
  return rows[0]!
}

/**
 * Takes away what slows the loading of rows or acts on it: triggers, foreign keys, and indexes that are no rule. Returns the
 * statements that bring them back; an index of a partitioned table goes and comes with those of its partitions.
 */
export async function strip(db: Db): Promise<string[]> {
  const { rows } = await sql<{ off: string; on: string }>`
    select format('alter table %s disable trigger user', class.oid::regclass) as off,
           format('alter table %s enable trigger user', class.oid::regclass) as on, 1 as place
      from pg_class as class where ${ours} and class.relkind in ('r', 'p') and class.relhastriggers
    union all
    select format('alter table %s drop constraint %I', conrelid::regclass, conname),
           format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(key.oid)), 2
      from pg_constraint as key join pg_class as class on class.oid = key.conrelid
     where ${ours} and key.contype = 'f' and key.conparentid = 0
    union all
    select format('drop index %s', index.indexrelid::regclass), replace(pg_get_indexdef(index.indexrelid), ' ON ONLY ', ' ON '), 3
      from pg_index as index join pg_class as class on class.oid = index.indrelid
     where ${ours} and class.relpersistence = 'p'
       and not exists (select from pg_constraint where conindid = index.indexrelid)
       and not exists (select from pg_inherits where inhrelid = index.indexrelid)
     order by place`.execute(db)
  for (const { off } of rows) await sql.raw(off).execute(db)
  // Indexes before the foreign keys that read them, triggers last: making a foreign key fires none.
  return rows.map(({ on }) => on).toReversed()
}

export async function restoreAll(db: Db, statements: readonly string[]): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

export async function emptyTables(db: Db, tables: readonly Table[]): Promise<void> {
  await sql`truncate ${sql.join(tables.map(({ name }) => sql.id(name)))}`.execute(db)
}

export async function analyze(db: Db): Promise<void> {
  await sql`analyze`.execute(db)
}

const oneBackup = 7_402_114

/** One backup of a database at a time; whoever dies lets go. False where another one is running. */
export async function isOnlyBackup(db: Db): Promise<boolean> {
  const { rows } = await sql<{
    isOnly: boolean
  }>`select pg_try_advisory_lock(${oneBackup}) as "isOnly"`.execute(db)
  return rows[0]!.isOnly
}
