import type { Generated } from 'kysely'
import type { Scope } from '../platform/http/principal.ts'

export interface ApiKeyTables {
  api_keys: {
    key_id: string
    user_id: string
    name: string
    /** SHA-256 of the key. */
    key_hash: Buffer
    /** The first 9 characters, by which people recognize their key. */
    key_prefix: string
    last4: string
    scopes: Scope[]
    /** Null: the platform's default. */
    rate_limit_per_minute: number | null
    /** Minor units. */
    spend_cap: number | null
    spend_cap_period: 'month' | 'total' | null
    created_at: Generated<Date>
    expires_at: Date | null
    /** Accurate to a minute. */
    last_used_at: Date | null
    /** Permanent. */
    revoked_at: Date | null
    /** Set by an administrator; its owner can't undo it. */
    disabled_at: Date | null
  }
}

declare module '../platform/db/database.ts' {
  interface Tables extends ApiKeyTables {}
}
