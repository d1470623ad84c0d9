import { type Insertable, sql } from 'kysely'
import type { Db, Trx } from '../platform/db/database.ts'
import { deleteUnheld } from '../platform/db/delete-unheld.ts'
import { replaceCookie } from './password-queries.ts'
import { endSessionsOf } from './queries.ts'
import type { AccountTables } from './tables.ts'

/** The confirmed second factor of an account, with what a check needs to know of its owner. */
export function findFactor(db: Db, user_id: string) {
  return db
    .selectFrom('mfa_totp')
    .select(['secret_enc', 'confirmed_at', 'last_step'])
    .where('user_id', '=', user_id)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst()
}

export async function isEnabled(db: Db, user_id: string): Promise<boolean> {
  return (await findFactor(db, user_id)) !== undefined
}

export async function countUnusedCodes(db: Db, user_id: string): Promise<number> {
  const { unused } = await db
    .selectFrom('mfa_recovery_codes')
    .select((eb) => eb.fn.countAll<number>().as('unused'))
    .where('user_id', '=', user_id)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  return unused
}

export async function findSalt(db: Db, user_id: string): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom('mfa_recovery_codes')
    .select('salt')
    .where('user_id', '=', user_id)
    .limit(1)
    .executeTakeFirst()
  return row?.salt
}

/** A set-up to be confirmed; it takes the place of another such. False when a factor is confirmed already. */
export async function insertPending(
  db: Db,
  pending: { user_id: string; secret_enc: string; expires_at: Date },
): Promise<boolean> {
  const { secret_enc, expires_at } = pending
  const row = await db
    .insertInto('mfa_totp')
    .values({ ...pending, confirmed_at: null })
    .onConflict((conflict) =>
      conflict
        .column('user_id')
        .doUpdateSet({ secret_enc, expires_at, last_step: 0 })
        .where('mfa_totp.confirmed_at', 'is', null),
    )
    .returning('user_id')
    .executeTakeFirst()
  return row !== undefined
}

