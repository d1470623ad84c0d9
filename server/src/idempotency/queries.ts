import { type RawBuilder, sql } from 'kysely'
import type { Db, Trx } from '../platform/db/database.ts'
import { deleteUnlocked } from '../platform/db/delete-unlocked.ts'
import type { KeyedRequest } from '../platform/http/idempotency-key.ts'
import type { Json } from '../platform/json.ts'

export function find(db: Db, { user_id, route, key }: KeyedRequest, since: Date) {
  return db
    .selectFrom('idempotency_keys')
    .select(['path', 'fingerprint', 'body'])
    .where('user_id', '=', user_id)
    .where('route', '=', route)
    .where('key', '=', key)
    .where('created_at', '>', since)
    .executeTakeFirst()
}

/** Limits the wait for a concurrent transaction with the same key. */
export async function limitWait(trx: Trx, wait_ms: number): Promise<void> {
  await sql`select set_config('lock_timeout', ${`${wait_ms}ms`}, true)`.execute(trx)
}

/** Takes the key for this transaction, or takes over one older than `since`; false when it is taken. */
export async function take(trx: Trx, request: KeyedRequest, now: Date, since: Date): Promise<boolean> {
  const { user_id, route, path, key, fingerprint } = request
  const taken = await trx
    .insertInto('idempotency_keys')
    .values({ user_id, route, path, key, fingerprint, body: null, created_at: now })
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'route', 'key'])
        .doUpdateSet({ path, fingerprint, body: null, created_at: now })
        .where('idempotency_keys.created_at', '<=', since),
    )
    .returning('key')
    .executeTakeFirst()
  return taken !== undefined
}

export async function store(trx: Trx, request: KeyedRequest, body: { [key: string]: Json }): Promise<void> {
  await trx
    .updateTable('idempotency_keys')
    .set({ body })
    .where('user_id', '=', request.user_id)
    .where('route', '=', request.route)
    .where('key', '=', request.key)
    .execute()
}

export function deleteBefore(db: Db, instant: Date): Promise<void> {
  return deleteUnlocked(db, 'idempotency_keys', sql`created_at <= ${instant}`)
}

/** The request of an item of a statement, by the item's id. */
export type KeyedItem = KeyedRequest & { id: string }

/**
 * The share of this slice in a statement that has its effects in one round trip. The caller puts `asked` before its effects
 * and `kept` after them, each after a comma of its WITH clause, and does only what `isFree` allows; all names begin with
 * `key_`. A key that has a row, however old, is not free, and of several items with one key only the first is: `once` decides
 * the others. The caller must hold a lock of the user's, so that nobody takes the same key meanwhile.
 */
export function keepKeys(items: readonly KeyedItem[], now: Date) {
  const all = <K extends keyof KeyedItem>(column: K) => items.map((item) => item[column])
  return {
    asked: sql`key_asked as materialized (
      select asked.*, row_number() over (partition by key_user, key_route, key_itself order by key_position) = 1
                      and not exists (select from idempotency_keys as taken
                                       where (taken.user_id, taken.route, taken.key) = (key_user, key_route, key_itself))
                      as key_is_free
        from unnest(
          ${all('id')}::text[], ${all('user_id')}::uuid[], ${all('route')}::text[], ${all('path')}::text[],
          ${all('key')}::text[], ${all('fingerprint')}::bytea[]
        ) with ordinality as asked (key_item, key_user, key_route, key_path, key_itself, key_fingerprint, key_position))`,
    join: (id: RawBuilder<unknown>) => sql`left join key_asked on key_item = ${id}`,
    isFree: sql<boolean>`coalesce(key_is_free, true)`,
    /** `answers` has `id` and `body` of the items that have had their effect. */
    kept: (answers: RawBuilder<unknown>) => sql`key_kept as (
      insert into idempotency_keys (user_id, route, path, key, fingerprint, body, created_at)
      select key_user, key_route, key_path, key_itself, key_fingerprint, body, ${now}
        from key_asked join (${answers}) as answer (id, body) on id = key_item)`,
  }
}
