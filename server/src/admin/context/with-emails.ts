import { findEmails } from '../../accounts/accounts.ts'
import type { Db } from '../../platform/db/database.ts'

/** The same rows with the addresses of the users whom they belong to; null for one who is gone. */
export async function withEmails<T extends { user_id: string }>(db: Db, rows: readonly T[]) {
  const emails = await findEmails(db, [...new Set(rows.map(({ user_id }) => user_id))])
  return rows.map((row) => ({ ...row, user_email: emails.get(row.user_id) ?? null }))
}
