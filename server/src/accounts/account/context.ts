import type { Language } from '../../mail/mail.ts'
import type { Origin } from '../../audit/audit.ts'
import type { Db, Trx } from '../../platform/db/database.ts'
import type { KeyRing } from '../../platform/secrets/key-ring.ts'
import type { RateLimiter } from '../../platform/rate-limit.ts'
import type { PasswordHasher } from '../../platform/secrets/password-hasher.ts'
import type { KeyedMutex } from '../../platform/concurrency/keyed-mutex.ts'
import type { ReadSettings } from '../../settings/settings.ts'
import type { SessionMode, UserRole } from './tables.ts'

/** What the use cases of this slice depend on. */
export interface AccountDeps {
  db: Db
  hasher: PasswordHasher
  lifetimes: Lifetimes
  settings: ReadSettings
  /** Hashes of the refresh tokens that this process is rotating right now. */
  refreshing: Set<string>
  /** Serializes the attempts of this process at one secret. */
  mutex: KeyedMutex
  /** Injected, since `api-keys` stands on the same floor and can't be imported. */
  revokeApiKeys: (trx: Trx, user_id: string, origin: Origin, now: Date) => Promise<unknown>
  limiter: RateLimiter
  /** Mailed links start with it. */
  public_base_url: string
  lock: LockRules
  /** `on` refuses the most common passwords. */
  password_blocklist: 'on' | 'off'
  secrets: AccountSecrets
  /** Tests move it. */
  clock: () => Date
}

/** When failures lock an account. */
export interface LockRules {
  threshold: number
  /** The first lock; each further failure doubles it. */
  base_s: number
  max_s: number
}

/** Keys of the server. */
export interface AccountSecrets {
  /** Derives the names of failure counters, and signs device cookies. */
  lock_key: Uint8Array
  /** Seals the TOTP secrets. */
  ring: KeyRing
}

export interface Lifetimes {
  access_token_s: number
  /** Without use, a session ends after it. */
  refresh_idle_s: number
  /** A session ends after it however much it is used. */
  session_absolute_s: number
  /** For administrators, where these are shorter. */
  admin: { refresh_idle_s: number; session_absolute_s: number }
}

/** Shortens the lifetimes for administrators, whose sessions can do more harm. */
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
  /** The language of mails to this client. */
  language: Language
  /** The device cookie as it was sent; it may be forged. */
  device_cookie?: string | undefined
}

/** A session that was just opened or refreshed. Only here are its tokens in the clear. */
export interface IssuedSession {
  session_id: string
  mode: SessionMode
  access_token: string
  refresh_token: string
  expires_in: number
  refresh_expires_in: number
  /** Null for mode `token`. */
  cookie: string | null
  /** After a login: gives this browser a failure counter of its own, so that strangers can't lock it out. */
  device_cookie?: string | null
}

export function after(now: Date, seconds: number): Date {
  return new Date(now.getTime() + seconds * 1000)
}

export function earlier(a: Date, b: Date): Date {
  return a < b ? a : b
}
