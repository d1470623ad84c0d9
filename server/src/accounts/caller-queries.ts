import type { Db } from '../platform/db/database.ts'

const caller = [
  'session.session_id',
  'session.user_id',
  'session.mfa',
  'session.created_at',
  'session.ended_at',
  'session.revoked_at',
  'session.last_seen_at',
  'session.idle_expires_at',
  'session.absolute_expires_at',
  'user.role',
  'user.disabled_at',
] as const

function sessions(db: Db) {
  return db
    .selectFrom('sessions as session')
    .innerJoin('users as user', (join) =>
      join.onRef('user.user_id', '=', 'session.user_id').onRef('user.auth_epoch', '=', 'session.auth_epoch'),
    )
    .select(caller)
}

/** One indexed read per request, and no cache: what is revoked is dead at the next request, in every process. */
export function findByAccessToken(db: Db, token_hash: Buffer) {
  return sessions(db)
    .innerJoin('access_tokens as token', 'token.session_id', 'session.session_id')
    .select('token.expires_at')
    .where('token.token_hash', '=', token_hash)
    .executeTakeFirst()
}

export function findByCookie(db: Db, cookie_hash: Buffer) {
  return sessions(db).where('session.cookie_hash', '=', cookie_hash).executeTakeFirst()
}

export async function touchSession(
  db: Db,
  session_id: string,
  now: Date,
  idle_expires_at: Date | undefined,
): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ last_seen_at: now, ...(idle_expires_at && { idle_expires_at }) })
    .where('session_id', '=', session_id)
    .where('ended_at', 'is', null)
    .execute()
}
