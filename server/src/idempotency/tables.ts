import type { Json } from '../platform/json.ts'

export interface IdempotencyTables {
  idempotency_keys: {
    user_id: string
    /** Method and path pattern: the same key on two routes is two keys. */
    route: string
    /** The path as it was called. */
    path: string
    key: string
    /** SHA-256 of the body's bytes. */
    fingerprint: Buffer
    /** What was answered, with 200; null only inside the transaction that has not ended. */
    body: { [key: string]: Json } | null
    created_at: Date
  }
}

declare module '../platform/db/database.ts' {
  interface Tables extends IdempotencyTables {}
}
