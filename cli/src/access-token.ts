import { ApiError, type Client, NetworkError, refreshTokens, type Tokens } from '@clipwright/client'
import { Failure } from './failure.ts'
import type { Session, SessionStore } from './sessions.ts'

/** A token that expires within this time counts as expired, because it might expire on its way to the service. */
const margin_ms = 20_000

/**
 * Returns a function that gives the current access token and renews it when it has expired; only one process renews at a time.
 * Ctrl-C does not abort a renewal, because its answer is the only copy of the next refresh token.
 */
export function createAccessToken(store: SessionStore, url: string, client: Client) {
  return async (expired?: string): Promise<string> => {
    const session = await find()
    if (isFresh(session, expired)) return session.access_token
    return store.locked(async () => {
      // Another process may have renewed it while we waited.
      const session = await find()
      return isFresh(session, expired) ? session.access_token : renew(session)
    })
  }

  async function find(): Promise<Session> {
    const session = await store.find(url)
    if (session) return session
    throw new Failure(1, 'not_logged_in', `Nobody is logged in at ${url}.`, {
      hint: 'Log in: clipwright login  (new here: clipwright login --register)',
    })
  }

  async function renew(session: Session): Promise<string> {
    if (session.is_renewing) {
      await store.save(url, undefined)
      throw loggedOut('The last renewal of the session was cut off, and it cannot be repeated safely.')
    }
    await store.save(url, { ...session, is_renewing: true })
    try {
      const tokens = await refreshTokens(client, session.refresh_token)
      await store.save(url, toSession(session.email, tokens))
      return tokens.access_token
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) {
        await store.save(url, undefined)
        throw loggedOut(error.detail)
      }
      if (isUnspent(error)) await store.save(url, session)
      throw error
    }
  }
}

export function toSession(email: string, { access_token, refresh_token, expires_in_s }: Tokens): Session {
  const access_expires_at = new Date(Date.now() + expires_in_s * 1000).toISOString()
  return { email, access_token, access_expires_at, refresh_token }
}

function isFresh(session: Session, expired: string | undefined): boolean {
  if (session.access_token === expired) return false
  return Date.parse(session.access_expires_at) - margin_ms > Date.now()
}

/** Whether the refresh token is still unused: the request did not reach the service, or the service itself refused it. */
function isUnspent(error: unknown): boolean {
  if (error instanceof ApiError) return error.code !== 'unexpected_response'
  return error instanceof NetworkError && error.kind === 'unreachable'
}

function loggedOut(message: string): Failure {
  return new Failure(1, 'session_ended', message, { hint: 'Log in: clipwright login' })
}
