import type { Mail } from '../mail/mail.ts'
import type { Trx } from '../platform/db/database.ts'
import * as queries from './queries.ts'

/** Mails `mail` to a stored address, once the transaction has committed; a rolled-back one sends nothing. */
export async function enqueueMail(trx: Trx, recipient: string, mail: Mail): Promise<void> {
  await queries.insert(trx, recipient, mail)
}
