import { limitTable } from '../platform/limit-table.ts'
import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { Db } from '../platform/db/database.ts'
import { type AppError, finalConflict, invalid, payloadTooLarge, type Problem } from '../platform/errors.ts'
import type { Log } from '../platform/log.ts'
import type { Outbound } from '../platform/outbound/outbound.ts'
import type { AdmittedPicture, Pictures } from '../platform/pictures/pictures.ts'
import { fitSound } from '../platform/media/sound.ts'
import type { RateLimiter } from '../platform/rate-limit.ts'
import { isUuid } from '../platform/uuid.ts'
import { type ObjectStorage, openSmall, orUnavailable, putFile, removeEach } from '../storage/storage.ts'
import { fetchFile } from './fetch-file.ts'
import { type Kind, picture, sound } from './kinds.ts'
import { framing, type PictureType } from './picture.ts'
import * as queries from './queries.ts'
import type { Upload, UploadFacts } from './queries.ts'
import type { SoundType } from './sound.ts'

export { storedUploads } from './stored-queries.ts'

export interface UploadDeps {
  db: Db
  storage: ObjectStorage
  outbound: Outbound
  pictures: Pictures
  limiter: RateLimiter
  log: Log
  clock: () => Date
  config: { ffmpeg_path: string | null }
}

/** A checked picture, ready for a task. */
export interface ReadyPicture {
  /** The caller's name for it. */
  image_key: string
  width_px: number
  height_px: number
}

/** A checked sound, ready for a task. */
export interface ReadySound {
  audio_key: string
  duration_seconds: number
}

/** The most bytes that an upload may have. */
export const maxUpload_bytes = Math.max(picture.max_bytes, sound.max_bytes)

const uploadWithin_s = 900

const keyPrefix = 'uploads/'
const keyOf = ({ upload_id }: Pick<Upload, 'upload_id'>) => keyPrefix + upload_id
const uploadId = (key: string) => key.slice(keyPrefix.length)
const kinds = { picture, sound }
const storedKey = ({ user_id, upload_id, kind }: Upload) =>
  `inputs/${user_id}/${upload_id}.${kinds[kind].stored.extension}`
/** Uploads wait here until they are checked: nothing that a caller sent is used as it is. */
const stagingKey = ({ user_id, upload_id }: Upload, extension: string) =>
  `staging/inputs/${user_id}/${upload_id}.${extension}`
const stagingKeys = (upload: Upload) =>
  Object.values(kinds[upload.kind].extensions).map((extension) => stagingKey(upload, extension))

interface Announced<Type extends string> {
  content_type: Type
  content_length?: number
}

/**
 * Issues a URL for sending one picture straight to storage: one type, at most 20 MiB, valid for fifteen minutes. It is
 * checked when a task first names it. @throws AppError 429 `rate_limited`, 503 `storage_unavailable`.
 */
export async function presignUpload(deps: UploadDeps, user_id: string, announced: Announced<PictureType>) {
  const { key, ...signed } = await presign(deps, user_id, picture, announced)
  return { image_key: key, ...signed }
}

/** The same for a sound. */
export async function presignAudioUpload(deps: UploadDeps, user_id: string, announced: Announced<SoundType>) {
  const { key, ...signed } = await presign(deps, user_id, sound, announced)
  return { audio_key: key, ...signed }
}

async function presign(
  deps: UploadDeps,
  user_id: string,
  { name, extensions, max_bytes }: Pick<Kind<unknown>, 'name' | 'extensions' | 'max_bytes'>,
  { content_type, content_length }: Announced<string>,
) {
  await deps.limiter.take(limitTable.upload, user_id)
  const upload: Upload = { upload_id: randomUUID(), user_id, kind: name }
  const signed = await orUnavailable(() =>
    deps.storage.signedUpload(stagingKey(upload, extensions[content_type]!), {
      expires_in_s: uploadWithin_s,
      content_type,
      content_length,
      max_bytes,
    }),
  )
  await queries.insert(deps.db, upload, deps.clock())
  return {
    key: keyOf(upload),
    upload_url: signed.url,
    method: 'PUT' as const,
    headers: signed.headers,
    expires_in: uploadWithin_s,
    expires_at: new Date(deps.clock().getTime() + uploadWithin_s * 1000),
    max_bytes,
  }
}

