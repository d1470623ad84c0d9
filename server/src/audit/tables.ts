import type { Generated } from 'kysely'
import type { Json } from '../platform/json.ts'

export interface AuditTables {
  /** Who did what: append only. */
  audit_events: {
    event_id: Generated<number>
    event: string
    /** A user's id, or `system`, or `anonymous`. */
    actor: string
    /** The id of the user, key or task that it was done to. */
    subject: string | null
    ip: string | null
    request_id: string | null
    /** Never holds a secret. */
    details: Generated<{ [key: string]: Json }>
    created_at: Generated<Date>
  }
}

declare module '../platform/db/database.ts' {
  interface Tables extends AuditTables {}
}
