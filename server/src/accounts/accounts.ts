import type { Language } from '../mail/mail.ts'
import type { Db } from '../platform/db/database.ts'
import type { KeyRing } from '../platform/key-ring.ts'
import type { RateLimiter } from '../platform/rate-limit.ts'
import { deleteStaleFailures, type LockRules } from './lock.ts'
import { removeExpired as deleteExpiredChallenges } from './mfa-queries.ts'
import type { PasswordHasher } from './password.ts'
import * as queries from './queries.ts'
import type { SessionMode } from './tables.ts'

/** What the use cases of this slice are given. */
export interface AccountDeps {
  db: Db
  hasher: PasswordHasher
  lifetimes: Lifetimes
  registration_enabled: boolean
  /** The instant of the request; tests move it. */
  clock: () => Date
  limiter: RateLimiter
  lock: LockRules
  /** Whether the most common passwords are refused. */
  password_blocklist: 'on' | 'off'
  secrets: AccountSecrets
}

/** Keys of the server, each for one purpose. */
export interface AccountSecrets {
  /** Names the counters of failures and signs device cookies. */
  lock_key: Uint8Array
  /** Seals what authenticator apps share with us. */
  ring: KeyRing
}

export interface Lifetimes {
  access_token_s: number
  /** Without use. */
  refresh_idle_s: number
  /** From login, never extended. */
  session_absolute_s: number
}

/** Where a request came from. */
export interface Client {
  ip: string
  user_agent: string | null
  request_id: string
  /** The device cookie, whatever it holds. */
  device_cookie?: string | undefined
  /** For mails. */
  language?: Language
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
  /** After a login: lets this browser in while strangers lock the account. */
  device_cookie?: string | null
}

/** `now` moved by whole seconds. */
export function after(now: Date, seconds: number): Date {
  return new Date(now.getTime() + seconds * 1000)
}

/** Removes tokens that can never be used again. A spent refresh token stays until it expires: it must be recognised. */
export async function deleteExpiredCredentials(db: Db, now: Date): Promise<void> {
  await queries.deleteExpiredTokens(db, now)
  await deleteStaleFailures(db, now)
  await deleteExpiredChallenges(db, now)
}
