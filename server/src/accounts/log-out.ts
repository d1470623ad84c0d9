import * as audit from '../audit/audit.ts'
import { hashToken } from '../platform/secret-token.ts'
import type { AccountDeps, Client } from './context.ts'
import * as queries from './queries.ts'

/**
 * Ends the session of a refresh token, or of the cookie when there is no token. The access token lives until it expires.
 * Nothing to end is no error, and no oracle.
 */
export async function logOut(
  deps: AccountDeps,
  by: { refresh_token: string | undefined; cookie: string | undefined },
  client: Client,
): Promise<void> {
  const { refresh_token, cookie } = by
  const now = deps.clock()
  await deps.db.transaction().execute(async (trx) => {
    let ended
    if (refresh_token !== undefined) {
      ended = await queries.logOutSession(trx, { refresh_hash: hashToken(refresh_token) }, now)
    } else if (cookie !== undefined) {
      ended = await queries.logOutSession(trx, { cookie_hash: hashToken(cookie) }, now)
    }
    if (ended) await audit.record(trx, 'logout', client, { actor: ended.user_id, subject: ended.session_id })
  })
}
