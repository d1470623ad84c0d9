import type { ColumnType, Generated } from 'kysely'
import type { Json } from '../../platform/json.ts'

export interface AccountTables {
  users: {
    /** UUID v4, since the avatar's address is public. */
    user_id: string
    /** As typed, for display and for sending mail. */
    email: string
    /** Lower-case, domain in ASCII: unique. */
    email_identity: string
    email_verified_at: Date | null
    /** A PHC string of argon2id. */
    password_hash: string | null
    nickname: string
    /** The object key that callers see: `avatars/{user_id}.{ext}`. */
    avatar: string | null
    /** The object key under which it is stored. */
    avatar_object: string | null
    avatar_version: Generated<number>
    /** Weight of the user's share of the queue; 1 by default. */
    queue_weight: Generated<number>
    role: Generated<UserRole>
    /** Raising it ends every session and token of the account at once: a session is good only in the epoch it began in. */
    auth_epoch: Generated<number>
    api_access_enabled: Generated<boolean>
    disabled_at: Date | null
    deletion_at: Date | null
    created_at: Generated<Date>
    updated_at: Generated<Date>
  }
  sessions: {
    session_id: string
    user_id: string
    auth_epoch: number
    mode: SessionMode
    mfa: Generated<boolean>
    /** SHA-256; null for mode `token`. */
    cookie_hash: Buffer | null
    ip: string | null
    user_agent: string | null
    created_at: Generated<Date>
    last_seen_at: Generated<Date>
    idle_expires_at: Date
    /** Fixed at login, never extended. */
    absolute_expires_at: Date
    /** Set however the session ends: refresh token and cookie stop working. */
    ended_at: Date | null
    end_reason: EndReason | null
    /** Set however the session ends, except by logout: access tokens stop working too. */
    revoked_at: Date | null
  }
  refresh_tokens: {
    token_hash: Buffer
    session_id: string
    /** `rotated`: spent by a refresh. `revoked`: ended by a logout. `void`: ended in any other way. */
    state: Generated<'active' | 'rotated' | 'revoked' | 'void'>
    created_at: Generated<Date>
    expires_at: Date
    /** By the database's clock. */
    rotated_at: Date | null
  }
  access_tokens: {
    token_hash: Buffer
    session_id: string
    expires_at: Date
  }
  /** Objects that no row refers to: to be removed. */
  orphaned_objects: {
    object_key: string
    /** Until then a row may still take it up. */
    remove_after: Generated<Date>
    created_at: Generated<Date>
  }
  mail_tokens: {
    token_hash: Buffer
    user_id: string
    purpose: MailTokenPurpose
    /** What the link will do; no secret in the clear. */
    payload: Generated<{ [key: string]: Json }>
    created_at: Generated<Date>
    expires_at: Date
    /** Set when the link was used, or voided by a newer one. */
    consumed_at: Date | null
  }
  /** The link that makes the first administrator: one row, or none. */
  setup_link: {
    is_only: Generated<true>
    token_hash: Buffer
    created_at: Generated<Date>
    expires_at: Date
  }
  auth_throttle: {
    /** HMAC of what the counter counts for: an account, one known device of an account, or a network. */
    subject: Buffer
    /** HMAC of the address; null for a network. */
    account: Buffer | null
    failures: number
    /** Attempts whose outcome is not known yet; after `in_flight_until` they count as failures. */
    in_flight: ColumnType<number, never, number>
    in_flight_until: ColumnType<Date, never, Date>
    /** `infinity` when only a new password or an administrator unlocks. */
    locked_until: Date | null
    /** The last failure; for a network the first that counts. */
    last_at: Date
  }
  mfa_totp: {
    user_id: string
    /** Sealed by the key ring under `totp:{user_id}`. */
    secret_enc: string
    /** Null during set-up. */
    confirmed_at: Date | null
    /** End of the set-up; null once confirmed. */
    expires_at: Date | null
    /** The last 30-second step whose code was used; it never decreases. */
    last_step: Generated<number>
  }
  mfa_recovery_codes: {
    user_id: string
    /** argon2id of the code; all codes of a set share one salt. */
    code_hash: Buffer
    salt: Buffer
    used_at: Date | null
  }
  mfa_challenges: {
    token_hash: Buffer
    user_id: string
    auth_epoch: number
    /** SHA-256 of the password's hash at the first stage: a changed password voids the challenge. */
    password_mark: Buffer
    mode: SessionMode
    /** Codes that were tried, at most five. */
    attempts: Generated<number>
    expires_at: Date
    consumed_at: Date | null
  }
}

declare module '../../platform/db/database.ts' {
  interface Tables extends AccountTables {}
}

export type UserRole = 'user' | 'admin'

export type MailTokenPurpose =
  | 'verify'
  | 'reset'
  | 'change_password'
  | 'change_email'
  | 'undo_email'
  | 'undo_delete'

/** `cookie`: no tokens in bodies; `token`: no cookie. */
export type SessionMode = 'both' | 'cookie' | 'token'
export type EndReason =
  | 'logout'
  | 'revoked'
  | 'replaced'
  | 'password'
  | 'reuse'
  | 'disabled'
  | 'mfa'
  | 'expired'
