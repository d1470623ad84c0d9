import type { Mail } from '../mail/mail.ts'
import type { Db, Trx } from '../platform/db/database.ts'
import * as queries from './queries.ts'

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
