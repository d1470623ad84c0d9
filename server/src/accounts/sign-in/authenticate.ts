import type { Db } from '../../platform/db/database.ts'
import { unauthorized } from '../../platform/errors.ts'
import type { Credential, SessionPrincipal } from '../../platform/http/principal.ts'
import { hashToken } from '../../platform/secrets/secret-token.ts'
import { after, type AccountDeps, lifetimesOf } from '../account/context.ts'
import { earlier } from '../account/context.ts'
import { createCallers } from './queries.ts'
import * as sessions from '../credentials/session-queries.ts'

type Session = NonNullable<Awaited<ReturnType<ReturnType<typeof createCallers>['byCookie']>>>

const accessToken = /^svat_[A-Za-z0-9_-]{43}$/
const sessionCookie = /^svss_[A-Za-z0-9_-]{43}$/
const touchEvery_ms = 60_000

/**
 * Finds the session of a credential. It counts as use of the session, unless `only_look`.
 * @throws AppError 401 `invalid_token`; `token_expired`, on which alone clients refresh.
 */
export type Authenticate = (
  credential: Exclude<Credential, { kind: 'api_key' }>,
  use?: { only_look?: boolean },
) => Promise<SessionPrincipal>

export function createAuthenticate(deps: AccountDeps): Authenticate {
  const callers = createCallers(deps.db)
  return async (credential, { only_look = false } = {}) => {
    const now = deps.clock()
    switch (credential.kind) {
      case 'unusable':
        throw invalidToken()
      case 'access_token': {
        if (!accessToken.test(credential.value)) throw invalidToken()
        const session = await callers.byAccessToken(hashToken(credential.value))
        if (!session || session.revoked_at || session.disabled_at) throw invalidToken()
        if (session.expires_at <= now) throw unauthorized('token_expired', 'The access token has expired.')
        if (!only_look) touch(deps, session, now, undefined)
        return principalOf(session)
      }
      case 'cookie': {
        if (!sessionCookie.test(credential.value)) throw invalidToken()
        const session = await callers.byCookie(hashToken(credential.value))
        if (!session || session.ended_at || session.disabled_at || isExpired(session, now))
          throw invalidToken()
        if (only_look) return principalOf(session)
        const idle_expires_at = after(now, lifetimesOf(session.role, deps.lifetimes).refresh_idle_s)
        touch(deps, session, now, earlier(idle_expires_at, session.absolute_expires_at))
        return principalOf(session)
      }
    }
  }
}

function isExpired(session: Session, now: Date): boolean {
  return session.idle_expires_at <= now || session.absolute_expires_at <= now
}

function principalOf(session: Session): SessionPrincipal {
  const { user_id, session_id, role, mfa, created_at } = session
  return { kind: 'session', user_id, session_id, role, mfa, signed_in_at: created_at }
}

/** Updates `last_seen_at` at most once a minute, without delaying the request. */
function touch(deps: { db: Db }, session: Session, now: Date, idle_expires_at: Date | undefined): void {
  if (now.getTime() - session.last_seen_at.getTime() < touchEvery_ms) return
  // The next request makes up for a lost update.
  sessions.touch(deps.db, session.session_id, now, idle_expires_at).catch(() => {})
}

function invalidToken() {
  return unauthorized('invalid_token', 'The access token or cookie is not valid.')
}
