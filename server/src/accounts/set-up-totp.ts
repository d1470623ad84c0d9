import type { SessionPrincipal } from '../platform/http/principal.ts'
import { after, type AccountDeps, type Client } from './context.ts'
import { checkPassword, lockUnchanged } from './check-password.ts'
import { getContact } from './password-queries.ts'
import { alreadyEnabled } from './mfa.ts'
import * as queries from './mfa-queries.ts'
import { createTotpSecret, secretName, totpUrl } from './totp.ts'

const lifetime_s = 600

/**
 * Begins to enrol an authenticator app: nothing changes until a code of it is confirmed. A new set-up takes the place of
 * one that was not.
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
    await lockUnchanged(trx, user_id, checked)
    if (!(await queries.insertPending(trx, { user_id, secret_enc, expires_at }))) throw alreadyEnabled()
  })
  return { secret, otpauth_url: totpUrl(secret, email), expires_in: lifetime_s }
}
