import type { Selectable } from 'kysely'
import type { Db, Trx } from '../../platform/db/database.ts'
import type { AccountTables, EndReason } from '../account/tables.ts'

type SessionRow = Selectable<AccountTables['sessions']>

export async function insert(
  trx: Trx,
  session: Omit<SessionRow, 'created_at' | 'last_seen_at' | 'ended_at' | 'end_reason' | 'revoked_at'>,
  now: Date,
): Promise<void> {
  await trx
    .insertInto('sessions')
    .values({ ...session, created_at: now, last_seen_at: now })
    .execute()
}

/** Lists sessions that can still be used, the most recently used first. */
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

export function findByCookie(db: Db, cookie_hash: Buffer) {
  return db
    .selectFrom('sessions')
    .select(['session_id', 'user_id'])
    .where('cookie_hash', '=', cookie_hash)
    .executeTakeFirst()
}

/** Locks a session, before its tokens. */
export async function lock(trx: Trx, session_id: string): Promise<void> {
  await trx
    .selectFrom('sessions')
    .select('session_id')
    .where('session_id', '=', session_id)
    .forNoKeyUpdate()
    .execute()
}

export async function extend(trx: Trx, session_id: string, idle_expires_at: Date, now: Date): Promise<void> {
  await trx
    .updateTable('sessions')
    .set({ idle_expires_at, last_seen_at: now })
    .where('session_id', '=', session_id)
    .execute()
}

export async function touch(
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

/** False for a session without a cookie, or an ended one. */
export async function replaceCookie(trx: Trx, session_id: string, cookie_hash: Buffer): Promise<boolean> {
  const replaced = await trx
    .updateTable('sessions')
    .set({ cookie_hash })
    .where('session_id', '=', session_id)
    .where('cookie_hash', 'is not', null)
    .where('ended_at', 'is', null)
    .returning('session_id')
    .executeTakeFirst()
  return replaced !== undefined
}

export async function setMfa(trx: Trx, session_id: string, mfa: boolean): Promise<void> {
  await trx.updateTable('sessions').set({ mfa }).where('session_id', '=', session_id).execute()
}

/** One session of a user, all but one, or all. */
export type Which = { only?: string; except?: string }

/** Ends open sessions of a user and returns their ids. Their access tokens are dead too. */
export async function end(
  trx: Trx,
  user_id: string,
  which: Which,
  reason: EndReason,
  now: Date,
): Promise<string[]> {
  const ended = await trx
    .updateTable('sessions')
    .set({ ended_at: now, revoked_at: now, end_reason: reason })
    .where('user_id', '=', user_id)
    .where('ended_at', 'is', null)
    .$if('only' in which, (sessions) => sessions.where('session_id', '=', which.only!))
    .$if('except' in which, (sessions) => sessions.where('session_id', '!=', which.except!))
    .returning('session_id')
    .execute()
  return ended.map(({ session_id }) => session_id)
}

/** Ends all but the `keep` sessions that were used last, and returns the ids of those that ended. */
export async function endSurplus(trx: Trx, user_id: string, keep: number, now: Date): Promise<string[]> {
  const ended = await trx
    .updateTable('sessions')
    .set({ ended_at: now, revoked_at: now, end_reason: 'replaced' })
    .where('session_id', 'in', (eb) =>
      eb
        .selectFrom('sessions')
        .select('session_id')
        .where('user_id', '=', user_id)
        .where('ended_at', 'is', null)
        .orderBy('last_seen_at', 'desc')
        .orderBy('session_id')
        .offset(keep),
    )
    .where('ended_at', 'is', null)
    .returning('session_id')
    .execute()
  return ended.map(({ session_id }) => session_id)
}

/** Ends a session whose access tokens live on until they expire. False when it had ended before. */
export async function logOut(trx: Trx, session_id: string, now: Date): Promise<boolean> {
  const session = await trx
    .updateTable('sessions')
    .set({ ended_at: now, end_reason: 'logout' })
    .where('session_id', '=', session_id)
    .where('ended_at', 'is', null)
    .returning('session_id')
    .executeTakeFirst()
  return session !== undefined
}

/** Shortens the lifetimes of open sessions to at most these. */
export async function capLifetimes(trx: Trx, user_id: string, idle: Date, absolute: Date): Promise<void> {
  await trx
    .updateTable('sessions')
    .set((eb) => ({
      idle_expires_at: eb.fn<Date>('least', ['idle_expires_at', eb.val(idle), eb.val(absolute)]),
      absolute_expires_at: eb.fn<Date>('least', ['absolute_expires_at', eb.val(absolute)]),
    }))
    .where('user_id', '=', user_id)
    .where('ended_at', 'is', null)
    .execute()
}

export async function summarize(
  db: Db,
  user_id: string,
  now: Date,
): Promise<{ active_sessions: number; last_seen_at: Date | null }> {
  return db
    .selectFrom('sessions')
    .select((eb) => [
      eb.fn
        .countAll<number>()
        .filterWhere('ended_at', 'is', null)
        .filterWhere('idle_expires_at', '>', now)
        .filterWhere('absolute_expires_at', '>', now)
        .as('active_sessions'),
      eb.fn.max('last_seen_at').as('last_seen_at'),
    ])
    .where('user_id', '=', user_id)
    .executeTakeFirstOrThrow()
}

/** Ends every session there is; returns how many. */
export async function endAllSessions(db: Db, now: Date): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('sessions')
    .set({ ended_at: now, end_reason: 'revoked', revoked_at: now })
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}
