import type { Selectable } from 'kysely'
import type { Db, Trx } from '../../platform/db/database.ts'
import type { AccountTables } from './tables.ts'

export type UserRow = Selectable<AccountTables['users']>

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

/**
 * Locks the user's row, which serializes everything that opens, refreshes or ends sessions. The order of locks is user,
 * session, token. Inserting rows that refer to the user does not wait for it.
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

/** `is_open`: neither disabled nor waiting for its deletion. */
export async function findByAddress(db: Db, email_identity: string) {
  const user = await db
    .selectFrom('users')
    .select([...contact, 'disabled_at', 'deletion_at'])
    .where('email_identity', '=', email_identity)
    .executeTakeFirst()
  return user && { ...user, is_open: user.disabled_at === null && user.deletion_at === null }
}

/** Confirms the address, and sets the password of an account that has none to the link's. False when it was confirmed before. */
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

/** Sets the password of an open account and returns its address; undefined when the account is not open. */
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

/** False when the password has changed since. */
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

/** Nobody can sign in with a password until it is reset. */
export async function clearPassword(trx: Trx, user_id: string): Promise<void> {
  await trx.updateTable('users').set({ password_hash: null }).where('user_id', '=', user_id).execute()
}

export interface Address {
  email: string
  email_identity: string
}

/** Sets an address that its owner has just confirmed. False when the account is not open. */
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

/** Ends every token of the account: a session is good only in the epoch it began in. */
export async function raiseEpoch(trx: Trx, user_id: string, now: Date): Promise<void> {
  await trx
    .updateTable('users')
    .set((eb) => ({ auth_epoch: eb('auth_epoch', '+', 1), updated_at: now }))
    .where('user_id', '=', user_id)
    .execute()
}
