import type { Static } from 'typebox'
import type { AccountDeps } from '../account/context.ts'
import * as queries from './mail-token-queries.ts'
import type { PendingChanges } from './schemas.ts'

/**
 * What waits for a mailed link to be followed. A new address stands here whether or not it has an account already: only the
 * mails tell that.
 */
export async function listPendingChanges(
  deps: AccountDeps,
  user_id: string,
): Promise<Static<typeof PendingChanges>> {
  const rows = await queries.listPending(deps.db, user_id, deps.clock())
  const of = (purpose: string) => rows.find((row) => row.purpose === purpose)
  const [email, password] = [of('change_email'), of('change_password')]
  return {
    email: email ? { new_email: email.payload['email'] as string, expires_at: email.expires_at } : null,
    password: password ? { expires_at: password.expires_at } : null,
  }
}
