import type { Language } from '../mail/mail.ts'
import type { Db } from '../platform/db/database.ts'
import type { RateLimiter } from '../platform/rate-limit.ts'
import { deleteExpired as deleteExpiredMailTokens } from './mail-token-queries.ts'
import type { PasswordHasher } from './password.ts'
import * as queries from './queries.ts'
import type { SessionMode } from './tables.ts'

/** What the use cases of this slice are given. */
export interface AccountDeps {
  db: Db
  hasher: PasswordHasher
  lifetimes: Lifetimes
  registration_enabled: boolean
  email_verification_required: boolean
  /** Where links in mails lead. */
  public_base_url: string
  limiter: RateLimiter
  /** The instant of the request; tests move it. */
  clock: () => Date
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
  /** For mails. */
  language: Language
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

/** `now` moved by whole seconds. */
export function after(now: Date, seconds: number): Date {
  return new Date(now.getTime() + seconds * 1000)
}

/** Links that are over are still known for a week: `resend-verification` looks at who tried to register. */
const keptMailTokens_s = 604_800

/** Removes tokens that can never be used again. A spent refresh token stays until it expires: it must be recognised. */
export async function deleteExpiredCredentials(db: Db, now: Date): Promise<void> {
  await queries.deleteExpiredTokens(db, now)
  await deleteExpiredMailTokens(db, after(now, -keptMailTokens_s))
}
