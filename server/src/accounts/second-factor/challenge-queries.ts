import { type Insertable, sql } from 'kysely'
import type { Db, Trx } from '../../platform/db/database.ts'
import { deleteUnlocked } from '../../platform/db/delete-unlocked.ts'
import type { AccountTables } from '../account/tables.ts'

const passwordMark = sql<Buffer>`sha256(convert_to(users.password_hash, 'UTF8'))`

const attemptsPerChallenge = 5

/** Stores a mark of the current password, whose change voids the challenge. */
export async function insert(
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

/** Finds a challenge that can still be used: unexpired, unspent, with epoch and password unchanged. */
export function find(db: Db, token_hash: Buffer, now: Date) {
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

/** Counts a code before it is checked. Returns how many the token allows after it; undefined when it does not allow this one. */
export async function countAttempt(db: Db, token_hash: Buffer): Promise<number | undefined> {
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

export async function takeBackAttempt(db: Db, token_hash: Buffer): Promise<void> {
  await db
    .updateTable('mfa_challenges')
    .set((eb) => ({ attempts: eb('attempts', '-', 1) }))
    .where('token_hash', '=', token_hash)
    .where('attempts', '>', 0)
    .execute()
}

/** Spends the token. False when another call has, or when epoch or password have changed. */
export async function consume(trx: Trx, token_hash: Buffer, now: Date): Promise<boolean> {
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

export async function removeOf(trx: Trx, user_id: string): Promise<void> {
  await trx.deleteFrom('mfa_challenges').where('user_id', '=', user_id).execute()
}

export async function deleteExpired(db: Db, now: Date): Promise<void> {
  await deleteUnlocked(db, 'mfa_challenges', sql`expires_at < ${now}`)
}

/** Voids every login that has passed its first stage. */
export async function consumeAll(db: Db, now: Date): Promise<void> {
  await db.updateTable('mfa_challenges').set({ consumed_at: now }).where('consumed_at', 'is', null).execute()
}
