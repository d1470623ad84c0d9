import * as audit from '../../audit/audit.ts'
import type { Db } from '../../platform/db/database.ts'
import { noSuch } from '../../platform/errors.ts'
import type { AccountDeps, Client } from '../account/context.ts'
import { deviceOf } from './device.ts'
import { earlier } from '../account/context.ts'
import { lockUser } from '../account/user-queries.ts'
import { endSessionsOf } from './end-sessions.ts'
import * as sessions from './session-queries.ts'
import * as sessionQueries from './session-queries.ts'

/** Far more than an account can have. */
const listLimit = 100

/** Lists the account's open sessions. `current_session_id` is undefined for callers without a session. */
export async function listSessions(
  db: Db,
  user_id: string,
  current_session_id: string | undefined,
  now: Date,
) {
  const rows = await sessions.listLive(db, user_id, now, listLimit)
  const items = rows.map(({ mode, idle_expires_at, absolute_expires_at, ...session }) => ({
    ...session,
    expires_at: earlier(idle_expires_at, absolute_expires_at),
    device: deviceOf(session.user_agent),
    session_mode: mode,
    current: session.session_id === current_session_id,
  }))
  return { items, total: items.length, page: 1, page_size: listLimit }
}

/**
 * Ends one of the caller's sessions: access token, refresh token and cookie stop working at once.
 * @throws AppError 404 `session_not_found`, also for ended sessions and for those of other users.
 */
export async function revokeSession(
  deps: AccountDeps,
  user_id: string,
  session_id: string,
  client: Client,
): Promise<void> {
  const now = deps.clock()
  await deps.db.transaction().execute(async (trx) => {
    await lockUser(trx, user_id)
    if (!(await sessionQueries.findLive(trx, user_id, session_id))) throw noSuch('session')
    await endSessionsOf(trx, user_id, { only: session_id }, 'revoked', now)
    await audit.record(trx, 'session_revoked', client, { actor: user_id, subject: session_id })
  })
}

/** Ends every session but the caller's own and returns how many. */
export function revokeOtherSessions(
  deps: AccountDeps,
  user_id: string,
  current_session_id: string,
  client: Client,
): Promise<number> {
  const now = deps.clock()
  return deps.db.transaction().execute(async (trx) => {
    await lockUser(trx, user_id)
    const revoked = await endSessionsOf(trx, user_id, { except: current_session_id }, 'revoked', now)
    for (const subject of revoked)
      await audit.record(trx, 'session_revoked', client, { actor: user_id, subject })
    return revoked.length
  })
}
