import { limitTable } from '../../platform/limit-table.ts'
import * as audit from '../../audit/audit.ts'
import type { Trx } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import { limitSubject } from '../../platform/rate-limit.ts'
import type { AccountDeps, Client, IssuedSession } from '../account/context.ts'
import { issueChallenge, type MfaChallenge } from '../second-factor/challenge.ts'
import { renewDeviceCookie } from '../credentials/device-cookie.ts'
import { parseEmail } from '../account/email.ts'
import { limitFailures } from '../credentials/failures.ts'
import { type NewLocks, type Checked, recordLocks, checkSecret } from '../credentials/lock.ts'
import { openSession } from '../credentials/sessions.ts'
import type { SessionMode } from '../account/tables.ts'
import { hasSecondFactor } from '../second-factor/factor.ts'
import { type LockedUser, lockUser, setPasswordHash } from '../account/user-queries.ts'
import * as queries from './queries.ts'

/**
 * Signs in with a password, or asks for the second factor of an account that has one. An unknown address costs the same work, gets
 * the same answer and is locked in the same way as a wrong password. Only the right password tells that an account is disabled.
 * @throws AppError 423 `account_locked`, 401 `invalid_credentials`, 403 `account_disabled` or `email_not_verified`, 429 `rate_limited`, 503 `busy`.
 */
export async function logIn(
  deps: AccountDeps,
  input: { email: string; password: string; session_mode?: SessionMode },
  client: Client,
): Promise<IssuedSession | MfaChallenge> {
  const outcome = await limitFailures(
    deps,
    limitTable['failed-logins'],
    limitSubject(client.ip),
    async () => {
      const identity = parseEmail(input.email)?.identity ?? input.email.trim().toLowerCase()
      const who = { identity, client, factor: 'password' } as const
      const result = await checkSecret(deps, who, () => signIn(deps, identity, input, client))
      if ('right' in result) return result.right
      await recordFailure(deps, result, client)
      throw invalidCredentials()
    },
  )
  if ('refused' in outcome) throw outcome.refused
  return outcome.done
}

/** What follows a right password. */
type Outcome = { done: IssuedSession | MfaChallenge } | { refused: AppError }
interface Unmatched {
  /** The owner of the address, if there is one. */
  user_id: string | undefined
}

/** How often a password is checked, if it changes between the check and the opening of the session. */
const maxChecks = 3

async function signIn(
  deps: AccountDeps,
  identity: string,
  input: { password: string; session_mode?: SessionMode },
  client: Client,
): Promise<Checked<Outcome, Unmatched>> {
  for (let checks = 0; checks < maxChecks; checks++) {
    const known = await checkCredentials(deps, identity, input.password)
    if ('wrong' in known) return known
    const { right: owner } = known
    const { email_verification_required } = await deps.settings()
    const outcome = await deps.db.transaction().execute(async (trx): Promise<Outcome | undefined> => {
      const user = await lockUser(trx, owner.user_id)
      // The password has changed since the check: this session would survive the change.
      if (!user || user.deletion_at || user.password_hash !== owner.password_hash) return undefined
      const refused = refusal(user, email_verification_required)
      if (refused) return { refused }
      const how = { mode: input.session_mode, identity, client }
      return { done: await open(deps, trx, { ...owner, ...user }, how) }
    })
    if (outcome) return { right: outcome }
  }
  return { wrong: { user_id: undefined } }
}

async function open(
  deps: AccountDeps,
  trx: Trx,
  user: LockedUser & { user_id: string },
  { mode = 'both', identity, client }: { mode: SessionMode | undefined; identity: string; client: Client },
): Promise<IssuedSession | MfaChallenge> {
  const now = deps.clock()
  await audit.record(trx, 'login_ok', client, { actor: user.user_id })
  // Asked under the user's lock: turning the second factor on ends the sessions that were opened before.
  if (await hasSecondFactor(trx, user.user_id)) return issueChallenge(trx, user, mode, now)
  const session = await openSession(trx, user, { mode, client, lifetimes: deps.lifetimes, now })
  return { ...session, device_cookie: renewDeviceCookie(deps, identity, client) }
}

function refusal(user: LockedUser, email_verification_required: boolean): AppError | undefined {
  if (user.disabled_at) return new AppError(403, 'account_disabled', 'This account is disabled.')
  if (user.password_hash && (user.email_verified_at || !email_verification_required)) return undefined
  return new AppError(403, 'email_not_verified', 'Confirm your address with the link in the mail first.')
}

/** Checks address and password, with one hash on every path, and renews an outdated hash. */
async function checkCredentials(
  deps: AccountDeps,
  identity: string,
  password: string,
): Promise<Checked<{ user_id: string; password_hash: string | null }, Unmatched>> {
  const user = await queries.findForLogin(deps.db, identity)
  const matches = await deps.hasher.verify(password, user?.password_hash ?? user?.pending_hash)
  if (!matches || !user || user.deletion_at) return { wrong: { user_id: user?.user_id } }
  const { user_id, password_hash } = user
  if (password_hash === null || !deps.hasher.isOutdated(password_hash)) {
    return { right: { user_id, password_hash } }
  }
  const renewed = await deps.hasher.hash(password)
  const isRenewed = await setPasswordHash(deps.db, user_id, password_hash, renewed)
  return { right: { user_id, password_hash: isRenewed ? renewed : password_hash } }
}

async function recordFailure(
  deps: AccountDeps,
  { wrong, locks }: { wrong: Unmatched; locks: NewLocks },
  client: Client,
): Promise<void> {
  const { user_id } = wrong
  await deps.db.transaction().execute(async (trx) => {
    const subject = user_id ? { subject: user_id } : {}
    await audit.record(trx, 'login_failed', client, { actor: 'anonymous', ...subject })
    await recordLocks(trx, locks, client, user_id)
  })
}

function invalidCredentials(): AppError {
  return new AppError(401, 'invalid_credentials', 'Address or password is wrong.', {
    headers: { 'www-authenticate': 'Bearer realm="api"' },
  })
}
