import * as audit from '../../audit/audit.ts'
import { enqueueMail } from '../../outbox/outbox.ts'
import { finalConflict } from '../../platform/errors.ts'
import type { SessionPrincipal } from '../../platform/http/principal.ts'
import type { AccountDeps, Client } from '../account/context.ts'
import { mfaEnabledMail } from '../../mail/mail.ts'
import { lockUser } from '../account/user-queries.ts'
import { createRecoveryCodes } from './recovery-codes.ts'
import { readTotp, wrongCode } from './code.ts'
import { secretName, stepOfCode } from './totp.ts'
import { getContact } from '../account/user-queries.ts'
import { alreadyEnabled, hasSecondFactor, keepOnlyThisSession } from './factor.ts'
import * as totp from './totp-queries.ts'
import * as recoveryCodes from './recovery-code-queries.ts'

/**
 * Turns the second factor on with a first code of the app, and spends it. Recovery codes are in the clear only here. The other
 * sessions, which passed no second factor, end.
 * @throws AppError 400 `invalid_mfa_code`, 409 `mfa_already_enabled` or `mfa_setup_missing`.
 */
export async function confirmTotp(
  deps: AccountDeps,
  principal: SessionPrincipal,
  input: { code: string },
  client: Client,
): Promise<{ recovery_codes: string[]; cookie: string | null }> {
  const { user_id } = principal
  const code = readTotp(input.code)
  const now = deps.clock()
  const pending = await totp.findPending(deps.db, user_id, now)
  if (!pending) {
    if (await hasSecondFactor(deps.db, user_id)) throw alreadyEnabled()
    throw setupMissing()
  }
  const { secret_enc } = pending
  const step = await stepOfCode(deps.secrets.ring.open(secretName(user_id), secret_enc), code, now)
  if (step === undefined) throw wrongCode()
  const { email } = await getContact(deps.db, user_id)
  const set = await createRecoveryCodes(deps.hasher)
  const cookie = await deps.db.transaction().execute(async (trx) => {
    await lockUser(trx, user_id) // so that no login opens a session with the password alone
    if (!(await totp.confirm(trx, user_id, secret_enc, step, now))) throw setupMissing()
    await recoveryCodes.replace(trx, user_id, set)
    await audit.record(trx, 'mfa_enabled', client, { actor: user_id })
    await enqueueMail(trx, email, mfaEnabledMail(client.language))
    return keepOnlyThisSession(trx, principal, true, now)
  })
  return { recovery_codes: set.codes, cookie }
}

function setupMissing() {
  return finalConflict('mfa_setup_missing', 'Begin the set-up again: there is none, or it is over.')
}
