import * as audit from '../../audit/audit.ts'
import { enqueueMail } from '../../outbox/outbox.ts'
import type { SessionPrincipal } from '../../platform/http/principal.ts'
import type { AccountDeps, Client } from '../account/context.ts'
import { checkPassword, lockIfPasswordUnchanged } from '../credentials/check-password.ts'
import { requireSecondFactor } from './require-code.ts'
import { mfaDisabledMail } from '../../mail/mail.ts'
import { readCode } from './code.ts'
import { getContact } from '../account/user-queries.ts'
import { keepOnlyThisSession, removeFactor } from './factor.ts'

/**
 * Turns the second factor off. Takes the password and a code; the other sessions end.
 * @throws AppError 400 `invalid_password` or `invalid_mfa_code`, 409 `mfa_not_enabled`, 423 `account_locked`.
 */
export async function disableTotp(
  deps: AccountDeps,
  principal: SessionPrincipal,
  input: { password: string; code?: string | null; recovery_code?: string | null },
  client: Client,
): Promise<{ cookie: string | null }> {
  const { user_id } = principal
  const code = readCode(input)
  const checked = await checkPassword(deps, user_id, input.password, client)
  const user = await getContact(deps.db, user_id)
  const cookie = await requireSecondFactor(deps, user, { code, client }, async (trx) => {
    await lockIfPasswordUnchanged(trx, user_id, checked)
    await removeFactor(trx, user_id)
    await audit.record(trx, 'mfa_disabled', client, { actor: user_id })
    await enqueueMail(trx, user.email, mfaDisabledMail(client.language))
    return keepOnlyThisSession(trx, principal, false, deps.clock())
  })
  return { cookie }
}
