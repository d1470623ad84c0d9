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
    /** What callers know it by: `avatars/{user_id}.{ext}`. */
    avatar: string | null
    /** Where it is stored. */
    avatar_object: string | null
    avatar_version: Generated<number>
    /** Share of the queue beside other users; 1 is everybody's. */
    queue_weight: Generated<number>
    role: Generated<UserRole>
    /** Raised to end every token of the account at once: each session carries the epoch it began in. */
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
    /** Set by whatever ends the session, logout included: refresh token and cookie are dead. */
    ended_at: Date | null
    end_reason: EndReason | null
    /** Set by everything but logout: the access token is dead too. */
    revoked_at: Date | null
  }
  refresh_tokens: {
    token_hash: Buffer
    session_id: string
    /** `rotated` was spent by a refresh, `revoked` by a logout, `void` ended by somebody else. */
    state: Generated<'active' | 'rotated' | 'revoked' | 'void'>
    created_at: Generated<Date>
    expires_at: Date
    /** The database's clock at the rotation. */
    rotated_at: Date | null
  }
  access_tokens: {
    token_hash: Buffer
    session_id: string
    expires_at: Date
  }
  /** Objects to remove once storage is back. */
  orphaned_objects: {
    object_key: string
    /** Until then somebody may still take it up. */
    remove_after: Generated<Date>
    created_at: Generated<Date>
  }
  mail_tokens: {
    token_hash: Buffer
    user_id: string
    purpose: MailTokenPurpose
    /** What the link will do: never a secret in the clear. */
    payload: Generated<{ [key: string]: Json }>
    created_at: Generated<Date>
    expires_at: Date
    /** Set when it was used, and when a newer one took its place. */
    consumed_at: Date | null
  }
  auth_throttle: {
    /** HMAC of whose failures are counted: an account's, those of one known device of it, or a network's. */
    subject: Buffer
    /** HMAC of the address; null for a network. */
    account: Buffer | null
    failures: number
    /** Tries whose outcome is not known, until `in_flight_until`; then they are failures. */
    in_flight: ColumnType<number, never, number>
    in_flight_until: ColumnType<Date, never, Date>
    /** `infinity` after too many failures without a success. */
    locked_until: Date | null
    /** The last failure, or of a network the first one that is counted. */
    last_at: Date
  }
  mfa_totp: {
    user_id: string
    /** Sealed by the key ring under `totp:{user_id}`. */
    secret_enc: string
    /** Null while it is being set up. */
    confirmed_at: Date | null
    /** When a set-up that nobody confirmed is over. */
    expires_at: Date | null
    /** The last 30-second step whose code was used: it only goes up. */
    last_step: Generated<number>
  }
  mfa_recovery_codes: {
    user_id: string
    /** argon2id of the code under the salt that all codes of a set share. */
    code_hash: Buffer
    salt: Buffer
    used_at: Date | null
  }
  mfa_challenges: {
    token_hash: Buffer
    user_id: string
    auth_epoch: number
    /** SHA-256 of the password's hash when the first stage passed. */
    password_mark: Buffer
    mode: SessionMode
    /** Codes tried with this token, at most five. */
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

/** `cookie`: no tokens in bodies; `token`: no cookie; one session row in any case. */
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
