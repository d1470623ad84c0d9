import * as audit from '../../audit/audit.ts'
import { passwordWasResetMail } from '../../mail/mail.ts'
import { enqueueMail } from '../../outbox/outbox.ts'
import { invalid } from '../../platform/errors.ts'
import { hashToken } from '../../platform/secrets/secret-token.ts'
import type { AccountDeps, Client } from '../account/context.ts'
import { findLive, findVerifyPayloads } from './mail-token-queries.ts'
import { identityOf } from '../account/email.ts'
import { forgetFailures } from '../credentials/lock.ts'
import { passwordProblem } from '../credentials/password.ts'
import { redeemInviteOf } from './signup-bonus.ts'
import { badMailToken, consumeMailToken, voidMailTokens } from './mail-links.ts'
import { hasSecondFactor } from '../second-factor/factor.ts'
import { confirmAddress, setPassword } from '../account/user-queries.ts'
import { revokeEverything } from '../credentials/end-sessions.ts'

/**
 * Sets a new password with a mailed link. Every session ends, the address is confirmed, and open links are void, except those
 * that undo a change of address or a deletion. Signs nobody in.
 * @throws AppError 400 `invalid_or_expired_token`; ValidationError for a weak password, which does not spend the link.
 */
export async function resetPassword(
  deps: AccountDeps,
  input: { token: string; new_password: string; revoke_api_keys?: boolean },
  client: Client,
): Promise<{ mfa_required: boolean }> {
  // Checked before it is spent: hashing is expensive, and a weak password must not spend the link.
  const live = await findLive(deps.db, hashToken(input.token), 'reset', deps.clock())
  if (!live) throw badMailToken()
  const problem = passwordProblem(input.new_password, live, deps.password_blocklist)
  if (problem) throw invalid(['body', 'new_password'], problem)
  const password_hash = await deps.hasher.hash(input.new_password)
  const now = deps.clock()
  return deps.db.transaction().execute(async (trx) => {
    const spent = await consumeMailToken(trx, 'reset', input.token, now)
    const user = spent && (await setPassword(trx, spent.user_id, password_hash, now))
    if (!user) throw badMailToken()
    const { user_id } = spent
    if (await confirmAddress(trx, user_id, undefined, now)) {
      await redeemInviteOf(trx, user_id, await findVerifyPayloads(trx, user_id), now)
      await audit.record(trx, 'verify', client, { actor: user_id })
    }
    await revokeEverything(trx, user_id, 'password', now)
    await forgetFailures(trx, deps, identityOf(user.email))
    await voidMailTokens(trx, user_id, ['reset', 'change_password', 'change_email', 'verify'], now)
    await audit.record(trx, 'password_reset', client, { actor: user_id })
    if (input.revoke_api_keys) await deps.revokeApiKeys(trx, user_id, client, now)
    await enqueueMail(trx, user.email, passwordWasResetMail(client.language))
    return { mfa_required: await hasSecondFactor(trx, user_id) }
  })
}
