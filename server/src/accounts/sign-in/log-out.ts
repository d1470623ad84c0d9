import * as audit from '../../audit/audit.ts'
import type { Db } from '../../platform/db/database.ts'
import { hashToken } from '../../platform/secrets/secret-token.ts'
import type { AccountDeps, Client } from '../account/context.ts'
import { lockUser } from '../account/user-queries.ts'
import { logOutSession } from '../credentials/end-sessions.ts'
import * as sessions from '../credentials/session-queries.ts'
import * as tokens from '../credentials/token-queries.ts'

/**
 * Ends the session of the refresh token, or of the cookie when there is no token. The access token lives until it expires. An
 * unknown token is no error, so that the answer tells nothing about tokens.
 */
export async function logOut(
  deps: AccountDeps,
  by: { refresh_token: string | undefined; cookie: string | undefined },
  client: Client,
): Promise<void> {
  const now = deps.clock()
  const owner = await findOwner(deps.db, by)
  if (!owner) return
  const { user_id, session_id } = owner
  await deps.db.transaction().execute(async (trx) => {
    await lockUser(trx, user_id)
    if (!(await logOutSession(trx, session_id, now))) return
    await audit.record(trx, 'logout', client, { actor: user_id, subject: session_id })
  })
}

/** A spent or void refresh token ends nothing, since a thief may hold it. */
async function findOwner(
  db: Db,
  { refresh_token, cookie }: { refresh_token: string | undefined; cookie: string | undefined },
) {
  if (refresh_token === undefined) {
    return cookie === undefined ? undefined : sessions.findByCookie(db, hashToken(cookie))
  }
  const owner = await tokens.findOwner(db, hashToken(refresh_token))
  return owner?.state === 'active' ? owner : undefined
}
