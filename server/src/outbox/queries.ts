import type { Mail } from '../mail/mail.ts'
import type { Trx } from '../platform/db/database.ts'

export async function insert(trx: Trx, recipient: string, mail: Mail): Promise<void> {
  const { template, subject, text, html } = mail
  await trx
    .insertInto('mail_outbox')
    .values({ recipient, template, subject, body_text: text, body_html: html })
    .execute()
}
