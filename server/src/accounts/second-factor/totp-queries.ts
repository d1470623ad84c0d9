import { sql } from 'kysely'
import type { Db, Trx } from '../../platform/db/database.ts'
import { deleteUnlocked } from '../../platform/db/delete-unlocked.ts'

/** Finds the confirmed second factor of an account. */
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

/** Inserts a set-up, or replaces an unconfirmed one. False when a factor is confirmed already. */
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

/** Confirms a set-up and spends the step of the code that confirms it. False when it is over or replaced. */
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

/** False when this step, or a later one, was spent before. */
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

export async function remove(trx: Trx, user_id: string): Promise<void> {
  await trx.deleteFrom('mfa_totp').where('user_id', '=', user_id).execute()
}

/** Deletes set-ups that nobody has confirmed in time. */
export async function deleteExpired(db: Db, now: Date): Promise<void> {
  await deleteUnlocked(db, 'mfa_totp', sql`expires_at < ${now}`)
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

/** One secret for each key in use. */
export function findSealedSamples(db: Db) {
  const kid = sql`split_part(secret_enc, '.', 2)`
  return db.selectFrom('mfa_totp').select(['user_id', 'secret_enc']).distinctOn(kid).execute()
}
