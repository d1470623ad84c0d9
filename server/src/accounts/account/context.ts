import type { Language } from '../../mail/mail.ts'
import type { Origin } from '../../audit/audit.ts'
import type { Db, Trx } from '../../platform/db/database.ts'
import type { KeyRing } from '../../platform/secrets/key-ring.ts'
import type { RateLimiter } from '../../platform/rate-limit.ts'
import type { PasswordHasher } from '../../platform/password-hasher.ts'
import type { KeyedMutex } from '../../platform/concurrency/keyed-mutex.ts'
import type { ReadSettings } from '../../settings/settings.ts'
import type { SessionMode, UserRole } from './tables.ts'

/** What the use cases of this slice are given. */
export interface AccountDeps {
  db: Db
  hasher: PasswordHasher
  lifetimes: Lifetimes
  settings: ReadSettings
  /** Hashes of the refresh tokens that this process is exchanging right now. */
  refreshing: Set<string>
  /** Who waits in this process for the outcome of tries at the same secret. */
  mutex: KeyedMutex
  /** Keys are a slice of their own, on the same floor as this one. */
  revokeApiKeys: (trx: Trx, user_id: string, origin: Origin, now: Date) => Promise<unknown>
  limiter: RateLimiter
  /** Where links in mails lead. */
  public_base_url: string
  lock: LockRules
  /** Whether the most common passwords are refused. */
  password_blocklist: 'on' | 'off'
  secrets: AccountSecrets
  /** The instant of the request; tests move it. */
  clock: () => Date
}

/** When failures lock an account. */
export interface LockRules {
  threshold: number
  /** The first lock; each further failure doubles it. */
  base_s: number
  max_s: number
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
  /** An administrator's, where they are shorter. */
  admin: { refresh_idle_s: number; session_absolute_s: number }
}

/** How long sessions of this role live: an administrator's can do more, and last less. */
export function lifetimesOf(role: UserRole, lifetimes: Lifetimes): Lifetimes {
  if (role !== 'admin') return lifetimes
  const { admin } = lifetimes
  const refresh_idle_s = Math.min(admin.refresh_idle_s, lifetimes.refresh_idle_s)
  return {
    ...lifetimes,
    access_token_s: Math.min(refresh_idle_s, lifetimes.access_token_s),
    refresh_idle_s,
    session_absolute_s: Math.min(admin.session_absolute_s, lifetimes.session_absolute_s),
  }
}

/** Where a request came from. */
export interface Client {
  ip: string
  user_agent: string | null
  request_id: string
  /** For mails. */
  language: Language
  /** The device cookie, whatever it holds. */
  device_cookie?: string | undefined
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

export function earlier(a: Date, b: Date): Date {
  return a < b ? a : b
}
