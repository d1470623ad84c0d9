import { sql } from 'kysely'
import type { Db } from '../platform/db/database.ts'

// What PostgreSQL tells of itself. What only its superusers see is null for others, and then not judged.

export interface ServerFacts {
  version: string
  settings: Record<string, string>
  /** Connections for users like ours. */
  max_connections: number
  used_connections: number
  database: string
  encoding: string
  size_bytes: number
  collation_was: string | null
  collation_is: string | null
  transactions_age: number
  archived_failed: number
  archive_failed_at: Date | null
  archive_is_failing: boolean
  now_ms: number
}

const judged = [
  'autovacuum',
  'fsync',
  'full_page_writes',
  'idle_in_transaction_session_timeout',
  'lock_timeout',
  'shared_buffers',
  'statement_timeout',
  'synchronous_commit',
  'track_counts',
  'wal_level',
]

export async function readServer(db: Db): Promise<ServerFacts> {
  const { rows } = await sql<ServerFacts>`
    select current_setting('server_version') as version,
           (select json_object_agg(name, case when unit is null then setting else current_setting(name) end)
              from pg_settings where name = any(${judged})) as settings,
           current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
             - coalesce(current_setting('reserved_connections', true)::int, 0) as max_connections,
           (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as used_connections,
           current_database() as database, pg_encoding_to_char(base.encoding) as encoding,
           pg_database_size(base.oid) as size_bytes,
           base.datcollversion as collation_was, pg_database_collation_actual_version(base.oid) as collation_is,
           age(base.datfrozenxid) as transactions_age,
           archiver.failed_count as archived_failed, archiver.last_failed_time as archive_failed_at,
           coalesce(archiver.last_failed_time > archiver.last_archived_time, archiver.last_failed_time is not null)
             as archive_is_failing,
           extract(epoch from clock_timestamp()) * 1000 as now_ms
      from pg_database as base, pg_stat_archiver as archiver where base.datname = current_database()`.execute(
    db,
  )
  return rows[0]!
}

/** In bytes, of a setting that PostgreSQL tells with a unit. */
export async function sizeOf(db: Db, setting: string): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select pg_size_bytes(current_setting(${setting})) as bytes`.execute(db)
  return rows[0]!.bytes
}

/** Of what a user has set for this database: behind a pooler our own settings of a session do not hold. */
export async function readSessionLimits(db: Db): Promise<Record<string, string>> {
  const { rows } = await sql<{ name: string; reset_val: string }>`
    select name, reset_val from pg_settings
     where name in ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout')`.execute(db)
  return Object.fromEntries(rows.map(({ name, reset_val }) => [name, reset_val]))
}

export interface TableFacts {
  table: string
  live: number
  dead: number
  is_analyzed: boolean
}

export async function readTables(db: Db): Promise<TableFacts[]> {
  const { rows } = await sql<TableFacts>`
    select stat.relname as table, greatest(stat.n_live_tup, class.reltuples::bigint) as live, stat.n_dead_tup as dead,
           class.reltuples >= 0 or coalesce(stat.last_analyze, stat.last_autoanalyze) is not null as is_analyzed
      from pg_stat_user_tables as stat join pg_class as class on class.oid = stat.relid
     where stat.schemaname = current_schema() order by stat.relname`.execute(db)
  return rows
}

export async function listInvalidIndexes(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select class.relname as name from pg_index as index join pg_class as class on class.oid = index.indexrelid
     where not index.indisvalid and class.relnamespace = current_schema()::regnamespace
       and not exists (select from pg_stat_progress_create_index as building where building.index_relid = index.indexrelid)
     order by class.relname`.execute(db)
  return rows.map(({ name }) => name)
}

export interface OpenTransaction {
  pid: number
  application: string
  minutes: number
}

export async function listOpenTransactions(db: Db, minutes: number): Promise<OpenTransaction[]> {
  const { rows } = await sql<OpenTransaction>`
    select pid, coalesce(nullif(application_name, ''), usename, '?') as application,
           floor(extract(epoch from now() - xact_start) / 60)::int as minutes
      from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'
       and xact_start < now() - ${minutes} * interval '1 minute' order by xact_start limit 20`.execute(db)
  return rows
}

export async function listStandbys(db: Db): Promise<{ standby: string; behind_s: number | null }[]> {
  const { rows } = await sql<{ standby: string; behind_s: number | null }>`
    select coalesce(nullif(application_name, ''), client_addr::text, pid::text) as standby,
           extract(epoch from replay_lag)::float8 as behind_s
      from pg_stat_replication`.execute(db)
  return rows
}

export async function listIdleSlots(db: Db): Promise<{ slot: string; kept_bytes: number | null }[]> {
  const { rows } = await sql<{ slot: string; kept_bytes: number | null }>`
    select slot_name as slot, (pg_current_wal_lsn() - restart_lsn)::bigint as kept_bytes
      from pg_replication_slots where not active and not pg_is_in_recovery()`.execute(db)
  return rows
}

/** A part of the schema: what it is called, and what it says. */
export interface Part {
  kind: 'index' | 'rule' | 'trigger' | 'column' | 'function'
  name: string
  text: string
}

/** What the schema is made of, as PostgreSQL tells it, without the schema's name. Partitions come with time and are left out. */
export async function listParts(db: Db): Promise<Part[]> {
  const own = sql`class.relnamespace = current_schema()::regnamespace and not class.relispartition`
  const plain = (text: ReturnType<typeof sql>) => sql`replace(${text}, current_schema() || '.', '')`
  const { rows } = await sql<Part>`
    select 'index' as kind, made.relname as name, ${plain(sql`replace(pg_get_indexdef(index.indexrelid), ' ON ONLY ', ' ON ')`)} as text
      from pg_index as index join pg_class as made on made.oid = index.indexrelid
      join pg_class as class on class.oid = index.indrelid where ${own}
    union all
    select 'rule', class.relname || '.' || con.conname, ${plain(sql`pg_get_constraintdef(con.oid)`)}
      from pg_constraint as con join pg_class as class on class.oid = con.conrelid where ${own} and con.contype <> 'n'
    union all
    select 'trigger', class.relname || '.' || trigger.tgname, ${plain(sql`pg_get_triggerdef(trigger.oid)`)} || trigger.tgenabled::text
      from pg_trigger as trigger join pg_class as class on class.oid = trigger.tgrelid
     where ${own} and not trigger.tgisinternal
    union all
    select 'column', class.relname || '.' || attribute.attname,
           format_type(attribute.atttypid, attribute.atttypmod) || attribute.attnotnull || attribute.attgenerated::text
      from pg_attribute as attribute join pg_class as class on class.oid = attribute.attrelid
     where ${own} and class.relkind in ('r', 'p') and attribute.attnum > 0 and not attribute.attisdropped
    union all
    select 'function', proc.proname, md5(proc.prosrc) from pg_proc as proc
     where proc.pronamespace = current_schema()::regnamespace
     order by 1, 2`.execute(db)
  return rows
}

/** A schema of its own for this transaction, in which nothing of ours is found. */
export async function enterEmptySchema(db: Db, name: string): Promise<void> {
  await sql`create schema ${sql.id(name)}`.execute(db)
  await sql`select set_config('search_path', ${name}, true)`.execute(db)
}
