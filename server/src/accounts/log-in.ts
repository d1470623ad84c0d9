import * as audit from '../audit/audit.ts'
import type { Trx } from '../platform/db/database.ts'
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
 * Signs in with a password, or asks for the second factor of an account that has one. An unknown address costs the same
 * work, gets the same answer and is locked in the same way as a wrong password; that an account is disabled is told only
 * to who knows its password.
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
  const outcome = await orTakeBack(deps.db, attempt, () => signIn(deps, identity, input, client)).catch(
    async (error: unknown) => {
      await deps.limiter.giveBack(failedLogins, from).catch(() => {})
      throw error
    },
  )
  if ('unmatched' in outcome) {
    await recordFailure(deps, attempt, outcome.unmatched, client)
    throw invalidCredentials()
  }
  await forgetAttempt(deps.db, attempt)
  await deps.limiter.giveBack(failedLogins, from)
  if ('refused' in outcome) throw outcome.refused
  return outcome.done
}

type Outcome =
  | { done: IssuedSession | MfaChallenge }
  /** The password was right, and does not help. */
  | { refused: AppError }
  | { unmatched: string | undefined }

/** How often a password is checked again when it was changed between the check and the session. */
const maxChecks = 3

async function signIn(
  deps: AccountDeps,
  identity: string,
  input: { password: string; session_mode?: SessionMode },
  client: Client,
): Promise<Outcome> {
  for (let checks = 0; checks < maxChecks; checks++) {
    const known = await checkCredentials(deps, identity, input.password)
    if ('unmatched' in known) return { unmatched: known.unmatched }
    const { email_verification_required } = await deps.settings()
    const outcome = await deps.db.transaction().execute(async (trx): Promise<Outcome | undefined> => {
      const user = await queries.lockUser(trx, known.user_id)
      // What was checked is not the password any more: a session of it would outlive its change.
      if (!user || user.deletion_at || user.password_hash !== known.password_hash) return undefined
      const refused = refusal(user, email_verification_required)
      if (refused) return { refused }
      const how = { mode: input.session_mode, identity, client }
      return { done: await open(deps, trx, { ...known, ...user }, how) }
    })
    if (outcome) return outcome
  }
  return { unmatched: undefined }
}

async function open(
  deps: AccountDeps,
  trx: Trx,
  user: queries.LockedUser & { user_id: string },
  { mode = 'both', identity, client }: { mode: SessionMode | undefined; identity: string; client: Client },
): Promise<IssuedSession | MfaChallenge> {
  const now = deps.clock()
  await audit.record(trx, 'login_ok', client, { actor: user.user_id })
  // Asked under the user's lock: whoever is just switching the second factor on ends what was opened before.
  if (await isMfaEnabled(trx, user.user_id)) return issueChallenge(trx, user, mode, now)
  const session = await openSession(trx, user, { mode, client, lifetimes: deps.lifetimes, now })
  return { ...session, device_cookie: renewDeviceCookie(deps, identity, client) }
}

function refusal(user: queries.LockedUser, email_verification_required: boolean): AppError | undefined {
  if (user.disabled_at) return new AppError(403, 'account_disabled', 'This account is disabled.')
  if (user.password_hash && (user.email_verified_at || !email_verification_required)) return undefined
  return new AppError(403, 'email_not_verified', 'Confirm your address with the link in the mail first.')
}

/** Whose password it is, with the hash it has now; or only who was meant. One hash on every path. */
async function checkCredentials(deps: AccountDeps, identity: string, password: string) {
  const user = await queries.findForLogin(deps.db, identity)
  const matches = await deps.hasher.verify(password, user?.password_hash ?? user?.pending_hash)
  if (!matches || !user || user.deletion_at) return { unmatched: user?.user_id }
  const { user_id, password_hash } = user
  if (password_hash === null || !deps.hasher.isOutdated(password_hash)) return { user_id, password_hash }
  const renewed = await deps.hasher.hash(password)
  const isRenewed = await queries.setPasswordHash(deps.db, user_id, password_hash, renewed)
  return { user_id, password_hash: isRenewed ? renewed : password_hash }
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
