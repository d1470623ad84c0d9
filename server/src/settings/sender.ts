import { withName } from '../mail/mail.ts'
import type { Db } from '../platform/db/database.ts'
import * as queries from './queries.ts'

/** Who mails come from: `mail_from`, under the site's name once an administrator has named it. Each call reads the database. */
export function createSender(db: Db, mail_from: string): () => Promise<string> {
  return async () => {
    const named = (await queries.list(db)).find(({ key }) => key === 'site_name')
    return typeof named?.value === 'string' ? withName(mail_from, named.value) : mail_from
  }
}
