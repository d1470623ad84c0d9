import { type Language, resetPasswordMail, verifyMail } from '../../mail/mail.ts'
import { enqueueMail } from '../../outbox/outbox.ts'
import type { Trx } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { Json } from '../../platform/json.ts'
import { createToken, hashToken } from '../../platform/secrets/secret-token.ts'
import { after, type AccountDeps } from '../account/context.ts'
import type { MailTokenPurpose } from '../account/tables.ts'
import { lockUser } from '../account/user-queries.ts'
import * as queries from './mail-token-queries.ts'

/** The page of the studio that each link opens; sending its form spends the link. */
const pages: Record<MailTokenPurpose, string> = {
  verify: 'auth/verify',
  reset: 'auth/reset-password',
  change_password: 'auth/confirm-password',
  change_email: 'auth/confirm-email',
  undo_email: 'auth/undo-email',
  undo_delete: 'auth/undo-deletion',
}

const lifetimes_s: Record<MailTokenPurpose, number> = {
  verify: 86_400,
  reset: 1_800,
  change_password: 1_800,
  change_email: 3_600,
  undo_email: 259_200,
  undo_delete: 1_209_600,
}

/** How many links of a purpose may be good at once; one where none is given. */
const keptTokens: Partial<Record<MailTokenPurpose, number>> = {
  verify: 3, // several people may try to register one address
  undo_email: 100, // a thief who changes the address again must not void the owner's link
}

interface LinkOrder {
  user_id: string
  purpose: MailTokenPurpose
  /** What the link will do; no secret in the clear. */
  payload?: { [key: string]: Json }
}

/**
 * Makes a link with a new token, which stands in the fragment: no server, proxy or log sees it. Older links of the purpose
 * are void, but for the newest few. The caller has locked the user.
 */
export async function issueMailLink(
  deps: Pick<AccountDeps, 'public_base_url'>,
  trx: Trx,
  order: LinkOrder,
  now: Date,
): Promise<{ link: string; expires_in_s: number }> {
  const { token, expires_in_s } = await issueMailToken(trx, order, now)
  return { link: `${deps.public_base_url}/${pages[order.purpose]}#t=${token}`, expires_in_s }
}

async function issueMailToken(
  trx: Trx,
  order: LinkOrder,
  now: Date,
): Promise<{ token: string; expires_in_s: number }> {
  const { user_id, purpose, payload = {} } = order
  await queries.voidTokens(trx, user_id, purpose, (keptTokens[purpose] ?? 1) - 1, now)
  const token = createToken('')
  const expires_in_s = lifetimes_s[purpose]
  const expires_at = after(now, expires_in_s)
  await queries.insert(trx, {
    token_hash: hashToken(token),
    user_id,
    purpose,
    payload,
    expires_at,
    created_at: now,
  })
  return { token, expires_in_s }
}

/**
 * Spends a token, in the transaction of its effect. Undefined when it is unknown, expired, spent, or has another purpose. Locks
 * the user before the token, as whoever makes tokens does: the other order could deadlock.
 */
export async function consumeMailToken(trx: Trx, purpose: MailTokenPurpose, token: string, now: Date) {
  const token_hash = hashToken(token)
  const live = await queries.findLive(trx, token_hash, purpose, now)
  if (!live) return undefined
  await lockUser(trx, live.user_id)
  return queries.consume(trx, token_hash, purpose, now)
}

/** One error for a token that is unknown, expired, spent or of another purpose. */
export function badMailToken(): AppError {
  return new AppError(400, 'invalid_or_expired_token', 'This link is not valid, or not any more.')
}

/** Voids the open links of these purposes. */
export async function voidMailTokens(
  trx: Trx,
  user_id: string,
  purposes: readonly MailTokenPurpose[],
  now: Date,
): Promise<void> {
  for (const purpose of purposes) await queries.voidTokens(trx, user_id, purpose, 0, now)
}

/** The page where anybody can ask for a link to choose a new password. */
export function forgotPasswordLink(deps: Pick<AccountDeps, 'public_base_url'>): string {
  return `${deps.public_base_url}/auth/forgot-password`
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

/** Mails a link that confirms the address; `payload` is a `RegistrationSnapshot`, or empty. */
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
