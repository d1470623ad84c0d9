import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import type { Db } from '../../platform/db/database.ts'
import { AppError, finalConflict, invalid, noSuch, payloadTooLarge } from '../../platform/errors.ts'
import type { Log } from '../../platform/log.ts'
import type { DrawOrder, Pictures } from '../../platform/pictures/pictures.ts'
import { type ObjectStorage, openSmall, orUnavailable, removeEach } from '../../storage/storage.ts'
import * as queries from './avatar-queries.ts'

export interface AvatarDeps {
  db: Db
  storage: ObjectStorage
  pictures: Pictures
  log: Log
  clock: () => Date
}

/** Types an avatar may have, with the extension of its key. No SVG and no GIF: they can hold programs and films. */
export const avatarTypes = { 'image/png': 'png', 'image/jpeg': 'jpg', 'image/webp': 'webp' } as const
export type AvatarType = keyof typeof avatarTypes

export const maxAvatar_bytes = 5 * 1024 * 1024
const maxPixels = 4096 * 4096
const side_px = 512
const uploadWithin_s = 300
const linkLifetime_s = 600
/** A picture that was stored and not taken up for so long is nobody's. */
const adoptWithin_ms = 3_600_000

/** What callers name it by. */
function avatarKey(user_id: string, content_type: AvatarType): string {
  return `avatars/${user_id}.${avatarTypes[content_type]}`
}

/** A name of its own for each picture, beside the one that callers know. */
function newObjectKey(object_key: string): string {
  const dot = object_key.lastIndexOf('.')
  return `${object_key.slice(0, dot)}.${randomUUID()}${object_key.slice(dot)}`
}

/** Where uploads wait to be looked at: nothing that a caller sent is ever served. */
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

/** A URL for sending a picture straight to storage, for one type and at most 5 MiB, valid for five minutes. */
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
 * Takes the bytes itself, for who can't reach storage; `completeAvatar` follows as after an upload.
 * @throws AppError 403 `object_key_forbidden`, 413 `payload_too_large`.
 */
export async function putAvatar(deps: AvatarDeps, user_id: string, object_key: string, body: Readable) {
  const content_type = ownType(user_id, object_key)
  // A file first: however slow the storage is, the caller's sending is not held up by it.
  await using file = await deps.pictures.receive(body, maxAvatar_bytes)
  if (file.is_cut) throw payloadTooLarge()
  if (file.size_bytes === 0) throw invalid(['body'], 'Field required', 'missing')
  const { size_bytes } = await orUnavailable(() =>
    deps.storage.put(stagingKey(object_key), createReadStream(file.path), { content_type }),
  )
  return { object_key, size: size_bytes, content_type }
}

/**
 * Makes an uploaded picture the caller's avatar: checked, drawn again, and only then served.
 * @throws AppError 403 `object_key_forbidden`, 409 `object_missing`, 422 when it is no picture of the type it claims,
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
  // Each picture is an object of its own, which the row is then turned to: however slow storage is, nobody waits for a lock,
  // and of two calls at once neither touches what the other one stored. It is an orphan until then, so that it is found if we die.
  const stored_as = newObjectKey(object_key)
  await queries.insertOrphan(db, stored_as, new Date(deps.clock().getTime() + adoptWithin_ms))
  await orUnavailable(() => storage.put(stored_as, createReadStream(picture.path), { content_type }))
  const replaced = await db.transaction().execute(async (trx) => {
    const before = await queries.lockAvatar(trx, user_id)
    await queries.setAvatar(trx, user_id, { avatar: object_key, avatar_object: stored_as }, deps.clock())
    await queries.deleteOrphan(trx, stored_as)
    if (before?.avatar_object) await queries.insertOrphan(trx, before.avatar_object, deps.clock())
    return before?.avatar_object ?? undefined
  })
  deps.log.info({ user_id, replaced: replaced !== undefined }, 'avatar_changed')
  if (replaced !== undefined) await removeOrRemember(deps, replaced)
  await removeOrRemember(deps, staged)
}

/** A storage that is away does not undo what was done: the object is removed later. */
async function removeOrRemember({ db, storage, log, clock }: AvatarDeps, object_key: string): Promise<void> {
  try {
    await storage.remove(object_key)
    await queries.deleteOrphan(db, object_key)
  } catch (error) {
    log.warn({ err: error, object_key }, 'object_orphaned')
    await queries.insertOrphan(db, object_key, clock())
  }
}

/** Removes what no user has taken up, and tries again to remove what could not be removed. */
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

/** A link to a user's avatar. @throws AppError 404 `avatar_not_found`: no such user and no avatar look the same. */
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

/**
 * A picture of that type drawn again as one: turned upright, at most 512 pixels a side, without metadata and without anything
 * that followed or hid in the file.
 */
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