/**
 * Receives a picture through this server, for callers who can't reach the storage. @throws ValidationError when it is no
 * picture; AppError 413 `payload_too_large`, 429 `rate_limited`, 503 `pictures_busy`.
 */
export async function putUpload(deps: UploadDeps, user_id: string, body: Readable): Promise<ReadyPicture> {
  return toPicture(await put(deps, user_id, picture, body))
}

/** The same for a sound. */
export async function putAudioUpload(deps: UploadDeps, user_id: string, body: Readable): Promise<ReadySound> {
  return toSound(await put(deps, user_id, sound, body))
}

async function put<Facts extends UploadFacts>(
  deps: UploadDeps,
  user_id: string,
  kind: Kind<Facts>,
  body: Readable,
): Promise<Ready<Facts>> {
  await deps.limiter.take(limitTable.upload, user_id)
  deps.pictures.refuseIfFull(user_id)
  await using file = await deps.pictures.receive(body, kind.max_bytes)
  if (file.is_cut) throw payloadTooLarge()
  if (file.size_bytes === 0) throw invalid(['body'], 'Field required', 'missing')
  await using admitted = await deps.pictures.admit(user_id, file)
  return await keep(deps, user_id, kind, admitted, ['body'])
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
  return toPicture(await ready(deps, user_id, picture, reference, loc))
}

/** The same for a sound: the first call decodes it and stores it as FLAC. */
export async function readySound(
  deps: UploadDeps,
  user_id: string,
  reference: string,
  loc: Problem['loc'],
): Promise<ReadySound> {
  return toSound(await ready(deps, user_id, sound, reference, loc))
}

interface Ready<Facts> {
  key: string
  facts: Facts
}

const toPicture = ({ key, facts }: Ready<{ width_px: number; height_px: number }>) => ({
  image_key: key,
  ...facts,
})

const toSound = ({ key, facts }: Ready<{ duration_ms: number }>) => ({
  audio_key: key,
  duration_seconds: facts.duration_ms / 1000,
})

async function ready<Facts extends UploadFacts>(
  deps: UploadDeps,
  user_id: string,
  kind: Kind<Facts>,
  reference: string,
  loc: Problem['loc'],
): Promise<Ready<Facts>> {
  if (!reference.startsWith(keyPrefix)) {
    await deps.limiter.take(limitTable.fetch_picture, user_id)
    await using admitted = await deps.pictures.admit(user_id)
    const { extensions, max_bytes } = kind
    const types = Object.keys(extensions)
    await fetchFile(deps.outbound, reference, admitted.source_path, { types, max_bytes, loc })
    return await keep(deps, user_id, kind, admitted, loc)
  }
  const upload: Upload = { upload_id: uploadId(reference), user_id, kind: kind.name }
  const found = isUuid(upload.upload_id) ? await queries.find(deps.db, upload.upload_id, user_id) : undefined
  if (!found) throw invalid(loc, 'There is no such upload')
  if (found.kind !== kind.name) throw invalid(loc, kind.refusal)
  const facts = kind.factsOf(found)
  if (!facts) return settle(deps, upload, kind, loc)
  if (!(await queries.use(deps.db, upload.upload_id, deps.clock())))
    throw invalid(loc, 'There is no such upload')
  return { key: reference, facts }
}

/** Checks and stores what was sent to the upload URL. */
async function settle<Facts extends UploadFacts>(
  deps: UploadDeps,
  upload: Upload,
  kind: Kind<Facts>,
  loc: Problem['loc'],
): Promise<Ready<Facts>> {
  await using admitted = await deps.pictures.admit(upload.user_id)
  await orUnavailable(async () => {
    const staged = await openStaged(deps.storage, stagingKeys(upload), kind.max_bytes)
    if (!staged) throw invalid(loc, 'Nothing was uploaded under this key yet')
    if (staged === 'too_large') throw invalid(loc, kind.refusal)
    await admitted.receive(staged, kind.max_bytes)
  })
  const stored = await store(deps, upload, kind, admitted, loc)
  for (const key of stagingKeys(upload))
    await deps.storage
      .remove(key)
      .catch((error: unknown) => deps.log.warn({ err: error, key }, 'staged_not_removed'))
  return stored
}

