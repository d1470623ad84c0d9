import type { Db } from '../platform/db/database.ts'
import type { ReadSettings } from '../settings/settings.ts'
import type { Lifetimes } from './lifetimes.ts'
import type { PasswordHasher } from './password.ts'
import * as queries from './queries.ts'
import type { SessionMode } from './tables.ts'

export { after } from './after.ts'
export { type Lifetimes, lifetimesOf } from './lifetimes.ts'
export { issueMailToken, mailLink } from './mail-tokens.ts'
export * from './manage-users.ts'
export type { UserRole } from './tables.ts'

/** What the use cases of this slice are given. */
export interface AccountDeps {
  db: Db
  hasher: PasswordHasher
  lifetimes: Lifetimes
  settings: ReadSettings
  /** The instant of the request; tests move it. */
  clock: () => Date
}

/** Where a request came from. */
export interface Client {
  ip: string
  user_agent: string | null
  request_id: string
}

/** A session just opened or renewed: the only place where tokens are in the clear. */
export interface IssuedSession {
  session_id: string
  mode: SessionMode
  access_token: string
  refresh_token: string
  expires_in: number
  refresh_expires_in: number
  /** Null for mode `token`. */
  cookie: string | null
}

/** Removes tokens that can never be used again. A spent refresh token stays until it expires: it must be recognised. */
export function deleteExpiredCredentials(db: Db, now: Date): Promise<void> {
  return queries.deleteExpiredTokens(db, now)
}
