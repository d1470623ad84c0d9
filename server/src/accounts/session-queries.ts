import type { Db, Trx } from '../platform/db/database.ts'

/** Sessions of a user that can still be used, the one used last first. */
export function listLive(db: Db, user_id: string, now: Date, limit: number) {
  return db
    .selectFrom('sessions as session')
    .innerJoin('users as user', (join) =>
      join.onRef('user.user_id', '=', 'session.user_id').onRef('user.auth_epoch', '=', 'session.auth_epoch'),
    )
    .select([
      'session.session_id',
      'session.created_at',
      'session.last_seen_at',
      'session.idle_expires_at',
      'session.absolute_expires_at',
      'session.ip',
      'session.user_agent',
      'session.mfa',
      'session.mode',
    ])
    .where('session.user_id', '=', user_id)
    .where('session.ended_at', 'is', null)
    .where('session.idle_expires_at', '>', now)
    .where('session.absolute_expires_at', '>', now)
    .orderBy('session.last_seen_at', 'desc')
    .orderBy('session.session_id')
    .limit(limit)
    .execute()
}

export function findLive(trx: Trx, user_id: string, session_id: string) {
  return trx
    .selectFrom('sessions')
    .select('session_id')
    .where('session_id', '=', session_id)
    .where('user_id', '=', user_id)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
}
