import { type ExpressionBuilder, sql } from 'kysely'
import { findByHash } from '../../platform/db/by-hash.ts'
import type { Db, Tables } from '../../platform/db/database.ts'
import { statement, type Values } from '../../platform/db/statement.ts'

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

type Hashes = { hashes: readonly Buffer[] }

const listByAccessToken = statement(
  (db, value: Values<Hashes>) =>
    sessions(db)
      .innerJoin('access_tokens as token', 'token.session_id', 'session.session_id')
      .select(['token.expires_at', 'token.token_hash as hash'])
      .where('token.token_hash', '=', sql<Buffer>`any(${value('hashes')}::bytea[])`),
  { shares: true },
)

const listByCookie = statement(
  (db, value: Values<Hashes>) =>
    sessions(db)
      .select(sql<Buffer>`session.cookie_hash`.as('hash'))
      .where('session.cookie_hash', '=', sql<Buffer>`any(${value('hashes')}::bytea[])`),
  { shares: true },
)

/**
 * Finds sessions by the hash of a credential. Requests at once share one read. Nothing is cached, so that a revoked session is
 * refused from the next request on, in every process.
 */
export function createCallers(db: Db) {
  return {
    byAccessToken: findByHash((hashes) => listByAccessToken(db, { hashes })),
    byCookie: findByHash((hashes) => listByCookie(db, { hashes })),
  }
}

export function findForLogin(db: Db, email_identity: string) {
  return db
    .selectFrom('users')
    .select(['user_id', 'password_hash', 'deletion_at'])
    .select(pendingPasswordHash)
    .where('email_identity', '=', email_identity)
    .executeTakeFirst()
}

/** The password of the newest attempt to register an unconfirmed address. */
function pendingPasswordHash(eb: ExpressionBuilder<Tables, 'users'>) {
  return eb
    .selectFrom('mail_tokens')
    .select(sql<string>`payload ->> 'password_hash'`.as('pending_hash'))
    .whereRef('mail_tokens.user_id', '=', 'users.user_id')
    .where('users.email_verified_at', 'is', null)
    .where('purpose', '=', 'verify')
    .where('consumed_at', 'is', null)
    .orderBy('mail_tokens.created_at', 'desc')
    .limit(1)
    .as('pending_hash')
}