export function findPending(db: Db, user_id: string, now: Date) {
  return db
    .selectFrom('mfa_totp')
    .select('secret_enc')
    .where('user_id', '=', user_id)
    .where('confirmed_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
}

/** The code that confirms is spent by it. */
export async function confirm(
  trx: Trx,
  user_id: string,
  secret_enc: string,
  step: number,
  now: Date,
): Promise<boolean> {
  const row = await trx
    .updateTable('mfa_totp')
    .set({ confirmed_at: now, expires_at: null, last_step: step })
    .where('user_id', '=', user_id)
    .where('secret_enc', '=', secret_enc)
    .where('confirmed_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('user_id')
    .executeTakeFirst()
  return row !== undefined
}

/** Each step once, and never an earlier one after a later one. */
export async function spendStep(
  trx: Trx,
  user_id: string,
  spent: { step: number; secret_enc: string; renewed_enc: string },
): Promise<boolean> {
  const { step, secret_enc, renewed_enc } = spent
  const row = await trx
    .updateTable('mfa_totp')
    .set({ last_step: step, secret_enc: renewed_enc })
    .where('user_id', '=', user_id)
    .where('secret_enc', '=', secret_enc)
    .where('confirmed_at', 'is not', null)
    .where('last_step', '<', step)
    .returning('user_id')
    .executeTakeFirst()
  return row !== undefined
}

export async function spendCode(trx: Trx, user_id: string, code_hash: Buffer, now: Date): Promise<boolean> {
  const row = await trx
    .updateTable('mfa_recovery_codes')
    .set({ used_at: now })
    .where('user_id', '=', user_id)
    .where('code_hash', '=', code_hash)
    .where('used_at', 'is', null)
    .returning('user_id')
    .executeTakeFirst()
  return row !== undefined
}

/** A new set; the old one is void. */
export async function replaceCodes(
  trx: Trx,
  user_id: string,
  set: { hashes: readonly Buffer[]; salt: Buffer },
): Promise<void> {
  await trx.deleteFrom('mfa_recovery_codes').where('user_id', '=', user_id).execute()
  await trx
    .insertInto('mfa_recovery_codes')
    .values(set.hashes.map((code_hash) => ({ user_id, code_hash, salt: set.salt })))
    .execute()
}

/** Which of these users have a confirmed factor. */
export async function listOwners(db: Db, user_ids: readonly string[]): Promise<string[]> {
  if (user_ids.length === 0) return []
  const rows = await db
    .selectFrom('mfa_totp')
    .select('user_id')
    .where('user_id', 'in', user_ids)
    .where('confirmed_at', 'is not', null)
    .execute()
  return rows.map((row) => row.user_id)
}

export async function removeFactor(trx: Trx, user_id: string): Promise<void> {
  await trx.deleteFrom('mfa_totp').where('user_id', '=', user_id).execute()
  await trx.deleteFrom('mfa_recovery_codes').where('user_id', '=', user_id).execute()
}

export async function removeChallenges(trx: Trx, user_id: string): Promise<void> {
  await trx.deleteFrom('mfa_challenges').where('user_id', '=', user_id).execute()
}

/** Marks the password as it is now: with another one the challenge is void. */
export async function insertChallenge(
  trx: Trx,
  challenge: Omit<Insertable<AccountTables['mfa_challenges']>, 'password_mark' | 'attempts' | 'consumed_at'>,
): Promise<void> {
  await trx
    .insertInto('mfa_challenges')
    .columns(['token_hash', 'user_id', 'auth_epoch', 'mode', 'expires_at', 'password_mark'])
    .expression(
      trx
        .selectFrom('users')
        .select([
          sql.val(challenge.token_hash).$castTo<Buffer>().as('token_hash'),
          'user_id',
          'auth_epoch',
          sql<string>`${challenge.mode}::text`.as('mode'),
          sql<Date>`${challenge.expires_at}::timestamptz`.as('expires_at'),
          passwordMark.as('password_mark'),
        ])
        .where('user_id', '=', challenge.user_id),
    )
    .execute()
}

const passwordMark = sql<Buffer>`sha256(convert_to(users.password_hash, 'UTF8'))`
const attemptsPerChallenge = 5

/** The challenge of a token while it can still be used: in time, unspent, its owner and their password unchanged. */
export function findChallenge(db: Db, token_hash: Buffer, now: Date) {
  return db
    .selectFrom('mfa_challenges as challenge')
    .innerJoin('users', 'users.user_id', 'challenge.user_id')
    .select(['users.user_id', 'users.email', 'users.email_identity', 'challenge.mode'])
    .where('challenge.token_hash', '=', token_hash)
    .where('challenge.consumed_at', 'is', null)
    .where('challenge.expires_at', '>', now)
    .where('challenge.attempts', '<', attemptsPerChallenge)
    .whereRef('challenge.auth_epoch', '=', 'users.auth_epoch')
    .where('challenge.password_mark', '=', passwordMark)
    .where('users.disabled_at', 'is', null)
    .where('users.deletion_at', 'is', null)
    .executeTakeFirst()
}

/** Counts a code before it is checked; how many more the token allows, or nothing when it allows none. */
export async function countChallengeAttempt(db: Db, token_hash: Buffer): Promise<number | undefined> {
  const row = await db
    .updateTable('mfa_challenges')
    .set((eb) => ({ attempts: eb('attempts', '+', 1) }))
    .where('token_hash', '=', token_hash)
    .where('consumed_at', 'is', null)
    .where('attempts', '<', attemptsPerChallenge)
    .returning('attempts')
    .executeTakeFirst()
  return row && attemptsPerChallenge - row.attempts
}

export async function takeBackChallengeAttempt(db: Db, token_hash: Buffer): Promise<void> {
  await db
    .updateTable('mfa_challenges')
    .set((eb) => ({ attempts: eb('attempts', '-', 1) }))
    .where('token_hash', '=', token_hash)
    .where('attempts', '>', 0)
    .execute()
}

/** Of calls at once, one spends the token; none does once epoch or password are others. */
export async function consumeChallenge(trx: Trx, token_hash: Buffer, now: Date): Promise<boolean> {
  const row = await trx
    .updateTable('mfa_challenges as challenge')
    .from('users')
    .set({ consumed_at: now })
    .where('challenge.token_hash', '=', token_hash)
    .where('challenge.consumed_at', 'is', null)
    .where('challenge.expires_at', '>', now)
    .whereRef('users.user_id', '=', 'challenge.user_id')
    .whereRef('users.auth_epoch', '=', 'challenge.auth_epoch')
    .where('challenge.password_mark', '=', passwordMark)
    .where('users.disabled_at', 'is', null)
    .returning('challenge.user_id')
    .executeTakeFirst()
  return row !== undefined
}

export async function removeExpired(db: Db, now: Date): Promise<void> {
  await deleteUnheld(db, 'mfa_challenges', sql`expires_at < ${now}`)
  await deleteUnheld(db, 'mfa_totp', sql`expires_at < ${now}`)
}

/** The session stays, with a factor or without, under another cookie; the others of the account end. */
export async function keepOnlySession(
  trx: Trx,
  session: { session_id: string; user_id: string; mfa: boolean; cookie_hash: Buffer },
  now: Date,
): Promise<{ has_cookie: boolean }> {
  const { session_id, user_id, mfa, cookie_hash } = session
  await endSessionsOf(trx, user_id, { except: session_id }, 'mfa', now)
  await trx.updateTable('sessions').set({ mfa }).where('session_id', '=', session_id).execute()
  return { has_cookie: await replaceCookie(trx, session_id, cookie_hash) }
}

export function findAllSecrets(db: Db) {
  return db.selectFrom('mfa_totp').select(['user_id', 'secret_enc']).execute()
}

export async function replaceSecret(db: Db, user_id: string, from: string, to: string): Promise<boolean> {
  const row = await db
    .updateTable('mfa_totp')
    .set({ secret_enc: to })
    .where('user_id', '=', user_id)
    .where('secret_enc', '=', from)
    .returning('user_id')
    .executeTakeFirst()
  return row !== undefined
}

/** One secret for each key that has sealed any. */
export function findSealedSamples(db: Db) {
  const kid = sql`split_part(secret_enc, '.', 2)`
  return db.selectFrom('mfa_totp').select(['user_id', 'secret_enc']).distinctOn(kid).execute()
}
