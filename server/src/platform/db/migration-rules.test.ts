import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { suite, test, type TestContext } from 'node:test'
import pg from 'pg'
import { createWorld } from '../../testing/world.ts'

// What a migration may do while servers go on: change the catalog for a moment, and make what is new. It may not read or write a
// table whole that may be large, nor rewrite one: PostgreSQL counts that for each transaction, also where there are no rows yet.

const folder = join(import.meta.dirname, '../../../migrations')
/** What landed before there was the rule; nothing of it may be edited. */
const last = '0032_engine_pauses.sql'

interface Touched {
  table: string
  scans: number
  writes: number
  file: string
}

/** What this transaction has done to each table so far. */
async function touched(client: pg.Client): Promise<Map<string, Touched>> {
  const { rows } = await client.query<Touched>(`
    select stat.relname as table, stat.seq_scan::int as scans,
           (stat.n_tup_ins + stat.n_tup_upd + stat.n_tup_del)::int as writes, class.relfilenode::text as file
      from pg_stat_xact_user_tables as stat join pg_class as class on class.oid = stat.relid
     where stat.schemaname = 'public'`)
  return new Map(rows.map((row) => [row.table, row]))
}

/** Runs SQL in a transaction and says what it may not do, in words for its author. */
async function faultsOf(client: pg.Client, text: string): Promise<string[]> {
  await client.query('begin')
  try {
    const before = await touched(client)
    await client.query(text)
    const after = await touched(client)
    return [...before.values()].flatMap(({ table, scans, writes, file }) => {
      const now = after.get(table)
      if (!now) return [`drops ${table}, which a program before may still use`]
      return [
        ...(now.file === file ? [] : [`rewrites ${table}`]),
        ...(now.scans > scans ? [`reads ${table} whole while it is locked`] : []),
        ...(now.writes > writes ? [`writes rows of ${table}`] : []),
      ]
    })
  } finally {
    await client.query('rollback')
  }
}

async function connect(t: TestContext) {
  const { connection, resources } = await createWorld(t)
  const client = new pg.Client(connection)
  await client.connect()
  resources.defer(() => client.end())
  return client
}

/** A statement per rule, as somebody would write it. */
const refused: Record<string, [string, string]> = {
  'an index that is made at once': ['create index on tasks (model)', 'reads tasks whole while it is locked'],
  'a column whose default is another for each row': [
    'alter table tasks add column x uuid default gen_random_uuid()',
    'rewrites tasks',
  ],
  'another type of a column': ['alter table tasks alter column priority type bigint', 'rewrites tasks'],
  'a column that must be there from now on': [
    'alter table tasks alter column prompt set not null',
    'reads tasks whole while it is locked',
  ],
  'a rule that old rows are tried with': [
    'alter table tasks add constraint x check (cost < 1000000000)',
    'reads tasks whole while it is locked',
  ],
  'rows that are filled at once': [
    "update tasks set model = 'preview' where model = ''",
    'reads tasks whole while it is locked',
  ],
  'rows of another table, copied': [
    'create table copied as select * from task_events',
    'reads task_events whole while it is locked',
  ],
  'a table that goes': [
    'drop table starred_prompts',
    'drops starred_prompts, which a program before may still use',
  ],
}

const allowed: Record<string, string> = {
  'a column with one default': 'alter table tasks add column x int not null default 7',
  'a rule for new rows': 'alter table tasks add constraint x check (cost < 1000000000) not valid',
  'a new table with its index': 'create table x (y int primary key); create index on x (y)',
  'a comment': 'comment on table tasks is $$x$$',
}

suite('a migration', () => {
  test('that holds a table for as long as it has rows is known for what it is', async (t) => {
    const client = await connect(t)
    for (const [what, [statement, fault]] of Object.entries(refused))
      assert.ok((await faultsOf(client, statement)).includes(fault), `${what}: ${statement}`)
    for (const [what, statement] of Object.entries(allowed))
      assert.deepEqual(await faultsOf(client, statement), [], what)
  })

  test('of ours does none of it', async (t) => {
    const client = await connect(t)
    await client.query('drop schema public cascade; create schema public')
    const files = readdirSync(folder).toSorted()
    const faults: Record<string, string[]> = {}
    for (const file of files) {
      const text = readFileSync(join(folder, file), 'utf8')
      if (file > last && !file.endsWith('.concurrent.sql')) {
        const found = await faultsOf(client, text)
        if (found.length > 0) faults[file] = found
      }
      if (file.endsWith('.concurrent.sql')) for (const one of text.split(/;\s*$/m)) await client.query(one)
      else await client.query(text)
    }
    assert.deepEqual(faults, {})
  })

  test('that makes an index without a lock first drops what a broken try has left', () => {
    for (const file of readdirSync(folder).filter((name) => name.endsWith('.concurrent.sql'))) {
      const text = readFileSync(join(folder, file), 'utf8')
      for (const [, name] of text.matchAll(/create (?:unique )?index concurrently (\w+)/gi))
        assert.match(text, new RegExp(`drop index concurrently if exists ${name};`, 'i'), `${file}: ${name}`)
    }
  })
})
