import type { Json } from '../platform/json.ts'

export interface IdempotencyTables {
  idempotency_keys: {
    user_id: string
    /** Method and path pattern: a key counts per route. */
    route: string
    /** The actual path. */
    path: string
    key: string
    /** SHA-256 of the body's bytes. */
    fingerprint: Buffer
    /** The answer with status 200; null only inside the running transaction. */
    body: { [key: string]: Json } | null
    created_at: Date
  }
}

declare module '../platform/db/database.ts' {
  interface Tables extends IdempotencyTables {}
}
