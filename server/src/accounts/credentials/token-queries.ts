import { sql } from 'kysely'
import type { Db, Trx } from '../../platform/db/database.ts'
import { deleteUnlocked } from '../../platform/db/delete-unlocked.ts'

export async function insertRefreshToken(
  trx: Trx,
  token: { token_hash: Buffer; session_id: string; expires_at: Date },
): Promise<void> {
  await trx.insertInto('refresh_tokens').values(token).execute()
}

export async function insertAccessToken(
  trx: Trx,
  token: { token_hash: Buffer; session_id: string; expires_at: Date },
): Promise<void> {
  await trx.insertInto('access_tokens').values(token).execute()
}

export function findOwner(db: Db, token_hash: Buffer) {
  return db
    .selectFrom('refresh_tokens as token')
    .innerJoin('sessions as session', 'session.session_id', 'token.session_id')
    .select(['session.session_id', 'session.user_id', 'token.state'])
    .where('token.token_hash', '=', token_hash)
    .executeTakeFirst()
}

/**
 * Locks a refresh token whose session the caller has locked. `overlapped` is true when this request, `age_ms` old, had already
 * begun when another one spent the token. Both instants are of the database's clock, so that clocks of processes don't matter.
 */
export function lockRefreshToken(trx: Trx, token_hash: Buffer, age_ms: number) {
  return trx
    .selectFrom('refresh_tokens as token')
    .innerJoin('sessions as session', 'session.session_id', 'token.session_id')
    .innerJoin('users as user', 'user.user_id', 'session.user_id')
    .select([
      'token.state',
      'token.expires_at',
      'session.session_id',
      'session.user_id',
      'session.mode',
      'session.ended_at',
      'session.idle_expires_at',
      'session.absolute_expires_at',
      'user.disabled_at',
      'user.role',
    ])
    .select(sql<boolean>`session.auth_epoch = "user".auth_epoch`.as('epoch_is_current'))
    .select(
      sql<boolean>`coalesce(statement_timestamp() - ${age_ms}::float8 * interval '1 millisecond' <= token.rotated_at, false)`.as(
        'overlapped',
      ),
    )
    .where('token.token_hash', '=', token_hash)
    .forUpdate('token')
    .executeTakeFirst()
}

export async function spendRefreshToken(trx: Trx, token_hash: Buffer): Promise<void> {
  await trx
    .updateTable('refresh_tokens')
    .set({ state: 'rotated', rotated_at: sql<Date>`clock_timestamp()` })
    .where('token_hash', '=', token_hash)
    .execute()
}

/** Makes the active refresh tokens of these sessions worthless. */
export async function endRefreshTokens(
  trx: Trx,
  session_ids: readonly string[],
  state: 'void' | 'revoked',
): Promise<void> {
  if (session_ids.length === 0) return
  await trx
    .updateTable('refresh_tokens')
    .set({ state })
    .where('session_id', 'in', session_ids)
    .where('state', '=', 'active')
    .execute()
}

export async function deleteExpiredTokens(db: Db, now: Date): Promise<void> {
  await deleteUnlocked(db, 'access_tokens', sql`expires_at < ${now}`)
  await deleteUnlocked(db, 'refresh_tokens', sql`expires_at < ${now}`)
}

/** Ends every token of every session. */
export async function endAllTokens(db: Db): Promise<void> {
  await db.updateTable('refresh_tokens').set({ state: 'void' }).where('state', '=', 'active').execute()
  await db.deleteFrom('access_tokens').execute()
}
