import type { SessionPrincipal } from '../../platform/http/principal.ts'
import { after, type AccountDeps, type Client } from '../account/context.ts'
import { checkPassword, lockIfPasswordUnchanged } from '../credentials/check-password.ts'
import { createTotpSecret, secretName, totpUrl } from './totp.ts'
import { getContact } from '../account/user-queries.ts'
import { alreadyEnabled } from './factor.ts'
import * as totp from './totp-queries.ts'

const lifetime_s = 600

/**
 * Begins to enrol an authenticator app. Nothing changes until `confirmTotp`; a second call replaces an unconfirmed set-up.
 * @throws AppError 400 `invalid_password`, 409 `mfa_already_enabled`, 423 `account_locked`.
 */
export async function setUpTotp(
  deps: AccountDeps,
  { user_id }: SessionPrincipal,
  input: { password: string },
  client: Client,
): Promise<{ secret: string; otpauth_url: string; expires_in: number }> {
  const checked = await checkPassword(deps, user_id, input.password, client)
  const { email } = await getContact(deps.db, user_id)
  const secret = createTotpSecret()
  const secret_enc = deps.secrets.ring.seal(secretName(user_id), secret)
  const expires_at = after(deps.clock(), lifetime_s)
  await deps.db.transaction().execute(async (trx) => {
    await lockIfPasswordUnchanged(trx, user_id, checked)
    if (!(await totp.insertPending(trx, { user_id, secret_enc, expires_at }))) throw alreadyEnabled()
  })
  return { secret, otpauth_url: totpUrl(secret, email), expires_in: lifetime_s }
}
