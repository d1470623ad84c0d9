import { sql } from 'kysely'
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
