import { randomBytes, randomUUID } from 'node:crypto'
import * as audit from '../../audit/audit.ts'
import { alreadyRegisteredMail } from '../../mail/mail.ts'
import { enqueueMail } from '../../outbox/outbox.ts'
import * as wallet from '../../wallet/wallet.ts'
import type { AccountDeps, Client } from '../account/context.ts'
import type { Email } from '../account/email.ts'
import { mayMail } from '../account/may-mail.ts'
import { forgotPasswordLink, mailVerifyLink } from '../mailed-links/mail-links.ts'
import { isReserved } from '../mailed-links/mail-token-queries.ts'
import type { VerificationRequired } from './schemas.ts'
import { findByAddress, insertUser, lockUser } from '../account/user-queries.ts'

/** What one attempt to register asked for. Following the link of that attempt applies it. */
export interface RegistrationSnapshot {
  password_hash: string
  nickname: string
  /** Redeemed once the address is confirmed, so that nobody collects bonuses with made-up addresses. */
  invite_code_id: string | null
}

const resendAvailableIn_s = 60

/**
 * Registers an address that has to be confirmed. A new, an unconfirmed and a registered address get the same answer; only the
 * mail differs. The account has no password until a link is followed: whoever registers somebody else's address gains nothing,
 * since the link that the owner asked for sets the owner's password.
 */
export async function askToVerify(
  deps: AccountDeps,
  email: Email,
  snapshot: RegistrationSnapshot,
  client: Client,
): Promise<VerificationRequired> {
  const now = deps.clock()
  const may = await mayMail(deps.limiter, 'register', email.identity)
  await deps.db.transaction().execute(async (trx) => {
    const before = await findByAddress(trx, email.identity)
    if (!before && (await isReserved(trx, email.identity, null, now))) return
    const unconfirmed = {
      user_id: randomUUID(),
      email: email.address,
      email_identity: email.identity,
      password_hash: null,
      nickname: `user-${randomBytes(4).toString('hex').slice(0, 6)}`,
    }
    if (await insertUser(trx, unconfirmed)) await wallet.openAccounts(trx, unconfirmed.user_id)
    const user = await findByAddress(trx, email.identity)
    if (!user) return // deleted just now: the answer is the same
    await lockUser(trx, user.user_id)
    await audit.record(trx, 'register', client, { actor: 'anonymous', subject: user.user_id })
    if (!may) return
    const isNew = user.password_hash === null && user.email_verified_at === null && user.is_open
    if (isNew) {
      const { user_id, email: to } = user
      await mailVerifyLink(deps, trx, { user_id, email: to, payload: { ...snapshot } }, client.language, now)
    } else {
      const link = forgotPasswordLink(deps)
      await enqueueMail(trx, user.email, alreadyRegisteredMail(client.language, { link }))
    }
  })
  return {
    verification_required: true,
    email: email.address,
    resend_available_in: resendAvailableIn_s,
    message: 'We have sent you a mail. Follow its link to go on.',
  }
}
