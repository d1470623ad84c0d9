import type { Db, Trx } from '../platform/db/database.ts'
import { endSessionsOf, lockSession } from './queries.ts'

const contact = [
  'user_id',
  'email',
  'email_identity',
  'nickname',
  'password_hash',
  'email_verified_at',
] as const

export function getContact(db: Db, user_id: string) {
  return db.selectFrom('users').select(contact).where('user_id', '=', user_id).executeTakeFirstOrThrow()
}

/** The account of an address. `is_open`: neither disabled nor about to be deleted. */
export async function findByAddress(db: Db, email_identity: string) {
  const user = await db
    .selectFrom('users')
    .select([...contact, 'disabled_at', 'deletion_at'])
    .where('email_identity', '=', email_identity)
    .executeTakeFirst()
  return user && { ...user, is_open: user.disabled_at === null && user.deletion_at === null }
}

/** Confirms an address. An account that has no password yet gets the one of the link. False when it was confirmed before. */
export async function confirmAddress(
  trx: Trx,
  user_id: string,
  snapshot: { password_hash: string; nickname: string } | undefined,
  now: Date,
): Promise<boolean> {
  const confirmed = await trx
    .updateTable('users')
    .set({ email_verified_at: now, updated_at: now, ...snapshot })
    .where('user_id', '=', user_id)
    .where('email_verified_at', 'is', null)
    .$if(snapshot !== undefined, (query) => query.where('password_hash', 'is', null))
    .returning('user_id')
    .executeTakeFirst()
  return confirmed !== undefined
}

/** Sets the password of an account that is open, and tells where to write about it. */
export function setPassword(trx: Trx, user_id: string, password_hash: string, now: Date) {
  return trx
    .updateTable('users')
    .set({ password_hash, updated_at: now })
    .where('user_id', '=', user_id)
    .where('disabled_at', 'is', null)
    .where('deletion_at', 'is', null)
    .returning(['email', 'email_verified_at'])
    .executeTakeFirst()
}

/** Ends every session but one, which loses only its refresh token. */
export async function endOtherSessions(trx: Trx, user_id: string, kept: string, now: Date): Promise<void> {
  await endSessionsOf(trx, user_id, { except: kept }, 'password', now)
  await lockSession(trx, kept)
  await trx
    .updateTable('refresh_tokens')
    .set({ state: 'void' })
    .where('session_id', '=', kept)
    .where('state', '=', 'active')
    .execute()
}

/** False for a session that has no cookie. */
export async function replaceCookie(trx: Trx, session_id: string, cookie_hash: Buffer): Promise<boolean> {
  const replaced = await trx
    .updateTable('sessions')
    .set({ cookie_hash })
    .where('session_id', '=', session_id)
    .where('cookie_hash', 'is not', null)
    .where('ended_at', 'is', null)
    .returning('session_id')
    .executeTakeFirst()
  return replaced !== undefined
}

export interface Address {
  email: string
  email_identity: string
}

/** Moves an account to an address that its user has just shown to hold. False when the account is not open. */
export async function setAddress(trx: Trx, user_id: string, address: Address, now: Date): Promise<boolean> {
  const { email, email_identity } = address
  const moved = await trx
    .updateTable('users')
    .set({ email, email_identity, email_verified_at: now, updated_at: now })
    .where('user_id', '=', user_id)
    .where('disabled_at', 'is', null)
    .where('deletion_at', 'is', null)
    .returning('user_id')
    .executeTakeFirst()
  return moved !== undefined
}

/** Until a reset nobody can sign in with a password. */
export async function clearPassword(trx: Trx, user_id: string): Promise<void> {
  await trx.updateTable('users').set({ password_hash: null }).where('user_id', '=', user_id).execute()
}
