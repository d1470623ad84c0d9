import type { Generated } from 'kysely'

export interface InviteTables {
  /** Each grants its bonus to users who register with it: once per user, `max_uses` times in all. */
  invite_codes: {
    invite_code_id: string
    /** SHA-256 of the code in upper case. */
    code_hash: Buffer
    last4: string
    /** For administrators. */
    note: string | null
    /** Minor units. */
    bonus: number
    max_uses: number
    used: Generated<number>
    expires_at: Date | null
    disabled_at: Date | null
    created_by: string | null
    created_at: Date
  }
}

declare module '../platform/db/database.ts' {
  interface Tables extends InviteTables {}
}
