import type { Mail } from '../mail/mail.ts'
import type { Db, Trx } from '../platform/db/database.ts'
import type { Notifier } from '../platform/db/notifier.ts'
import type { App } from '../platform/http/app.ts'
import * as queries from './queries.ts'
import { mailChannel } from './send-mails.ts'

export { findWaiting as findWaitingMails, listSettled as listSettledMails } from './queries.ts'
export { observeOutbox } from './observe-outbox.ts'
export { mailChannel, type SendDeps, sendDueMails, type SendLoop, startSendLoop } from './send-mails.ts'

/** Queues a mail, which is sent once the transaction has committed. */
export async function enqueueMail(trx: Trx, recipient: string, mail: Mail): Promise<void> {
  await queries.insert(trx, recipient, mail)
}

const kept_ms = 30 * 86_400_000

/** Deletes mails a month after they were sent or given up. */
export function deleteOldMails(db: Db, now: Date): Promise<void> {
  return queries.deleteDone(db, new Date(now.getTime() - kept_ms))
}

/** Deletes all mails to an address, unsent ones included. */
export function deleteMailsTo(trx: Trx, recipient: string): Promise<void> {
  return queries.deleteTo(trx, recipient)
}

/** Routes that may queue a mail; their transaction has ended before the answer, also when that is a refusal. */
const mayQueueMail = /^\/(api\/v1\/(auth|me|admin)\/|[a-z-]+$)/

/** Wakes the sending loop after each answer that may have queued a mail. */
export function hintMails(app: App, notifier: Pick<Notifier, 'notify'>): void {
  app.addHook('onResponse', (request, _reply, done) => {
    if (request.method !== 'GET' && mayQueueMail.test(request.routeOptions.url ?? ''))
      notifier.notify(mailChannel)
    done()
  })
}
