import { type Selectable, sql } from 'kysely'
import type { Db, Trx } from '../platform/db/database.ts'
import { deleteUnheld } from '../platform/db/delete-unheld.ts'
import { pendingPasswordHash } from './mail-token-queries.ts'
import type { AccountTables, EndReason } from './tables.ts'

export type UserRow = Selectable<AccountTables['users']>
export type SessionRow = Selectable<AccountTables['sessions']>

/** False when the address is taken. */
export async function insertUser(
  trx: Trx,
  user: Pick<UserRow, 'user_id' | 'email' | 'email_identity' | 'password_hash' | 'nickname'>,
): Promise<boolean> {
  const inserted = await trx
    .insertInto('users')
    .values(user)
    .onConflict((conflict) => conflict.column('email_identity').doNothing())
    .returning('user_id')
    .executeTakeFirst()
  return inserted !== undefined
}

export function findForLogin(db: Db, email_identity: string) {
  return db
    .selectFrom('users')
    .select(['user_id', 'password_hash', 'deletion_at'])
    .select(pendingPasswordHash)
    .where('email_identity', '=', email_identity)
    .executeTakeFirst()
}

/** False when the password is another one by now. */
export async function setPasswordHash(db: Db, user_id: string, from: string, to: string): Promise<boolean> {
  const row = await db
    .updateTable('users')
    .set({ password_hash: to })
    .where('user_id', '=', user_id)
    .where('password_hash', '=', from)
    .returning('user_id')
    .executeTakeFirst()
  return row !== undefined
}

const profile = [
  'user_id',
  'email',
  'nickname',
  'email_verified_at',
  'api_access_enabled',
  'avatar',
  'avatar_version',
  'role',
  'created_at',
  'updated_at',
] as const
const hasSecondFactor = sql<boolean>`exists (
  select from mfa_totp where mfa_totp.user_id = users.user_id and confirmed_at is not null)`
export type Profile = Pick<UserRow, (typeof profile)[number]> & { mfa_enabled: boolean }

export function findProfile(db: Db, user_id: string): Promise<Profile | undefined> {
  return db
    .selectFrom('users')
    .select(profile)
    .select(hasSecondFactor.as('mfa_enabled'))
    .where('user_id', '=', user_id)
    .executeTakeFirst()
}

export async function setNickname(db: Db, user_id: string, nickname: string, now: Date): Promise<void> {
  await db.updateTable('users').set({ nickname, updated_at: now }).where('user_id', '=', user_id).execute()
}

/**
 * Locks the user, so that sessions are opened, renewed and ended one after the other: the user first, then sessions, then
 * their tokens. Rows that only name the user are written beside it.
 */
export function lockUser(trx: Trx, user_id: string) {
  return trx
    .selectFrom('users')
    .select(['auth_epoch', 'role', 'password_hash', 'email_verified_at', 'disabled_at', 'deletion_at'])
    .where('user_id', '=', user_id)
    .forNoKeyUpdate()
    .executeTakeFirst()
}
export type LockedUser = NonNullable<Awaited<ReturnType<typeof lockUser>>>

export async function insertSession(
  trx: Trx,
  session: Omit<SessionRow, 'created_at' | 'last_seen_at' | 'ended_at' | 'end_reason' | 'revoked_at'>,
  now: Date,
): Promise<void> {
  await trx
    .insertInto('sessions')
    .values({ ...session, created_at: now, last_seen_at: now })
    .execute()
}

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

/** Sessions beyond the newest `keep`, the longest unused first. */
export async function endOldestSessions(trx: Trx, user_id: string, keep: number, now: Date): Promise<void> {
  const surplus = trx
    .selectFrom('sessions')
    .select('session_id')
    .where('user_id', '=', user_id)
    .where('ended_at', 'is', null)
    .orderBy('last_seen_at', 'desc')
    .orderBy('session_id')
    .offset(keep)
  await endSessions(trx, surplus, 'replaced', now)
}

/** Ends sessions with everything they issued, and voids their refresh tokens. The caller has locked the user. */
async function endSessions(
  trx: Trx,
  sessions: ReturnType<typeof selectSessionIds>,
  reason: EndReason,
  now: Date,
): Promise<string[]> {
  const ended = await trx
    .updateTable('sessions')
    .set({ ended_at: now, revoked_at: now, end_reason: reason })
    .where('session_id', 'in', sessions)
    .where('ended_at', 'is', null)
    .returning('session_id')
    .execute()
  const ids = ended.map((row) => row.session_id)
  if (ids.length === 0) return ids
  await trx
    .updateTable('refresh_tokens')
    .set({ state: 'void' })
    .where('session_id', 'in', ids)
    .where('state', '=', 'active')
    .execute()
  return ids
}

/** Ends one session of a user, or all but one; returns which. */
export function endSessionsOf(
  trx: Trx,
  user_id: string,
  which: { only: string } | { except: string },
  reason: EndReason,
  now: Date,
): Promise<string[]> {
  const own = selectSessionIds(trx).where('user_id', '=', user_id)
  const chosen =
    'only' in which ? own.where('session_id', '=', which.only) : own.where('session_id', '!=', which.except)
  return endSessions(trx, chosen, reason, now)
}

function selectSessionIds(db: Db) {
  return db.selectFrom('sessions').select('session_id')
}

/** Every token of the account is dead at once: the epoch they carry is over. */
export async function revokeEverything(
  trx: Trx,
  user_id: string,
  reason: EndReason,
  now: Date,
): Promise<void> {
  await trx
    .updateTable('users')
    .set((eb) => ({ auth_epoch: eb('auth_epoch', '+', 1), updated_at: now }))
    .where('user_id', '=', user_id)
    .execute()
  await endSessions(trx, selectSessionIds(trx).where('user_id', '=', user_id), reason, now)
}

/** Locks a session, before its tokens. */
export async function lockSession(trx: Trx, session_id: string): Promise<void> {
  await trx
    .selectFrom('sessions')
    .select('session_id')
    .where('session_id', '=', session_id)
    .forNoKeyUpdate()
    .execute()
}

/**
 * Locks a refresh token whose session the caller has locked, and tells what decides about it. `overlapped` says that this
 * request was already on its way when another one spent the token: only the database's clock is compared, with the age that
 * the request has in its own process.
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

export async function extendSession(
  trx: Trx,
  session_id: string,
  idle_expires_at: Date,
  now: Date,
): Promise<void> {
  await trx
    .updateTable('sessions')
    .set({ idle_expires_at, last_seen_at: now })
    .where('session_id', '=', session_id)
    .execute()
}

/** Ends a session whose user the caller has locked. Access tokens live on. False when it was over before. */
export async function logOutSession(trx: Trx, session_id: string, now: Date): Promise<boolean> {
  const session = await trx
    .updateTable('sessions')
    .set({ ended_at: now, end_reason: 'logout' })
    .where('session_id', '=', session_id)
    .where('ended_at', 'is', null)
    .returning('session_id')
    .executeTakeFirst()
  if (!session) return false
  await trx
    .updateTable('refresh_tokens')
    .set({ state: 'revoked' })
    .where('session_id', '=', session_id)
    .where('state', '=', 'active')
    .execute()
  return true
}

export async function deleteExpiredTokens(db: Db, now: Date): Promise<void> {
  await deleteUnheld(db, 'access_tokens', sql`expires_at < ${now}`)
  await deleteUnheld(db, 'refresh_tokens', sql`expires_at < ${now}`)
}
