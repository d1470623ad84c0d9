import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import type { Db } from '../../platform/db/database.ts'
import { AppError, finalConflict, invalid, noSuch, payloadTooLarge } from '../../platform/errors.ts'
import type { Log } from '../../platform/log.ts'
import type { DrawOrder, Pictures } from '../../platform/pictures/pictures.ts'
import { type ObjectStorage, openSmall, orUnavailable, putFile, removeEach } from '../../storage/storage.ts'
import * as queries from './avatar-queries.ts'

export interface AvatarDeps {
  db: Db
  storage: ObjectStorage
  pictures: Pictures
  log: Log
  clock: () => Date
}

/** Types of avatars, with the extension of the object key. No SVG and no GIF: they can hold scripts and animations. */
export const avatarTypes = { 'image/png': 'png', 'image/jpeg': 'jpg', 'image/webp': 'webp' } as const
export type AvatarType = keyof typeof avatarTypes

export const maxAvatar_bytes = 5 * 1024 * 1024
const maxPixels = 4096 * 4096
const side_px = 512
const uploadWithin_s = 300
const linkLifetime_s = 600
/** After it, a stored picture that no row has taken up is removed. */
const adoptWithin_ms = 3_600_000

/** The object key that callers see. */
function avatarKey(user_id: string, content_type: AvatarType): string {
  return `avatars/${user_id}.${avatarTypes[content_type]}`
}

/** The object key of one stored picture; callers never see it. */
function newObjectKey(object_key: string): string {
  const dot = object_key.lastIndexOf('.')
  return `${object_key.slice(0, dot)}.${randomUUID()}${object_key.slice(dot)}`
}

/** Where an upload waits until it is checked and redrawn. It is never served. */
function stagingKey(object_key: string): string {
  return `staging/${object_key}`
}

/** @throws AppError 403 `object_key_forbidden` unless the key is exactly one of the caller's own. */
function ownType(user_id: string, object_key: string): AvatarType {
  const types = Object.keys(avatarTypes) as AvatarType[]
  const type = types.find((candidate) => avatarKey(user_id, candidate) === object_key)
  if (type) return type
  throw new AppError(403, 'object_key_forbidden', 'This object key is not yours.')
}

/** Signs a URL to upload a picture of one type and at most 5 MiB straight to storage, within five minutes. */
export async function presignAvatar(
  deps: AvatarDeps,
  user_id: string,
  input: { content_type: AvatarType; content_length?: number },
) {
  const object_key = avatarKey(user_id, input.content_type)
  const upload = await orUnavailable(() =>
    deps.storage.signedUpload(stagingKey(object_key), {
      expires_in_s: uploadWithin_s,
      content_type: input.content_type,
      content_length: input.content_length,
      max_bytes: maxAvatar_bytes,
    }),
  )
  return {
    upload_url: upload.url,
    method: 'PUT' as const,
    headers: upload.headers,
    object_key,
    expires_in: uploadWithin_s,
    expires_at: new Date(deps.clock().getTime() + uploadWithin_s * 1000),
    max_bytes: maxAvatar_bytes,
  }
}

/**
 * Receives the bytes itself, for callers who can't reach storage. `completeAvatar` follows, as after an upload.
 * @throws AppError 403 `object_key_forbidden`, 413 `payload_too_large`.
 */
export async function putAvatar(deps: AvatarDeps, user_id: string, object_key: string, body: Readable) {
  const content_type = ownType(user_id, object_key)
  // Received into a file first, so that a slow storage does not slow the caller down.
  await using file = await deps.pictures.receive(body, maxAvatar_bytes)
  if (file.is_cut) throw payloadTooLarge()
  if (file.size_bytes === 0) throw invalid(['body'], 'Field required', 'missing')
  const { size_bytes } = await orUnavailable(() =>
    putFile(deps.storage, stagingKey(object_key), file.path, { content_type }),
  )
  return { object_key, size: size_bytes, content_type }
}

/**
 * Makes an uploaded picture the caller's avatar, once it is checked and redrawn.
 * @throws AppError 403 `object_key_forbidden`, 409 `object_missing`, 422 when it is no picture of the claimed type,
 * 503 `pictures_busy`.
 */
