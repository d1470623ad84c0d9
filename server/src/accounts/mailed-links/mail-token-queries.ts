import { type Insertable, sql } from 'kysely'
import type { Db, Trx } from '../../platform/db/database.ts'
import { deleteUnlocked } from '../../platform/db/delete-unlocked.ts'
import type { Json } from '../../platform/json.ts'
import type { AccountTables, MailTokenPurpose } from '../account/tables.ts'

export async function insert(trx: Trx, token: Insertable<AccountTables['mail_tokens']>): Promise<void> {
  await trx.insertInto('mail_tokens').values(token).execute()
}

/** Voids all but the newest `keep` open tokens of a purpose. */
export async function voidTokens(
  trx: Trx,
  user_id: string,
  purpose: MailTokenPurpose,
  keep: number,
  now: Date,
): Promise<void> {
  await trx
    .updateTable('mail_tokens')
    .set({ consumed_at: now })
    .where('token_hash', 'in', (eb) =>
      eb
        .selectFrom('mail_tokens')
        .select('token_hash')
        .where('user_id', '=', user_id)
        .where('purpose', '=', purpose)
        .where('consumed_at', 'is', null)
        .orderBy('created_at', 'desc')
        .orderBy('token_hash')
        .offset(keep),
    )
    .execute()
}

/** Spends a token; of two calls at once, one gets the row. */
export function consume(trx: Trx, token_hash: Buffer, purpose: MailTokenPurpose, now: Date) {
  return trx
    .updateTable('mail_tokens')
    .set({ consumed_at: now })
    .where('token_hash', '=', token_hash)
    .where('purpose', '=', purpose)
    .where('consumed_at', 'is', null)
    .where('expires_at', '>', now)
    .returning(['user_id', 'payload', 'created_at'])
    .executeTakeFirst()
}

/** Finds a token that `consume` would spend, with its user. */
export function findLive(db: Db, token_hash: Buffer, purpose: MailTokenPurpose, now: Date) {
  return db
    .selectFrom('mail_tokens as token')
    .innerJoin('users as user', 'user.user_id', 'token.user_id')
    .select(['token.user_id', 'user.email', 'user.nickname'])
    .where('token.token_hash', '=', token_hash)
    .where('token.purpose', '=', purpose)
    .where('token.consumed_at', 'is', null)
    .where('token.expires_at', '>', now)
    .executeTakeFirst()
}

/** Finds the user of an unexpired verification link, spent or not. */
export function findVerification(db: Db, token_hash: Buffer, now: Date) {
  return db
    .selectFrom('mail_tokens as token')
    .innerJoin('users as user', 'user.user_id', 'token.user_id')
    .select('user.email_verified_at')
    .where('token.token_hash', '=', token_hash)
    .where('token.purpose', '=', 'verify')
    .where('token.expires_at', '>', now)
    .executeTakeFirst()
}

/** Lists the payloads of a user's verification links, the newest first, expired and spent ones included. */
export async function findVerifyPayloads(db: Db, user_id: string): Promise<{ [key: string]: Json }[]> {
  const rows = await db
    .selectFrom('mail_tokens')
    .select('payload')
    .where('user_id', '=', user_id)
    .where('purpose', '=', 'verify')
    .orderBy('created_at', 'desc')
    .execute()
  return rows.map(({ payload }) => payload)
}

/** Whether a link of a user other than `user_id` can still restore this address. */
export async function isReserved(
  db: Db,
  email_identity: string,
  user_id: string | null,
  now: Date,
): Promise<boolean> {
  const token = await db
    .selectFrom('mail_tokens')
    .select('user_id')
    .where('purpose', '=', 'undo_email')
    .where('consumed_at', 'is', null)
    .where('expires_at', '>', now)
    .where(sql<string>`payload ->> 'email_identity'`, '=', email_identity)
    .$if(user_id !== null, (query) => query.where('user_id', '!=', user_id))
    .executeTakeFirst()
  return token !== undefined
}

/** A user's open links that would change the address or the password. */
export function listPending(db: Db, user_id: string, now: Date) {
  return db
    .selectFrom('mail_tokens')
    .select(['purpose', 'payload', 'expires_at'])
    .where('user_id', '=', user_id)
    .where('purpose', 'in', ['change_email', 'change_password'])
    .where('consumed_at', 'is', null)
    .where('expires_at', '>', now)
    .execute()
}

export async function deleteExpired(db: Db, before: Date): Promise<void> {
  await deleteUnlocked(db, 'mail_tokens', sql`expires_at < ${before}`)
}

/** Voids every open token of these purposes. */
export async function voidAllOf(db: Db, purposes: readonly MailTokenPurpose[], now: Date): Promise<void> {
  await db
    .updateTable('mail_tokens')
    .set({ consumed_at: now })
    .where('purpose', 'in', purposes)
    .where('consumed_at', 'is', null)
    .execute()
}
