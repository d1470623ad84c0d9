import { limitTable } from '../../platform/limit-table.ts'
import { randomUUID } from 'node:crypto'
import { MailError, nameSite, testMail } from '../../mail/mail.ts'
import { AppError } from '../../platform/errors.ts'
import type { Actor } from '../context/actor.ts'
import type { AdminDeps } from '../context/context.ts'
import { getUser } from '../users/manage-user.ts'

const maxReason = 300

/**
 * Sends the caller a mail past the outbox, so that its outcome can be told. It takes as long as the mail server does, up to a minute.
 * @throws AppError 502 `mail_not_sent` with the mail server's reason, 429 `rate_limited`.
 */
export async function sendTestMail(deps: AdminDeps, by: Actor): Promise<{ status: 'sent'; to: string }> {
  await deps.limiter.take(limitTable['test-mails'], by.user_id)
  const { email: to } = await getUser(deps.db, by.user_id, deps.clock())
  const { from, name } = await deps.sender()
  const mail = testMail(by.language)
  try {
    const envelope = { to, from, id: `test.${randomUUID()}` }
    await deps.mailer.send(name === null ? mail : nameSite(mail, name), envelope)
  } catch (error) {
    if (error instanceof MailError) throw notSent(error)
    throw error
  }
  return { status: 'sent', to }
}

/** Without the cause, which the log would tell: a server's own words may repeat a login. */
function notSent({ message }: MailError): AppError {
  const reason = message.replaceAll(/[\s\p{Cc}]+/gu, ' ').slice(0, maxReason)
  return new AppError(502, 'mail_not_sent', 'The mail could not be handed over.', { extra: { reason } })
}
