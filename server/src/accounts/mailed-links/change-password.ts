import * as audit from '../../audit/audit.ts'
import { confirmPasswordChangeMail, passwordChangedMail } from '../../mail/mail.ts'
import { enqueueMail } from '../../outbox/outbox.ts'
import type { Trx } from '../../platform/db/database.ts'
import { invalid } from '../../platform/errors.ts'
import { renewCookie } from '../credentials/sessions.ts'
import type { AccountDeps, Client } from '../account/context.ts'
import { checkPassword, lockIfPasswordUnchanged } from '../credentials/check-password.ts'
import { issueMailLink } from './mail-links.ts'
import { passwordProblem } from '../credentials/password.ts'
import { badMailToken, consumeMailToken, voidMailTokens } from './mail-links.ts'
import { endOtherSessions, revokeEverything } from '../credentials/end-sessions.ts'
import { getContact, setPassword } from '../account/user-queries.ts'

export type PasswordChange =
  /** `cookie` is the session's new one; null when it has none. */
  | { status: 'changed'; cookie: string | null }
  | { status: 'confirmation_sent'; email: string; expires_in: number }

/**
 * Changes a signed-in user's password: at once, or with a mailed link where addresses have to be confirmed. The other sessions
 * end; the caller's keeps its access token and loses its refresh token.
 * @throws AppError 400 `invalid_password`; ValidationError for a weak new one.
 */
export async function changePassword(
  deps: AccountDeps,
  caller: { user_id: string; session_id: string },
  input: { old_password: string; new_password: string },
  client: Client,
): Promise<PasswordChange> {
  const { user_id, session_id } = caller
  const user = await getContact(deps.db, user_id)
  const problem = passwordProblem(input.new_password, user, deps.password_blocklist)
  if (problem) throw invalid(['body', 'new_password'], problem)
  const old = await checkPassword(deps, user_id, input.old_password, client)
  const password_hash = await deps.hasher.hash(input.new_password)
  const { email_verification_required } = await deps.settings()
  const now = deps.clock()
  return deps.db.transaction().execute(async (trx): Promise<PasswordChange> => {
    await lockIfPasswordUnchanged(trx, user_id, old)
    if (email_verification_required) {
      const order = { user_id, purpose: 'change_password', payload: { password_hash } } as const
      const link = await issueMailLink(deps, trx, order, now)
      await enqueueMail(trx, user.email, confirmPasswordChangeMail(client.language, link))
      return { status: 'confirmation_sent', email: masked(user.email), expires_in: link.expires_in_s }
    }
    await setPassword(trx, user_id, password_hash, now)
    await endOtherSessions(trx, user_id, session_id, now)
    const cookie = await renewCookie(trx, session_id)
    await announceChange(trx, { user_id, email: user.email }, client, now)
    return { status: 'changed', cookie }
  })
}

/**
 * Sets the password that was given to `changePassword`, and ends every session.
 * @throws AppError 400 `invalid_or_expired_token`.
 */
export async function confirmPasswordChange(deps: AccountDeps, token: string, client: Client): Promise<void> {
  const now = deps.clock()
  await deps.db.transaction().execute(async (trx) => {
    const spent = await consumeMailToken(trx, 'change_password', token, now)
    if (!spent) throw badMailToken()
    const { user_id } = spent
    const { password_hash } = spent.payload as { password_hash: string }
    const user = await setPassword(trx, user_id, password_hash, now)
    if (!user) throw badMailToken()
    await revokeEverything(trx, user_id, 'password', now)
    await announceChange(trx, { user_id, email: user.email }, client, now)
  })
}

/** Voids open links, records the change and mails the owner. */
async function announceChange(
  trx: Trx,
  { user_id, email }: { user_id: string; email: string },
  client: Client,
  now: Date,
): Promise<void> {
  await voidMailTokens(trx, user_id, ['reset', 'change_password', 'change_email'], now)
  await audit.record(trx, 'password_changed', client, { actor: user_id })
  await enqueueMail(trx, email, passwordChangedMail(client.language))
}

/** `a***@example.org` */
function masked(email: string): string {
  return email.replace(/^(.).*(?=@)/, '$1***')
}
