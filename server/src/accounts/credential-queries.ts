import type { Db } from '../platform/db/database.ts'

/** Whose refresh token this is. */
export function findOwnerOfRefreshToken(db: Db, token_hash: Buffer) {
  return db
    .selectFrom('refresh_tokens as token')
    .innerJoin('sessions as session', 'session.session_id', 'token.session_id')
    .select(['session.session_id', 'session.user_id', 'token.state'])
    .where('token.token_hash', '=', token_hash)
    .executeTakeFirst()
}

export function findOwnerOfCookie(db: Db, cookie_hash: Buffer) {
  return db
    .selectFrom('sessions')
    .select(['session_id', 'user_id'])
    .where('cookie_hash', '=', cookie_hash)
    .executeTakeFirst()
}
