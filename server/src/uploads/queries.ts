import type { Db } from '../platform/db/database.ts'
import type { UploadKind } from './tables.ts'

/** What an upload is found by. */
export interface Upload {
  upload_id: string
  user_id: string
  kind: UploadKind
}

/** Of the stored file. */
export type UploadFacts = { width_px: number; height_px: number } | { duration_ms: number }

export async function insert(db: Db, upload: Upload, now: Date): Promise<void> {
  await db
    .insertInto('uploads')
    .values({ ...upload, created_at: now, used_at: now })
    .execute()
}

export function find(db: Db, upload_id: string, user_id: string) {
  return db
    .selectFrom('uploads')
    .select(['kind', 'width_px', 'height_px', 'duration_ms'])
    .where('upload_id', '=', upload_id)
    .where('user_id', '=', user_id)
    .executeTakeFirst()
}

/** False when it was removed meanwhile. */
export async function use(db: Db, upload_id: string, now: Date, facts?: UploadFacts): Promise<boolean> {
  const row = await db
    .updateTable('uploads')
    .set({ used_at: now, ...facts })
    .where('upload_id', '=', upload_id)
    .returning('upload_id')
    .executeTakeFirst()
  return row !== undefined
}

/** Uploads that were not used since `used_before`, and uploads unfinished since `unfinished_before`. */
export function listUnused(
  db: Db,
  {
    used_before,
    unfinished_before,
    passed_over,
  }: { used_before: Date; unfinished_before: Date; passed_over: string[] },
  limit: number,
) {
  return db
    .selectFrom('uploads')
    .select(['upload_id', 'user_id', 'kind'])
    .where((eb) =>
      eb.or([
        eb('used_at', '<', used_before),
        eb.and([
          eb('width_px', 'is', null),
          eb('duration_ms', 'is', null),
          eb('used_at', '<', unfinished_before),
        ]),
      ]),
    )
    .$if(passed_over.length > 0, (uploads) => uploads.where('upload_id', 'not in', passed_over))
    .orderBy('used_at')
    .limit(limit)
    .execute()
}

export function listOf(db: Db, user_id: string) {
  return db
    .selectFrom('uploads')
    .select(['upload_id', 'user_id', 'kind'])
    .where('user_id', '=', user_id)
    .execute()
}

export async function remove(db: Db, upload_id: string): Promise<void> {
  await db.deleteFrom('uploads').where('upload_id', '=', upload_id).execute()
}
