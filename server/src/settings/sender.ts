import { type Sender, withName } from '../mail/mail.ts'
import type { Db } from '../platform/db/database.ts'
import * as queries from './queries.ts'

/** Who mails come from: `mail_from`, under the site's name once an administrator has named it. Each call reads the database. */
export function createSender(db: Db, mail_from: string): () => Promise<Sender> {
  return async () => {
    const named = (await queries.list(db)).find(({ key }) => key === 'site_name')
    return typeof named?.value === 'string'
      ? { from: withName(mail_from, named.value), name: named.value }
      : { from: mail_from, name: null }
  }
}
