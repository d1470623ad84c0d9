import type { Db, Trx } from '../../platform/db/database.ts'

/** Whether there is an administrator, or has been: one who was disabled or has deleted the account counts. */
export async function hasAdmin(db: Db): Promise<boolean> {
  const admin = await db
    .selectFrom('users')
    .select('user_id')
    .where('role', '=', 'admin')
    .limit(1)
    .executeTakeFirst()
  return admin !== undefined
}

interface SetupLink {
  token_hash: Buffer
  created_at: Date
  expires_at: Date
}

/** Puts a link in the place of the one before; waits for whoever is spending that one. */
export async function replaceSetupLink(trx: Trx, link: SetupLink): Promise<void> {
  await trx
    .insertInto('setup_link')
    .values(link)
    .onConflict((conflict) => conflict.column('is_only').doUpdateSet(link))
    .execute()
}

/** When a good link ends. */
export async function findSetupLink(db: Db, token_hash: Buffer, now: Date): Promise<Date | undefined> {
  const link = await db
    .selectFrom('setup_link')
    .select('expires_at')
    .where('token_hash', '=', token_hash)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return link?.expires_at
}

/** False when the link is not good; of two calls at once the second waits for the first, and gets false. */
export async function spendSetupLink(trx: Trx, token_hash: Buffer, now: Date): Promise<boolean> {
  const spent = await trx
    .deleteFrom('setup_link')
    .where('token_hash', '=', token_hash)
    .where('expires_at', '>', now)
    .returning('expires_at')
    .executeTakeFirst()
  return spent !== undefined
}

export async function removeSetupLink(trx: Trx): Promise<void> {
  await trx.deleteFrom('setup_link').execute()
}
