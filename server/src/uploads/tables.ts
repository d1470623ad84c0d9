import type { Generated } from 'kysely'

export type UploadKind = 'picture' | 'sound'

export interface UploadTables {
  uploads: {
    upload_id: string
    user_id: string
    created_at: Generated<Date>
    kind: Generated<UploadKind>
    /** Of the stored picture; null until it was checked, and for sound. */
    width_px: number | null
    height_px: number | null
    /** Of the stored sound; null until it was checked, and for a picture. */
    duration_ms: number | null
    /** When a task last named it; unused uploads are deleted. */
    used_at: Generated<Date>
  }
}

declare module '../platform/db/database.ts' {
  interface Tables extends UploadTables {}
}
