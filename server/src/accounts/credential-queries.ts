import type { Db } from '../platform/db/database.ts'

export async function findSessionOfRefreshToken(db: Db, token_hash: Buffer): Promise<string | undefined> {
  const row = await db
    .selectFrom('refresh_tokens')
    .select('session_id')
    .where('token_hash', '=', token_hash)
    .executeTakeFirst()
  return row?.session_id
}
