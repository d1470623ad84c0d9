import * as audit from '../audit/audit.ts'
import { AppError } from '../platform/errors.ts'
import type { AccountDeps, Client, IssuedSession } from './accounts.ts'
import { parseEmail } from './email.ts'
import * as queries from './queries.ts'
import { openSession } from './sessions.ts'
import type { SessionMode } from './tables.ts'

/**
 * Signs in with a password. An unknown address costs the same work and gets the same answer as a wrong password; that an
 * account is disabled is told only to who knows its password.
 * @throws AppError 401 `invalid_credentials`, 403 `account_disabled` or `email_not_verified`, 503 `busy`.
 */
export async function logIn(
  deps: AccountDeps,
  input: { email: string; password: string; session_mode?: SessionMode },
  client: Client,
): Promise<IssuedSession> {
  const identity = parseEmail(input.email)?.identity
  const user = identity === undefined ? undefined : await queries.findForLogin(deps.db, identity)
  const matches = await deps.hasher.verify(input.password, user?.password_hash ?? user?.pending_hash)
  const now = deps.clock()
  if (!matches || !user || user.deletion_at) {
    await recordFailure(deps, user?.user_id, client)
    throw new AppError(401, 'invalid_credentials', 'Address or password is wrong.', {
      headers: { 'www-authenticate': 'Bearer realm="api"' },
    })
  }
  if (user.disabled_at) throw new AppError(403, 'account_disabled', 'This account is disabled.')
  if (!user.password_hash || (deps.email_verification_required && !user.email_verified_at)) {
    throw new AppError(403, 'email_not_verified', 'Confirm your address with the link in the mail first.')
  }
  if (deps.hasher.isOutdated(user.password_hash)) {
    const renewed = await deps.hasher.hash(input.password)
    await queries.setPasswordHash(deps.db, user.user_id, user.password_hash, renewed)
  }
  return deps.db.transaction().execute(async (trx) => {
    const locked = await queries.lockUser(trx, user.user_id)
    if (!locked) throw new AppError(401, 'invalid_credentials', 'Address or password is wrong.')
    await audit.record(trx, 'login_ok', client, { actor: user.user_id })
    const mode = input.session_mode ?? 'both'
    return openSession(trx, { ...user, ...locked }, { mode, client, lifetimes: deps.lifetimes, now })
  })
}

async function recordFailure(deps: AccountDeps, user_id: string | undefined, client: Client): Promise<void> {
  await deps.db.transaction().execute((trx) => {
    const subject = user_id ? { subject: user_id } : {}
    return audit.record(trx, 'login_failed', client, { actor: 'anonymous', ...subject })
  })
}
