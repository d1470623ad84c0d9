import * as audit from '../../audit/audit.ts'
import { enqueueMail } from '../../outbox/outbox.ts'
import type { SessionPrincipal } from '../../platform/http/principal.ts'
import type { AccountDeps, Client } from '../account/context.ts'
import { checkPassword, lockIfPasswordUnchanged } from '../credentials/check-password.ts'
import { requireSecondFactor } from './require-code.ts'
import { recoveryCodesRegeneratedMail } from '../../mail/mail.ts'
import { createRecoveryCodes } from './recovery-codes.ts'
import { readTotp } from './code.ts'
import { getContact } from '../account/user-queries.ts'
import * as recoveryCodes from './recovery-code-queries.ts'

/**
 * Issues ten new recovery codes and voids the old ones.
 * @throws AppError 400 `invalid_password` or `invalid_mfa_code`, 409 `mfa_not_enabled`, 423 `account_locked`.
 */
export async function renewRecoveryCodes(
  deps: AccountDeps,
  { user_id }: SessionPrincipal,
  input: { password: string; code: string },
  client: Client,
): Promise<{ recovery_codes: string[] }> {
  const totp = readTotp(input.code)
  const checked = await checkPassword(deps, user_id, input.password, client)
  const user = await getContact(deps.db, user_id)
  const set = await createRecoveryCodes(deps.hasher)
  await requireSecondFactor(deps, user, { code: { totp }, client }, async (trx) => {
    await lockIfPasswordUnchanged(trx, user_id, checked)
    await recoveryCodes.replace(trx, user_id, set)
    await audit.record(trx, 'recovery_codes_regenerated', client, { actor: user_id })
    await enqueueMail(trx, user.email, recoveryCodesRegeneratedMail(client.language))
  })
  return { recovery_codes: set.codes }
}
