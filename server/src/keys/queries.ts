import { sql } from 'kysely'
import type { Db } from '../platform/db/database.ts'
import type { KeyTables } from './tables.ts'

type Name = KeyTables['key_marks']['name']

/** Undefined also for a database that has no such table yet. */
export async function find(db: Db, name: Name) {
  const { rows } = await sql<{
    exists: boolean
  }>`select to_regclass('key_marks') is not null as exists`.execute(db)
  if (!rows[0]!.exists) return undefined
  return db.selectFrom('key_marks').selectAll().where('name', '=', name).executeTakeFirst()
}

/** Keeps an existing mark: of two processes that start on a new database at once, the first one's counts. */
export async function add(db: Db, name: Name, mark: Buffer): Promise<void> {
  const row = { name, mark }
  await db
    .insertInto('key_marks')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function replace(db: Db, name: Name, mark: Buffer): Promise<void> {
  const changed = { mark, used_from: sql<Date>`now()` }
  await db.updateTable('key_marks').set(changed).where('name', '=', name).execute()
}
