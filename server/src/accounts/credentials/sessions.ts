import { randomUUID } from 'node:crypto'
import type { Trx } from '../../platform/db/database.ts'
import { createToken, hashToken } from '../../platform/secrets/secret-token.ts'
import {
  after,
  earlier,
  type Client,
  type IssuedSession,
  type Lifetimes,
  lifetimesOf,
} from '../account/context.ts'
import type { SessionMode, UserRole } from '../account/tables.ts'
import { endSurplusSessions } from './end-sessions.ts'
import * as sessions from './session-queries.ts'
import * as tokens from './token-queries.ts'

/** A login ends the least recently used sessions beyond these. */
const maxSessions = 20

/** Opens a session with a refresh token, an access token and a cookie. The caller has locked the user. */
export async function openSession(
  trx: Trx,
  user: { user_id: string; auth_epoch: number; role: UserRole },
  options: { mode: SessionMode; mfa?: boolean; client: Client; lifetimes: Lifetimes; now: Date },
): Promise<IssuedSession> {
  const { mode, client, now } = options
  const lifetimes = lifetimesOf(user.role, options.lifetimes)
  await endSurplusSessions(trx, user.user_id, maxSessions - 1, now)
  const session_id = randomUUID()
  const cookie = mode === 'token' ? null : createToken('svss_')
  const absolute_expires_at = after(now, lifetimes.session_absolute_s)
  await sessions.insert(
    trx,
    {
      session_id,
      user_id: user.user_id,
      auth_epoch: user.auth_epoch,
      mode,
      mfa: options.mfa ?? false,
      cookie_hash: cookie === null ? null : hashToken(cookie),
      ip: client.ip,
      user_agent: client.user_agent?.slice(0, 256) ?? null,
      idle_expires_at: earlier(after(now, lifetimes.refresh_idle_s), absolute_expires_at),
      absolute_expires_at,
    },
    now,
  )
  const tokens = await issueTokens(trx, { session_id, absolute_expires_at }, lifetimes, now)
  return { session_id, mode, cookie, ...tokens }
}

/** Issues a new pair of tokens; neither outlives the session's absolute end. */
export async function issueTokens(
  trx: Trx,
  session: { session_id: string; absolute_expires_at: Date },
  lifetimes: Lifetimes,
  now: Date,
): Promise<Pick<IssuedSession, 'access_token' | 'refresh_token' | 'expires_in' | 'refresh_expires_in'>> {
  const access_token = createToken('svat_')
  const refresh_token = createToken('svrt_')
  const access_expires_at = earlier(after(now, lifetimes.access_token_s), session.absolute_expires_at)
  const refresh_expires_at = earlier(after(now, lifetimes.refresh_idle_s), session.absolute_expires_at)
  const { session_id } = session
  await tokens.insertRefreshToken(trx, {
    token_hash: hashToken(refresh_token),
    session_id,
    expires_at: refresh_expires_at,
  })
  await tokens.insertAccessToken(trx, {
    token_hash: hashToken(access_token),
    session_id,
    expires_at: access_expires_at,
  })
  return {
    access_token,
    refresh_token,
    expires_in: secondsUntil(access_expires_at, now),
    refresh_expires_in: secondsUntil(refresh_expires_at, now),
  }
}

/** Replaces a session's cookie. Returns the new one, which is in the clear only here; null for a session that has none. */
export async function renewCookie(trx: Trx, session_id: string): Promise<string | null> {
  const cookie = createToken('svss_')
  return (await sessions.replaceCookie(trx, session_id, hashToken(cookie))) ? cookie : null
}

function secondsUntil(instant: Date, now: Date): number {
  return Math.floor((instant.getTime() - now.getTime()) / 1000)
}
