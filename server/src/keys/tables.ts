import type { Generated } from 'kysely'

export interface KeyTables {
  /** One row per kind of key, to tell whether a file still has the key that the database was used with. */
  key_marks: {
    name: 'signing' | 'provenance'
    /** SHA-256 of the key. */
    mark: Buffer
    used_from: Generated<Date>
  }
}

declare module '../platform/db/database.ts' {
  interface Tables extends KeyTables {}
}
