import type { Readable } from 'node:stream'
import type { Db } from '../../platform/db/database.ts'
import { orUnavailable } from '../../storage/storage.ts'
import { getLegacyFile, isStored, type LegacyFile, type ResultPlace, resultGone, resultKey } from './place.ts'
import { findTask } from '../task/find-task.ts'

const linkLifetime_s = 86_400

export type Result =
  | { url: string }
  | { file: LegacyFile & { download_as: string } }
  | { body: Readable; size_bytes: number; download_as: string }

/**
 * Returns a signed URL of a video, which anyone who has it may use for 24 hours, or without `redirect` its bytes, which the
 * caller must read to their end or destroy; for a video of another system, its file.
 * @throws AppError as `resultKey`; 404 `task_not_found`, `not_found`; 410 `result_gone`; 503 `storage_unavailable`.
 */
export async function getResult(
  { db, storage, legacy_results_dir }: ResultPlace & { db: Db },
  user_id: string,
  task_id: string,
  { redirect }: { redirect: boolean },
): Promise<Result> {
  const key = resultKey(await findTask(db, user_id, task_id))
  const download_as = `clipwright-${task_id}.mp4`
  if (!isStored(key)) return { file: { ...(await getLegacyFile(legacy_results_dir, key)), download_as } }
  const link = { expires_in_s: linkLifetime_s, download_as, content_type: 'video/mp4' }
  return orUnavailable(async () => {
    const info = await storage.head(key)
    if (!info) throw resultGone()
    if (redirect) return { url: await storage.signedUrl(key, link) }
    const body = await storage.get(key)
    if (!body) throw resultGone()
    return { body, size_bytes: info.size_bytes, download_as }
  })
}