async function openStaged(storage: ObjectStorage, keys: readonly string[], max_bytes: number) {
  for (const key of keys) {
    const found = await openSmall(storage, key, max_bytes)
    if (found) return found
  }
  return undefined
}

async function keep<Facts extends UploadFacts>(
  deps: UploadDeps,
  user_id: string,
  kind: Kind<Facts>,
  admitted: AdmittedPicture,
  loc: Problem['loc'],
): Promise<Ready<Facts>> {
  const upload: Upload = { upload_id: randomUUID(), user_id, kind: kind.name }
  await queries.insert(deps.db, upload, deps.clock())
  return store(deps, upload, kind, admitted, loc)
}

/** @throws ValidationError at `loc` when the admitted file is none of its kind. */
async function store<Facts extends UploadFacts>(
  deps: UploadDeps,
  upload: Upload,
  kind: Kind<Facts>,
  admitted: AdmittedPicture,
  loc: Problem['loc'],
): Promise<Ready<Facts>> {
  const made = await kind.remake(admitted, { ffmpeg_path: deps.config.ffmpeg_path ?? undefined })
  if (made === undefined || typeof made === 'string') throw invalid(loc, made ?? kind.refusal)
  const { path, facts } = made
  const { content_type } = kind.stored
  await orUnavailable(() => putFile(deps.storage, storedKey(upload), path, { content_type }))
  if (!(await queries.use(deps.db, upload.upload_id, deps.clock(), facts)))
    throw invalid(loc, 'There is no such upload')
  return { key: keyOf(upload), facts }
}

/** A task's picture as a frame of this size; undefined when it was deleted. */
export async function loadFrame(
  { storage, pictures }: { storage: Pick<ObjectStorage, 'get'>; pictures: Pick<Pictures, 'admitAlways'> },
  user_id: string,
  image_key: string,
  size: { width_px: number; height_px: number },
): Promise<Uint8Array | undefined> {
  const stored = await storage.get(storedKey({ user_id, upload_id: uploadId(image_key), kind: 'picture' }))
  if (!stored) return undefined
  await using admitted = await pictures.admitAlways(user_id)
  await admitted.receive(stored, Infinity)
  const frame = await admitted.draw(framing(size))
  if (!frame) throw new Error(`${image_key} is stored, and no picture`)
  return await buffer(createReadStream(frame.path))
}

/** A task's sound as a WAV file of exactly this length; undefined when it was deleted. */
export async function loadSound(
  {
    storage,
    pictures,
    ffmpeg_path,
  }: {
    storage: Pick<ObjectStorage, 'get'>
    pictures: Pick<Pictures, 'admitAlways'>
    ffmpeg_path: string | null
  },
  user_id: string,
  audio_key: string,
  { duration_s, signal }: { duration_s: number; signal: AbortSignal },
): Promise<Uint8Array | undefined> {
  const stored = await storage.get(storedKey({ user_id, upload_id: uploadId(audio_key), kind: 'sound' }))
  if (!stored) return undefined
  await using admitted = await pictures.admitAlways(user_id)
  await admitted.receive(stored, Infinity)
  return await admitted.inTurn(async ({ source_path, target_path }) => {
    await fitSound(source_path, target_path, duration_s, { signal, ffmpeg_path: ffmpeg_path ?? undefined })
    return readFile(target_path)
  })
}

/** The error for a sound that was used before and is deleted now. */
export function audioGone(): AppError {
  return finalConflict('audio_gone', 'The sound of this task is not kept any more; submit it with a new one.')
}

/** The error for a picture that was used before and is deleted now. */
export function imageGone(): AppError {
  return finalConflict(
    'image_gone',
    'The picture of this task is not kept any more; submit it with a new one.',
  )
}

/** Extends the retention of a task's picture or sound; false when it was deleted. */
export async function useAgain(deps: Pick<UploadDeps, 'db' | 'clock'>, key: string): Promise<boolean> {
  return queries.use(deps.db, uploadId(key), deps.clock())
}

const day_ms = 86_400_000
const unfinishedFor_ms = day_ms

/** Deletes uploads that no task has named for `retention_days`, and those that never came. Returns how many. */
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

/** Deletes all uploads of a user. */
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
