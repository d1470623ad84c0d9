import type { Trx } from '../../platform/db/database.ts'
import type { EndReason } from '../account/tables.ts'
import { raiseEpoch } from '../account/user-queries.ts'
import * as sessions from './session-queries.ts'
import * as tokens from './token-queries.ts'

// Callers have locked the user. The order of locks is user, session, token.

/** Ends sessions with all their tokens; returns which. */
export async function endSessionsOf(
  trx: Trx,
  user_id: string,
  which: sessions.Which,
  reason: EndReason,
  now: Date,
): Promise<string[]> {
  const ended = await sessions.end(trx, user_id, which, reason, now)
  await tokens.endRefreshTokens(trx, ended, 'void')
  return ended
}

/** Ends all but the `keep` sessions that were used last. */
export async function endSurplusSessions(trx: Trx, user_id: string, keep: number, now: Date): Promise<void> {
  await tokens.endRefreshTokens(trx, await sessions.endSurplus(trx, user_id, keep, now), 'void')
}

/** Ends every session and every token of the account at once, also those that a request is just opening. */
export async function revokeEverything(
  trx: Trx,
  user_id: string,
  reason: EndReason,
  now: Date,
): Promise<void> {
  await raiseEpoch(trx, user_id, now)
  await endSessionsOf(trx, user_id, {}, reason, now)
}

/** Ends every session but one, which loses its refresh token and keeps its access token. */
export async function endOtherSessions(trx: Trx, user_id: string, kept: string, now: Date): Promise<void> {
  await endSessionsOf(trx, user_id, { except: kept }, 'password', now)
  await sessions.lock(trx, kept)
  await tokens.endRefreshTokens(trx, [kept], 'void')
}

/** Ends a session; its access tokens live until they expire. False when it had ended before. */
export async function logOutSession(trx: Trx, session_id: string, now: Date): Promise<boolean> {
  if (!(await sessions.logOut(trx, session_id, now))) return false
  await tokens.endRefreshTokens(trx, [session_id], 'revoked')
  return true
}
