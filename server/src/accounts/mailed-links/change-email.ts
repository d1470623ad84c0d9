import { limitTable } from '../../platform/limit-table.ts'
import * as audit from '../../audit/audit.ts'
import {
  alreadyRegisteredMail,
  confirmEmailChangeMail,
  emailChangedMail,
  emailChangeMail,
} from '../../mail/mail.ts'
import { enqueueMail } from '../../outbox/outbox.ts'
import { violatedConstraint } from '../../platform/db/constraint.ts'
import { finalConflict } from '../../platform/errors.ts'
import type { Json } from '../../platform/json.ts'
import type { AccountDeps, Client } from '../account/context.ts'
import { checkPassword, lockIfPasswordUnchanged } from '../credentials/check-password.ts'
import { mayMail } from '../account/may-mail.ts'
import { forgotPasswordLink, issueMailLink, mailResetLink } from './mail-links.ts'
import { isReserved } from './mail-token-queries.ts'
import { checkedEmail } from '../account/email.ts'
import { badMailToken, consumeMailToken, voidMailTokens } from './mail-links.ts'
import { revokeEverything } from '../credentials/end-sessions.ts'
import {
  type Address,
  clearPassword,
  findByAddress,
  getContact,
  setAddress,
} from '../account/user-queries.ts'

/**
 * Asks for another address: the new one gets a link that confirms it, the old one a link that undoes the change for three days.
 * Only the mail to the new address tells whether it has an account already.
 * @throws AppError 400 `invalid_password`, 429 `rate_limited`; ValidationError.
 */
export async function changeEmail(
  deps: AccountDeps,
  caller: { user_id: string },
  input: { new_email: string; password: string },
  client: Client,
): Promise<void> {
  const { user_id } = caller
  const { address, identity } = checkedEmail(input.new_email, 'new_email')
  await deps.limiter.take(limitTable['change-email'], user_id)
  const checked = await checkPassword(deps, user_id, input.password, client)
  const may = await mayMail(deps.limiter, 'change-email', identity)
  const now = deps.clock()
  await deps.db.transaction().execute(async (trx) => {
    await lockIfPasswordUnchanged(trx, user_id, checked)
    const old = await getContact(trx, user_id)
    const undoOrder = { user_id, purpose: 'undo_email', payload: payloadOf(old) } as const
    const undo = await issueMailLink(deps, trx, undoOrder, now)
    await enqueueMail(trx, old.email, emailChangeMail(client.language, { ...undo, new_email: address }))

    const holder = await findByAddress(trx, identity)
    const payload = { email: address, email_identity: identity }
    const confirm = await issueMailLink(deps, trx, { user_id, purpose: 'change_email', payload }, now)
    if (!may) return
    if (holder && holder.user_id !== user_id) {
      const link = forgotPasswordLink(deps)
      await enqueueMail(trx, holder.email, alreadyRegisteredMail(client.language, { link }))
    } else {
      await enqueueMail(trx, address, confirmEmailChangeMail(client.language, confirm))
    }
  })
}

/**
 * Sets the new address. Links that were mailed to the old one are void, except the one that undoes the change.
 * @throws AppError 400 `invalid_or_expired_token`, also when the address was registered meanwhile.
 */
export async function confirmEmailChange(deps: AccountDeps, token: string, client: Client): Promise<void> {
  const now = deps.clock()
  await unlessTaken(badMailToken, () =>
    deps.db.transaction().execute(async (trx) => {
      const spent = await consumeMailToken(trx, 'change_email', token, now)
      if (!spent) throw badMailToken()
      const { user_id } = spent
      const old = await getContact(trx, user_id)
      const next = addressOf(spent.payload)
      if (await isReserved(trx, next.email_identity, user_id, now)) throw badMailToken()
      if (!(await setAddress(trx, user_id, next, now))) throw badMailToken()
      await voidMailTokens(trx, user_id, ['verify', 'reset', 'change_password', 'change_email'], now)
      await audit.record(trx, 'email_changed', client, { actor: user_id })
      await enqueueMail(trx, old.email, emailChangedMail(client.language, { new_email: next.email }))
    }),
  )
}

/**
 * Undoes a change of address, before or after it was confirmed. Since whoever asked for it knew the password, the password is
 * cleared, every session ends, and a link to choose a new password goes to the old address.
 * @throws AppError 400 `invalid_or_expired_token`, 409 `email_taken` when the old address has another account by now.
 */
export async function undoEmailChange(deps: AccountDeps, token: string, client: Client): Promise<void> {
  const now = deps.clock()
  const taken = () => finalConflict('email_taken', 'This address is registered already.')
  await unlessTaken(taken, () =>
    deps.db.transaction().execute(async (trx) => {
      const spent = await consumeMailToken(trx, 'undo_email', token, now)
      if (!spent) throw badMailToken()
      const { user_id } = spent
      const old = addressOf(spent.payload)
      if (!(await setAddress(trx, user_id, old, now))) throw badMailToken()
      await clearPassword(trx, user_id)
      await revokeEverything(trx, user_id, 'password', now)
      const purposes = ['verify', 'reset', 'change_password', 'change_email', 'undo_email'] as const
      await voidMailTokens(trx, user_id, purposes, now)
      await audit.record(trx, 'email_change_undone', client, { actor: user_id })
      await mailResetLink(deps, trx, { user_id, email: old.email }, client.language, now)
    }),
  )
}

async function unlessTaken(error: () => Error, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (cause) {
    throw violatedConstraint(cause) === 'users_email_identity_key' ? error() : cause
  }
}

function payloadOf({ email, email_identity }: Address): { [key: string]: Json } {
  return { email, email_identity }
}

function addressOf(payload: { [key: string]: Json }): Address {
  const { email, email_identity } = payload as { email: string; email_identity: string }
  return { email, email_identity }
}
