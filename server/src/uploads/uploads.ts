import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { Db } from '../platform/db/database.ts'
import { type AppError, finalConflict, invalid, payloadTooLarge, type Problem } from '../platform/errors.ts'
import type { Log } from '../platform/log.ts'
import type { Outbound } from '../platform/outbound/outbound.ts'
import type { AdmittedPicture, Pictures } from '../platform/pictures/pictures.ts'
import type { RateLimiter } from '../platform/rate-limit.ts'
import { isUuid } from '../platform/uuid.ts'
import { type ObjectStorage, openSmall, orUnavailable, removeEach } from '../storage/storage.ts'
import { fetchPicture } from './fetch-picture.ts'
import { framing, maxPicture_bytes, minSide_px, type PictureType, redrawing } from './picture.ts'
import * as queries from './queries.ts'

export interface UploadDeps {
  db: Db
  storage: ObjectStorage
  outbound: Outbound
  pictures: Pictures
  limiter: RateLimiter
  log: Log
  clock: () => Date
}

/** A checked picture, ready for a task. */
export interface ReadyPicture {
  /** The caller's name for it. */
  image_key: string
  width_px: number
  height_px: number
}

const uploadWithin_s = 900
const uploadLimit = { name: 'upload', points: 120, per_s: 3600 }
const fetchLimit = { name: 'fetch_picture', points: 60, per_s: 600 }

interface Upload {
  upload_id: string
  user_id: string
}

const keyPrefix = 'uploads/'
const imageKey = (upload_id: string) => keyPrefix + upload_id
const uploadId = (image_key: string) => image_key.slice(keyPrefix.length)
const storedKey = ({ user_id, upload_id }: Upload) => `inputs/${user_id}/${upload_id}.png`
/** Uploads wait here until they are checked: nothing that a caller sent is used as it is. */
const stagingKey = ({ user_id, upload_id }: Upload, type: PictureType) =>
  `staging/inputs/${user_id}/${upload_id}.${type === 'image/jpeg' ? 'jpg' : type.slice('image/'.length)}`
const stagingKeys = (upload: Upload) =>
  (['image/png', 'image/jpeg', 'image/webp'] as const).map((type) => stagingKey(upload, type))

/**
 * Issues a URL for sending one picture straight to storage: one type, at most 20 MiB, valid for fifteen minutes. It is
 * checked when a task first names it. @throws AppError 429 `rate_limited`, 503 `storage_unavailable`.
 */
export async function presignUpload(
  deps: UploadDeps,
  user_id: string,
  { content_type, content_length }: { content_type: PictureType; content_length?: number },
) {
  await deps.limiter.take(uploadLimit, user_id)
  const upload = { upload_id: randomUUID(), user_id }
  const signed = await orUnavailable(() =>
    deps.storage.signedUpload(stagingKey(upload, content_type), {
      expires_in_s: uploadWithin_s,
      content_type,
      content_length,
      max_bytes: maxPicture_bytes,
    }),
  )
  await queries.insert(deps.db, upload.upload_id, user_id, deps.clock())
  return {
    image_key: imageKey(upload.upload_id),
    upload_url: signed.url,
    method: 'PUT' as const,
    headers: signed.headers,
    expires_in: uploadWithin_s,
    expires_at: new Date(deps.clock().getTime() + uploadWithin_s * 1000),
    max_bytes: maxPicture_bytes,
  }
}

/**
 * Receives a picture through this server, for callers who can't reach the storage. @throws ValidationError when it is no
 * picture; AppError 413 `payload_too_large`, 429 `rate_limited`, 503 `pictures_busy`.
 */
export async function putUpload(deps: UploadDeps, user_id: string, body: Readable): Promise<ReadyPicture> {
  await deps.limiter.take(uploadLimit, user_id)
  deps.pictures.refuseIfFull(user_id)
  await using file = await deps.pictures.receive(body, maxPicture_bytes)
  if (file.is_cut) throw payloadTooLarge()
  if (file.size_bytes === 0) throw invalid(['body'], 'Field required', 'missing')
  await using admitted = await deps.pictures.admit(user_id, file)
  return await keep(deps, user_id, admitted, ['body'])
}

/**
 * The picture behind an upload's key or an https URL, which is fetched now. The first call checks, redraws and stores it;
 * later ones find it. @throws ValidationError at `loc` when it is no picture; AppError 429 `rate_limited`, 503
 * `pictures_busy`, 503 `storage_unavailable`.
 */
export async function readyPicture(
  deps: UploadDeps,
  user_id: string,
  reference: string,
  loc: Problem['loc'],
): Promise<ReadyPicture> {
  if (!reference.startsWith(keyPrefix)) {
    await deps.limiter.take(fetchLimit, user_id)
    await using admitted = await deps.pictures.admit(user_id)
    await fetchPicture(deps.outbound, reference, admitted.source_path, loc)
    return await keep(deps, user_id, admitted, loc)
  }
  const upload = { upload_id: uploadId(reference), user_id }
  const found = isUuid(upload.upload_id) ? await queries.find(deps.db, upload.upload_id, user_id) : undefined
  if (!found) throw invalid(loc, 'There is no such upload')
  const { width_px, height_px } = found
  if (width_px === null || height_px === null) return settle(deps, upload, loc)
  if (!(await queries.use(deps.db, upload.upload_id, deps.clock())))
    throw invalid(loc, 'There is no such upload')
  return { image_key: reference, width_px, height_px }
}

