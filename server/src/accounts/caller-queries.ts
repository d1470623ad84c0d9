import { sql } from 'kysely'
import { findByHash } from '../platform/db/by-hash.ts'
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

/**
 * Who holds a credential, by its hash. Indexed reads that requests share when they come at once, and no cache: what is revoked
 * is dead at the next request, in every process.
 */
export function createCallers(db: Db) {
  return {
    byAccessToken: findByHash((hashes) =>
      sessions(db)
        .innerJoin('access_tokens as token', 'token.session_id', 'session.session_id')
        .select(['token.expires_at', 'token.token_hash as hash'])
        .where('token.token_hash', '=', sql<Buffer>`any(${hashes}::bytea[])`)
        .execute(),
    ),
    byCookie: findByHash((hashes) =>
      sessions(db)
        .select(sql<Buffer>`session.cookie_hash`.as('hash'))
        .where('session.cookie_hash', '=', sql<Buffer>`any(${hashes}::bytea[])`)
        .execute(),
    ),
  }
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
