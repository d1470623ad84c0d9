import type { Generated } from 'kysely'

export interface UploadTables {
  uploads: {
    upload_id: string
    user_id: string
    created_at: Generated<Date>
    /** Of the stored picture; null until it was checked. */
    width_px: number | null
    height_px: number | null
    /** When a task last named it; unused pictures are deleted. */
    used_at: Generated<Date>
  }
}

declare module '../platform/db/database.ts' {
  interface Tables extends UploadTables {}
}
