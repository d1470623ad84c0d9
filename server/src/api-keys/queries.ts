import { type Selectable, sql } from 'kysely'
import { findByHash } from '../platform/db/by-hash.ts'
import { statement, type Values } from '../platform/db/statement.ts'
import type { Db, Trx } from '../platform/db/database.ts'
import { storedSetting } from '../settings/settings.ts'
import type { ApiKeyTables } from './tables.ts'

type Row = Selectable<ApiKeyTables['api_keys']>

/** The columns that owners and administrators may see; never `key_hash`. */
const visible = [
  'key_id',
  'name',
  'key_prefix',
  'last4',
  'scopes',
  'rate_limit_per_minute',
  'spend_cap',
  'spend_cap_period',
  'created_at',
  'expires_at',
  'last_used_at',
  'revoked_at',
  'disabled_at',
] as const
export type VisibleKey = Pick<Row, (typeof visible)[number]>

/** Locks the owner, which serializes the making of keys. */
export function lockOwner(trx: Trx, user_id: string): Promise<{ email: string } | undefined> {
  return trx
    .selectFrom('users')
    .select('email')
    .where('user_id', '=', user_id)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

export async function countActive(trx: Trx, user_id: string, now: Date): Promise<number> {
  const { count } = await trx
    .selectFrom('api_keys')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', user_id)
    .where('revoked_at', 'is', null)
    .where('disabled_at', 'is', null)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
    .executeTakeFirstOrThrow()
  return count
}

export function insert(
  trx: Trx,
  key: Omit<Row, 'last_used_at' | 'revoked_at' | 'disabled_at'>,
): Promise<VisibleKey> {
  return trx.insertInto('api_keys').values(key).returning(visible).executeTakeFirstOrThrow()
}

export function find(db: Db, user_id: string, key_id: string): Promise<VisibleKey | undefined> {
  return db
    .selectFrom('api_keys')
    .select(visible)
    .where('key_id', '=', key_id)
    .where('user_id', '=', user_id)
    .executeTakeFirst()
}

export async function list(
  db: Db,
  user_id: string,
  limit: number,
): Promise<{ total: number; rows: VisibleKey[] }> {
  const rows = await db
    .selectFrom('api_keys')
    .select(visible)
    .select(sql<number>`count(*) over ()`.as('total'))
    .where('user_id', '=', user_id)
    .orderBy('created_at', 'desc')
    .orderBy('key_id')
    .limit(limit)
    .execute()
  return { total: rows[0]?.total ?? 0, rows }
}

/** Undefined for an unknown key and for one that was revoked before; of two calls at once, one gets the row. */
export function revoke(
  trx: Trx,
  user_id: string,
  key_id: string,
  now: Date,
): Promise<VisibleKey | undefined> {
  return trx
    .updateTable('api_keys')
    .set({ revoked_at: now })
    .where('key_id', '=', key_id)
    .where('user_id', '=', user_id)
    .where('revoked_at', 'is', null)
    .returning(visible)
    .executeTakeFirst()
}

export function revokeAll(trx: Trx, user_id: string, now: Date): Promise<{ key_id: string }[]> {
  return trx
    .updateTable('api_keys')
    .set({ revoked_at: now })
    .where('user_id', '=', user_id)
    .where('revoked_at', 'is', null)
    .returning('key_id')
    .execute()
}

const ofAnyone = [...visible, 'user_id'] as const

/** Undefined for an unknown key and for one that already is disabled (or enabled). */
export function setDisabled(trx: Trx, key_id: string, disabled_at: Date | null) {
  return trx
    .updateTable('api_keys')
    .set({ disabled_at })
    .where('key_id', '=', key_id)
    .where('disabled_at', disabled_at === null ? 'is not' : 'is', null)
    .returning(ofAnyone)
    .executeTakeFirst()
}

export function findOfAnyone(db: Db, key_id: string) {
  return db.selectFrom('api_keys').select(ofAnyone).where('key_id', '=', key_id).executeTakeFirst()
}

const listByHash = statement(
  (db, value: Values<{ hashes: readonly Buffer[] }>) =>
    db
      .selectFrom('api_keys as key')
      .innerJoin('users as user', 'user.user_id', 'key.user_id')
      .select([
        'key.key_hash as hash',
        'key.key_id',
        'key.user_id',
        'key.scopes',
        'key.rate_limit_per_minute',
        'key.spend_cap',
        'key.spend_cap_period',
        'key.expires_at',
        'key.last_used_at',
        'key.revoked_at',
        'key.disabled_at',
        'user.api_access_enabled',
        'user.disabled_at as user_disabled_at',
        'user.deletion_at as user_deletion_at',
      ])
      .select(storedSetting('api_key_auth_enabled').as('keys_enabled'))
      .where('key.key_hash', '=', sql<Buffer>`any(${value('hashes')}::bytea[])`),
  { shares: true },
)

/**
 * Finds, by a key's hash, everything that decides whether it is accepted. Requests at once share one read. Nothing is cached, so
 * that a revoked or disabled key is refused from the next request on, in every process.
 */
export function createKeyFinder(db: Db) {
  return findByHash((hashes) => listByHash(db, { hashes }))
}

/** `unless_after` keeps several processes from writing at once. */
export async function touch(db: Db, key_id: string, now: Date, unless_after: Date): Promise<void> {
  await db
    .updateTable('api_keys')
    .set({ last_used_at: now })
    .where('key_id', '=', key_id)
    .where((eb) => eb.or([eb('last_used_at', 'is', null), eb('last_used_at', '<=', unless_after)]))
    .execute()
}