/** Checks and stores what was sent to the upload URL. */
async function settle(deps: UploadDeps, upload: Upload, loc: Problem['loc']): Promise<ReadyPicture> {
  await using admitted = await deps.pictures.admit(upload.user_id)
  await orUnavailable(async () => {
    const staged = await openStaged(deps.storage, stagingKeys(upload))
    if (!staged) throw invalid(loc, 'Nothing was uploaded under this key yet')
    if (staged === 'too_large') throw noPicture(loc)
    await admitted.receive(staged, maxPicture_bytes)
  })
  const ready = await store(deps, upload, admitted, loc)
  for (const key of stagingKeys(upload))
    await deps.storage
      .remove(key)
      .catch((error: unknown) => deps.log.warn({ err: error, key }, 'staged_not_removed'))
  return ready
}

async function openStaged(storage: ObjectStorage, keys: readonly string[]) {
  for (const key of keys) {
    const found = await openSmall(storage, key, maxPicture_bytes)
    if (found) return found
  }
  return undefined
}

async function keep(
  deps: UploadDeps,
  user_id: string,
  admitted: AdmittedPicture,
  loc: Problem['loc'],
): Promise<ReadyPicture> {
  const upload = { upload_id: randomUUID(), user_id }
  await queries.insert(deps.db, upload.upload_id, user_id, deps.clock())
  return store(deps, upload, admitted, loc)
}

/** @throws ValidationError at `loc` when the admitted file is no picture. */
async function store(
  deps: UploadDeps,
  upload: Upload,
  admitted: AdmittedPicture,
  loc: Problem['loc'],
): Promise<ReadyPicture> {
  const picture = await admitted.draw(redrawing)
  if (!picture || Math.min(picture.width_px, picture.height_px) < minSide_px) throw noPicture(loc)
  const { path, width_px, height_px } = picture
  const content_type = 'image/png'
  await orUnavailable(() => deps.storage.put(storedKey(upload), createReadStream(path), { content_type }))
  const size = { width_px, height_px }
  if (!(await queries.use(deps.db, upload.upload_id, deps.clock(), size)))
    throw invalid(loc, 'There is no such upload')
  return { image_key: imageKey(upload.upload_id), ...size }
}

function noPicture(loc: Problem['loc']): AppError {
  return invalid(loc, 'This is no PNG, JPEG or WebP picture of 64 to 8192 pixels a side')
}

/** A task's picture as a frame of this size; undefined when it was deleted. */
export async function loadFrame(
  { storage, pictures }: { storage: Pick<ObjectStorage, 'get'>; pictures: Pick<Pictures, 'admitAlways'> },
  user_id: string,
  image_key: string,
  size: { width_px: number; height_px: number },
): Promise<Uint8Array | undefined> {
  const stored = await storage.get(storedKey({ user_id, upload_id: uploadId(image_key) }))
  if (!stored) return undefined
  await using admitted = await pictures.admitAlways(user_id)
  await admitted.receive(stored, Infinity)
  const frame = await admitted.draw(framing(size))
  if (!frame) throw new Error(`${image_key} is stored, and no picture`)
  return await buffer(createReadStream(frame.path))
}

/** The error for a picture that was used before and is deleted now. */
export function imageGone(): AppError {
  return finalConflict(
    'image_gone',
    'The picture of this task is not kept any more; submit it with a new one.',
  )
}

/** Extends the retention of a task's picture; false when it was deleted. */
export async function useAgain(deps: Pick<UploadDeps, 'db' | 'clock'>, image_key: string): Promise<boolean> {
  return queries.use(deps.db, uploadId(image_key), deps.clock())
}

const day_ms = 86_400_000
const unfinishedFor_ms = day_ms

/** Deletes pictures that no task has named for `retention_days`, and uploads that never came. Returns how many. */
export function purgeUploads(
  deps: Pick<UploadDeps, 'db' | 'storage' | 'clock' | 'log'>,
  retention_days: number,
  signal: AbortSignal,
): Promise<number> {
  const now = deps.clock().getTime()
  const used_before = new Date(now - retention_days * day_ms)
  const unfinished_before = new Date(now - unfinishedFor_ms)
  return removeEach<Upload>(deps, signal, {
    list: (passed_over, limit) => {
      const ids = passed_over.map(({ upload_id }) => upload_id)
      return queries.listUnused(deps.db, { used_before, unfinished_before, passed_over: ids }, limit)
    },
    remove: async (upload) => {
      await remove(deps, upload)
      return true
    },
  })
}

/** Deletes all pictures of a user. */
export async function removeUploadsOf(
  deps: Pick<UploadDeps, 'db' | 'storage'>,
  user_id: string,
): Promise<void> {
  for (const upload of await queries.listOf(deps.db, user_id)) await remove(deps, upload)
}

/** Deletes the objects first: after a crash the next run finds the row. */
async function remove({ db, storage }: Pick<UploadDeps, 'db' | 'storage'>, upload: Upload): Promise<void> {
  for (const key of [storedKey(upload), ...stagingKeys(upload)]) await storage.remove(key)
  await queries.remove(db, upload.upload_id)
}