export async function completeAvatar(deps: AvatarDeps, user_id: string, object_key: string): Promise<void> {
  const { db, storage } = deps
  const content_type = ownType(user_id, object_key)
  const staged = stagingKey(object_key)
  await using admitted = await deps.pictures.admit(user_id)
  const found = await orUnavailable(async () => {
    const upload = await openSmall(storage, staged, maxAvatar_bytes)
    if (upload instanceof Readable) await admitted.receive(upload, maxAvatar_bytes)
    return upload
  })
  if (!found) throw finalConflict('object_missing', 'Nothing was uploaded under this object key.')
  const picture = found === 'too_large' ? undefined : await admitted.draw(redrawingAvatar(content_type))
  if (!picture) {
    await storage
      .remove(staged)
      .catch((error: unknown) => deps.log.warn({ err: error }, 'staged_avatar_not_removed'))
    throw invalid(['body', 'object_key'], `The upload is not a valid image of type ${content_type}`)
  }
  // Each picture is an object of its own, which the row then refers to: nobody waits for a lock while storage is slow, and two
  // calls at once do not overwrite each other's object. Until then it is an orphan, so that it is removed if this process dies.
  const stored_as = newObjectKey(object_key)
  await queries.insertOrphan(db, stored_as, new Date(deps.clock().getTime() + adoptWithin_ms))
  await orUnavailable(() => putFile(storage, stored_as, picture.path, { content_type }))
  const replaced = await db.transaction().execute(async (trx) => {
    const before = await queries.lockAvatar(trx, user_id)
    await queries.setAvatar(trx, user_id, { avatar: object_key, avatar_object: stored_as }, deps.clock())
    await queries.deleteOrphan(trx, stored_as)
    if (before?.avatar_object) await queries.insertOrphan(trx, before.avatar_object, deps.clock())
    return before?.avatar_object ?? undefined
  })
  deps.log.info({ user_id, replaced: replaced !== undefined }, 'avatar_changed')
  if (replaced !== undefined) await removeNowOrLater(deps, replaced)
  await removeNowOrLater(deps, staged)
}

/** Removes an object now, or later if storage is unreachable. */
async function removeNowOrLater({ db, storage, log, clock }: AvatarDeps, object_key: string): Promise<void> {
  try {
    await storage.remove(object_key)
    await queries.deleteOrphan(db, object_key)
  } catch (error) {
    log.warn({ err: error, object_key }, 'object_orphaned')
    await queries.insertOrphan(db, object_key, clock())
  }
}

/** Removes objects that no row refers to. */
export async function removeOrphans(
  deps: Pick<AvatarDeps, 'db' | 'storage' | 'log' | 'clock'>,
): Promise<void> {
  const { db, storage } = deps
  const now = deps.clock()
  await removeEach<{ object_key: string }>(deps, undefined, {
    list: (passed_over, limit) => {
      const keys = passed_over.map(({ object_key }) => object_key)
      return queries.listOrphans(db, { now, passed_over: keys }, limit)
    },
    remove: async ({ object_key }) => {
      await storage.remove(object_key)
      await queries.deleteOrphan(db, object_key)
      return true
    },
  })
}

/** @throws AppError 404 `avatar_not_found`, for an unknown user and for one without an avatar alike. */
export async function getAvatarUrl(deps: AvatarDeps, user_id: string): Promise<string> {
  const key = await queries.findAvatar(deps.db, user_id)
  if (key === undefined) throw noSuch('avatar')
  const content_type = (Object.keys(avatarTypes) as AvatarType[]).find((type) =>
    key.endsWith(avatarTypes[type]),
  )
  return orUnavailable(() =>
    deps.storage.signedUrl(key, { expires_in_s: linkLifetime_s, ...(content_type && { content_type }) }),
  )
}

const formats = { 'image/png': 'png', 'image/jpeg': 'jpeg', 'image/webp': 'webp' } as const

/** Redraws the picture in its own type, upright and at most 512 pixels a side. Metadata and anything else in the file is lost. */
function redrawingAvatar(content_type: AvatarType): DrawOrder {
  const format = formats[content_type]
  return {
    formats: [format],
    max_pixels: maxPixels,
    size: { max_side_px: side_px },
    format,
    is_opaque: false,
  }
}
