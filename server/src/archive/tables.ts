import type { Generated } from 'kysely'

export interface ArchiveTables {
  /** Old rows that were moved out of the database, one object each. */
  archives: {
    archive_id: Generated<number>
    object_key: string
    /** The table that they were in. */
    what: string
    rows: number
    /** The oldest and the newest row's own time. */
    first_at: Date
    last_at: Date
    created_at: Generated<Date>
  }
}

declare module '../platform/db/database.ts' {
  interface Tables extends ArchiveTables {}
}
