import { sql } from 'kysely'
import type { Db, Trx } from '../platform/db/database.ts'
import type { Json } from '../platform/json.ts'

export function list(db: Db) {
  return db.selectFrom('settings').selectAll().orderBy('key').execute()
}

export function find(db: Db, key: string) {
  return db.selectFrom('settings').select('value').where('key', '=', key).executeTakeFirst()
}

/** A subquery: the stored value, or null. */
export function storedValue(key: string) {
  return sql<Json | null>`(select setting.value from settings as setting where setting.key = ${key})`
}

export async function put(
  trx: Trx,
  row: { key: string; value: Json; updated_by: string; updated_at: Date },
): Promise<void> {
  const { key, updated_by, updated_at } = row
  const value = sql<Json>`${JSON.stringify(row.value)}::jsonb`
  await trx
    .insertInto('settings')
    .values({ key, value, updated_by, updated_at })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value, updated_by, updated_at }))
    .execute()
}

export async function remove(trx: Trx, key: string): Promise<void> {
  await trx.deleteFrom('settings').where('key', '=', key).execute()
}
