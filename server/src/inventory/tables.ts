import type { Generated } from 'kysely'
import type { EnginesDocument } from './entries.ts'

export interface InventoryTables {
  /** Models and engines, where no engines file names them. The newest version is in force; rows are never changed. */
  engine_documents: {
    /** Counts without gaps from 1. */
    version: number
    /** `json`, whose order of keys is kept: written as JSON text. */
    content: EnginesDocument
    /** What the change was. */
    what: string
    /** A user's id. */
    made_by: string
    made_at: Generated<Date>
  }
  /** Keys of engines, by the engine's name. */
  engine_secrets: {
    engine: string
    /** Sealed with the key ring, see secrets.ts. */
    secret_enc: string
    updated_at: Generated<Date>
  }
}

declare module '../platform/db/database.ts' {
  interface Tables extends InventoryTables {}
}
