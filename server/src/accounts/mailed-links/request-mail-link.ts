import { limitTable } from '../../platform/limit-table.ts'
import { randomUUID } from 'node:crypto'
import * as audit from '../../audit/audit.ts'
import type { Trx } from '../../platform/db/database.ts'
import { limitSubject } from '../../platform/rate-limit.ts'
import type { AccountDeps, Client } from '../account/context.ts'
import { mayMail } from '../account/may-mail.ts'
import { mailResetLink, mailVerifyLink } from './mail-links.ts'
import { findVerifyPayloads } from './mail-token-queries.ts'
import { lockUser } from '../account/user-queries.ts'
import { checkedEmail } from '../account/email.ts'
import { voidMailTokens } from './mail-links.ts'
import { findByAddress } from '../account/user-queries.ts'

type Recipient = NonNullable<Awaited<ReturnType<typeof findByAddress>>>

/**
 * Mails a link to choose a new password if the address has an account. Answer and work are the same if it has none, so that
 * neither tells who has an account.
 * @throws AppError 429 `rate_limited` by IP address; ValidationError.
 */
export function forgotPassword(deps: AccountDeps, email: string, client: Client): Promise<void> {
  return request(deps, { cause: 'forgot', email }, client, (trx, user, now) =>
    mailResetLink(deps, trx, user, client.language, now),
  )
}

/**
 * Mails another link to confirm an address that is not confirmed yet. When it was registered with different passwords, nobody
 * knows which of them is the owner's: the link then lets its reader choose one, which confirms the address too.
 * @throws AppError 429 `rate_limited` by IP address; ValidationError.
 */
export function resendVerification(deps: AccountDeps, email: string, client: Client): Promise<void> {
  return request(deps, { cause: 'resend', email }, client, async (trx, user, now) => {
    if (user.email_verified_at) return
    const payloads = user.password_hash === null ? await findVerifyPayloads(trx, user.user_id) : [{}]
    const passwords = new Set(payloads.map(({ password_hash }) => password_hash))
    const [payload] = payloads
    if (payload && passwords.size === 1) {
      const { user_id, email: to } = user
      await mailVerifyLink(deps, trx, { user_id, email: to, payload }, client.language, now)
    } else {
      await mailResetLink(deps, trx, user, client.language, now)
    }
  })
}

async function request(
  deps: AccountDeps,
  asked: { cause: 'forgot' | 'resend'; email: string },
  client: Client,
  mail: (trx: Trx, user: Recipient, now: Date) => Promise<void>,
): Promise<void> {
  const { identity } = checkedEmail(asked.email)
  await deps.limiter.take(limitTable['mail-links'], limitSubject(client.ip))
  if (!(await mayMail(deps.limiter, asked.cause, identity))) return
  const now = deps.clock()
  await deps.db.transaction().execute(async (trx) => {
    const user = await findByAddress(trx, identity)
    await lockUser(trx, user?.user_id ?? randomUUID())
    const about = { actor: 'anonymous', details: { cause: asked.cause } }
    await audit.record(trx, 'mail_link_requested', client, {
      ...about,
      ...(user && { subject: user.user_id }),
    })
    if (user?.is_open) await mail(trx, user, now)
    // The same work for an unknown address: the time must not tell who has an account.
    else await voidMailTokens(trx, randomUUID(), ['verify', 'reset'], now)
  })
}
