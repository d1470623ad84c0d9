import { limitTable } from '../../platform/limit-table.ts'
import * as audit from '../../audit/audit.ts'
import { reuseAlarmMail } from '../../mail/mail.ts'
import { enqueueMail } from '../../outbox/outbox.ts'
import { AppError, unauthorized } from '../../platform/errors.ts'
import { hashToken } from '../../platform/secrets/secret-token.ts'
import { after, type AccountDeps, type Client, type IssuedSession, lifetimesOf } from '../account/context.ts'
import { issueTokens } from '../credentials/sessions.ts'
import { getContact, lockUser } from '../account/user-queries.ts'
import { earlier } from '../account/context.ts'
import { revokeEverything } from '../credentials/end-sessions.ts'
import * as tokens from '../credentials/token-queries.ts'
import * as sessions from '../credentials/session-queries.ts'

type RefreshToken = NonNullable<Awaited<ReturnType<typeof tokens.lockRefreshToken>>>

/**
 * Decides about a refresh token. A spent one means that two parties hold it: every session of the account ends, unless both
 * requests were under way at the same time (one client with several tabs). A void token, say of a device that was signed out
 * remotely, is only refused: it must not sign out the other devices.
 */
export function judge(token: RefreshToken | undefined, now: Date): 'rotate' | 'overlap' | 'alarm' | 'refuse' {
  if (!token || token.expires_at <= now || token.state === 'void' || !token.epoch_is_current) return 'refuse'
  if (token.state === 'rotated' && token.overlapped) return 'overlap'
  if (token.state === 'rotated' || token.state === 'revoked') return 'alarm'
  const over =
    token.ended_at || token.disabled_at || token.idle_expires_at <= now || token.absolute_expires_at <= now
  return over ? 'refuse' : 'rotate'
}

/**
 * Spends a refresh token for a new pair of the same session.
 * @param arrived_at `performance.now()` when the request reached this process.
 * @throws AppError 409 `refresh_in_progress` for one of several at once, 401 `refresh_token_reused` (and all sessions of
 * the account are over), 401 `invalid_refresh_token`, 429 `rate_limited`.
 */
export async function refresh(
  deps: AccountDeps,
  refresh_token: string,
  client: Client,
  arrived_at: number,
): Promise<IssuedSession> {
  const token_hash = hashToken(refresh_token)
  const key = token_hash.toString('base64')
  if (deps.refreshing.has(key)) throw inProgress()
  deps.refreshing.add(key)
  try {
    const owner = await tokens.findOwner(deps.db, token_hash)
    if (!owner) throw notValid()
    await deps.limiter.take(limitTable.refresh, owner.session_id)
    return await rotate(deps, { token_hash, ...owner }, client, arrived_at)
  } finally {
    deps.refreshing.delete(key)
  }
}

async function rotate(
  deps: AccountDeps,
  { token_hash, user_id, session_id }: { token_hash: Buffer; user_id: string; session_id: string },
  client: Client,
  arrived_at: number,
): Promise<IssuedSession> {
  const now = deps.clock()
  const result = await deps.db.transaction().execute(async (trx) => {
    await lockUser(trx, user_id)
    await sessions.lock(trx, session_id)
    const token = await tokens.lockRefreshToken(trx, token_hash, performance.now() - arrived_at)
    const verdict = judge(token, now)
    if (verdict === 'alarm' && token) {
      await revokeEverything(trx, token.user_id, 'reuse', now)
      const { email } = await getContact(trx, token.user_id)
      await enqueueMail(trx, email, reuseAlarmMail(client.language))
      await audit.record(trx, 'refresh_reuse', client, { actor: token.user_id, subject: token.session_id })
    }
    if (verdict !== 'rotate' || !token) return verdict
    await tokens.spendRefreshToken(trx, token_hash)
    const lifetimes = lifetimesOf(token.role, deps.lifetimes)
    const idle_expires_at = earlier(after(now, lifetimes.refresh_idle_s), token.absolute_expires_at)
    await sessions.extend(trx, token.session_id, idle_expires_at, now)
    const issued = await issueTokens(trx, token, lifetimes, now)
    return { session_id: token.session_id, mode: token.mode, cookie: null, ...issued }
  })
  // Thrown after the commit: an exception inside would roll the alarm back.
  if (result === 'overlap') throw inProgress()
  if (result === 'alarm') {
    throw unauthorized(
      'refresh_token_reused',
      'This refresh token was used before; all sessions have been ended.',
    )
  }
  if (result === 'refuse' || result === 'rotate') throw notValid()
  return result
}

function notValid(): AppError {
  return unauthorized('invalid_refresh_token', 'The refresh token is not valid.')
}

function inProgress(): AppError {
  return new AppError(409, 'refresh_in_progress', 'This token is being refreshed by another request.', {
    headers: { 'retry-after': '1' },
  })
}
