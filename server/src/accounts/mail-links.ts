import { type Language, resetPasswordMail, verifyMail } from '../mail/mail.ts'
import { enqueueMail } from '../outbox/outbox.ts'
import type { Trx } from '../platform/db/database.ts'
import type { Json } from '../platform/json.ts'
import type { AccountDeps } from './context.ts'
import { issueMailToken, mailLink } from './mail-tokens.ts'
import type { MailTokenPurpose } from './tables.ts'

/** The page of the web app that each link opens; there a click spends it. */
const pages: Record<MailTokenPurpose, string> = {
  verify: 'verify',
  reset: 'reset-password',
  change_password: 'confirm-password',
  change_email: 'confirm-email',
  undo_email: 'undo-email',
  undo_delete: 'undo-deletion',
}

export interface LinkOrder {
  user_id: string
  purpose: MailTokenPurpose
  payload?: { [key: string]: Json }
}

/** A link that does something for the user, whose row the caller has locked. */
export async function issueMailLink(
  deps: Pick<AccountDeps, 'public_base_url'>,
  trx: Trx,
  order: LinkOrder,
  now: Date,
): Promise<{ link: string; expires_in_s: number }> {
  const { token, expires_in_s } = await issueMailToken(trx, order, now)
  return { link: mailLink(deps.public_base_url, pages[order.purpose], token), expires_in_s }
}

/** The page on which anybody can ask for a new password. */
export function forgotPasswordLink(deps: Pick<AccountDeps, 'public_base_url'>): string {
  return `${deps.public_base_url}/forgot-password`
}

interface Recipient {
  user_id: string
  email: string
}

/** Mails a link to choose a new password. */
export async function mailResetLink(
  deps: Pick<AccountDeps, 'public_base_url'>,
  trx: Trx,
  user: Recipient,
  language: Language,
  now: Date,
): Promise<void> {
  const link = await issueMailLink(deps, trx, { user_id: user.user_id, purpose: 'reset' }, now)
  await enqueueMail(trx, user.email, resetPasswordMail(language, link))
}

/** Mails a link that confirms the address; `payload` is what the account becomes with it. */
export async function mailVerifyLink(
  deps: Pick<AccountDeps, 'public_base_url'>,
  trx: Trx,
  user: Recipient & { payload: { [key: string]: Json } },
  language: Language,
  now: Date,
): Promise<void> {
  const { user_id, email, payload } = user
  const link = await issueMailLink(deps, trx, { user_id, purpose: 'verify', payload }, now)
  await enqueueMail(trx, email, verifyMail(language, link))
}
