import * as audit from '../../audit/audit.ts'
import { hashToken } from '../../platform/secrets/secret-token.ts'
import { redeemInviteOf } from './signup-bonus.ts'
import type { AccountDeps, Client } from '../account/context.ts'
import { identityOf } from '../account/email.ts'
import { forgetFailures } from '../credentials/lock.ts'
import { findVerification } from './mail-token-queries.ts'
import { badMailToken, consumeMailToken, voidMailTokens } from './mail-links.ts'
import { confirmAddress, getContact } from '../account/user-queries.ts'

/**
 * Confirms the address that a link was mailed to. A new account gets the password and nickname of the registration that sent this
 * link. Signs nobody in. A second call is no error, since mail scanners follow links before people do.
 * @throws AppError 400 `invalid_or_expired_token`.
 */
export async function verifyEmail(
  deps: AccountDeps,
  token: string,
  client: Client,
): Promise<{ already_verified: boolean }> {
  const now = deps.clock()
  return deps.db.transaction().execute(async (trx) => {
    const spent = await consumeMailToken(trx, 'verify', token, now)
    if (!spent) {
      const known = await findVerification(trx, hashToken(token), now)
      if (!known?.email_verified_at) throw badMailToken()
      return { already_verified: true }
    }
    const { user_id, payload } = spent
    const { password_hash, nickname } = payload
    const snapshot =
      typeof password_hash === 'string' && typeof nickname === 'string'
        ? { password_hash, nickname }
        : undefined
    const confirmed = await confirmAddress(trx, user_id, snapshot, now)
    await voidMailTokens(trx, user_id, ['verify'], now) // so that nobody sets the password of another attempt
    if (confirmed) {
      await redeemInviteOf(trx, user_id, [payload], now)
      await audit.record(trx, 'verify', client, { actor: user_id })
      await forgetFailures(trx, deps, identityOf((await getContact(trx, user_id)).email))
    }
    return { already_verified: !confirmed }
  })
}
