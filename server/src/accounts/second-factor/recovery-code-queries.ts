import type { Db, Trx } from '../../platform/db/database.ts'

export async function countUnused(db: Db, user_id: string): Promise<number> {
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

export async function spend(trx: Trx, user_id: string, code_hash: Buffer, now: Date): Promise<boolean> {
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

export async function replace(
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

export async function remove(trx: Trx, user_id: string): Promise<void> {
  await trx.deleteFrom('mfa_recovery_codes').where('user_id', '=', user_id).execute()
}
