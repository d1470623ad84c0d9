import * as audit from '../audit/audit.ts'
import { AppError } from '../platform/errors.ts'
import { limitSubject } from '../platform/rate-limit.ts'
import type { AccountDeps, Client, IssuedSession } from './context.ts'
import { issueChallenge, type MfaChallenge } from './challenge.ts'
import { renewDeviceCookie } from './device-cookie.ts'
import { parseEmail } from './email.ts'
import { type Attempt, countAttempt, forgetAttempt, orTakeBack, recordLock } from './lock.ts'
import { isEnabled as isMfaEnabled } from './mfa-queries.ts'
import * as queries from './queries.ts'
import { openSession } from './sessions.ts'
import type { SessionMode } from './tables.ts'

/** Many people may share an address, so only failures count. */
const failedLogins = { name: 'failed-logins', points: 50, per_s: 15 * 60 }

/**
 * Signs in with a password, or asks for the second factor of an account that has one. An unknown address costs the same work, gets the same answer and is locked in the same way as
 * a wrong password; that an account is disabled is told only to who knows its password.
 * @throws AppError 423 `account_locked`, 401 `invalid_credentials`, 403 `account_disabled` or `email_not_verified`, 429 `rate_limited`, 503 `busy`.
 */
export async function logIn(
  deps: AccountDeps,
  input: { email: string; password: string; session_mode?: SessionMode },
  client: Client,
): Promise<IssuedSession | MfaChallenge> {
  const from = limitSubject(client.ip)
  await deps.limiter.take(failedLogins, from)
  const identity = parseEmail(input.email)?.identity ?? input.email.trim().toLowerCase()
  const attempt = await countAttempt(deps, identity, client)
  const user = await orTakeBack(deps.db, attempt, () =>
    checkCredentials(deps, identity, input.password),
  ).catch(async (error: unknown) => {
    await deps.limiter.giveBack(failedLogins, from).catch(() => {})
    throw error
  })
  if ('unmatched' in user) {
    await recordFailure(deps, attempt, user.unmatched, client)
    throw invalidCredentials()
  }
  await forgetAttempt(deps.db, attempt)
  await deps.limiter.giveBack(failedLogins, from)
  if (user.disabled_at) throw new AppError(403, 'account_disabled', 'This account is disabled.')

  const { email_verification_required } = await deps.settings()
  if (!user.password_hash || (email_verification_required && !user.email_verified_at)) {
    throw new AppError(403, 'email_not_verified', 'Confirm your address with the link in the mail first.')
  }
  const now = deps.clock()
  return deps.db.transaction().execute(async (trx) => {
    const locked = await queries.lockUser(trx, user.user_id)
    if (!locked) throw invalidCredentials()
    await audit.record(trx, 'login_ok', client, { actor: user.user_id })
    const mode = input.session_mode ?? 'both'
    // Asked under the user's lock: whoever is just switching the second factor on ends what was opened before.
    if (await isMfaEnabled(trx, user.user_id)) {
      return issueChallenge(trx, { ...user, ...locked }, mode, now)
    }
    const how = { mode, client, lifetimes: deps.lifetimes, now }
    const session = await openSession(trx, { ...user, ...locked }, how)
    return { ...session, device_cookie: renewDeviceCookie(deps, identity, client) }
  })
}

/** The user whose password it is; or only who was meant. One hash on every path. */
async function checkCredentials(deps: AccountDeps, identity: string, password: string) {
  const user = await queries.findForLogin(deps.db, identity)
  const matches = await deps.hasher.verify(password, user?.password_hash ?? user?.pending_hash)
  if (!matches || !user || user.deletion_at) return { unmatched: user?.user_id }
  if (user.password_hash !== null && deps.hasher.isOutdated(user.password_hash)) {
    const renewed = await deps.hasher.hash(password)
    await queries.setPasswordHash(deps.db, user.user_id, user.password_hash, renewed)
  }
  return user
}

async function recordFailure(
  deps: AccountDeps,
  attempt: Attempt,
  user_id: string | undefined,
  client: Client,
): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    const subject = user_id ? { subject: user_id } : {}
    await audit.record(trx, 'login_failed', client, { actor: 'anonymous', ...subject })
    await recordLock(trx, attempt, client, user_id)
  })
}

function invalidCredentials(): AppError {
  return new AppError(401, 'invalid_credentials', 'Address or password is wrong.', {
    headers: { 'www-authenticate': 'Bearer realm="api"' },
  })
}
