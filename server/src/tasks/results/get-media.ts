import type { Readable } from 'node:stream'
import { json } from 'node:stream/consumers'
import type { Static } from 'typebox'
import type { Db } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { ProvenanceEnvelope } from '../../provenance/provenance.ts'
import { type ObjectStorage, orUnavailable } from '../../storage/storage.ts'
import { findTask } from '../task/find-task.ts'
import type { Report } from '../task/media.ts'
import { type ExtraKind, extraKey, extras, manifestKey } from '../task/object-keys.ts'
import { resultGone, resultKey } from './place.ts'

interface MediaDeps {
  db: Db
  storage: ObjectStorage
}

const linkLifetime_s = 86_400

const mediaNotFound = (what: string) => new AppError(404, 'media_not_found', `This video has no ${what}.`)

/**
 * Returns a signed URL of a poster, preview or sprite sheet. Anyone who has it may use it for 24 hours.
 * @throws AppError as `resultKey`; 404 `task_not_found`, `media_not_found`; 410 `result_gone`; 503 `storage_unavailable`.
 */
export async function getExtraUrl(
  { db, storage }: MediaDeps,
  user_id: string,
  task_id: string,
  kind: ExtraKind,
): Promise<string> {
  const { key, content_type } = await findExtra(db, user_id, task_id, kind)
  return orUnavailable(async () => {
    if (!(await storage.head(key))) throw resultGone()
    return storage.signedUrl(key, { expires_in_s: linkLifetime_s, content_type })
  })
}

/** The bytes themselves, which the caller must read to their end or destroy. @throws AppError as `getExtraUrl`. */
export async function openExtra(
  { db, storage }: MediaDeps,
  user_id: string,
  task_id: string,
  kind: ExtraKind,
): Promise<{ body: Readable; content_type: string }> {
  const { key, content_type } = await findExtra(db, user_id, task_id, kind)
  const body = await orUnavailable(() => storage.get(key))
  if (!body) throw resultGone()
  return { body, content_type }
}

async function findExtra(db: Db, user_id: string, task_id: string, kind: ExtraKind) {
  const task = await findTask(db, user_id, task_id)
  resultKey(task)
  if (!task.media?.[kind]) throw mediaNotFound(kind)
  return { key: extraKey(task.task_id, kind), content_type: extras[kind].content_type }
}

/** Returns the engine's report on its result. @throws AppError as `getExtraUrl`. */
export async function getReport(db: Db, user_id: string, task_id: string): Promise<Report> {
  const task = await findTask(db, user_id, task_id)
  resultKey(task)
  if (!task.media?.report) throw mediaNotFound('report')
  return task.media.report
}

/** Returns the signed manifest of a video, as it was stored. @throws AppError as `getExtraUrl`. */
export async function getManifest(
  { db, storage }: MediaDeps,
  user_id: string,
  task_id: string,
): Promise<Static<typeof ProvenanceEnvelope>> {
  const task = await findTask(db, user_id, task_id)
  resultKey(task)
  if (!task.media) throw mediaNotFound('manifest')
  return orUnavailable(async () => {
    const stored = await storage.get(manifestKey(task.task_id))
    if (!stored) throw resultGone()
    return (await json(stored)) as Static<typeof ProvenanceEnvelope> // the server wrote it, and checks it against its schema in the response
  })
}
