import { Readable } from 'node:stream'
import type { Db } from '../platform/db/database.ts'
import { AppError, finalConflict, invalid, noSuch } from '../platform/errors.ts'
import type { Log } from '../platform/log.ts'
import { type ObjectStorage, orUnavailable, readSmall, removeEach } from '../storage/storage.ts'
import { type AvatarType, avatarTypes, maxAvatar_bytes, redrawAvatar } from './avatar-image.ts'
import * as queries from './avatar-queries.ts'

export interface AvatarDeps {
  db: Db
  storage: ObjectStorage
  log: Log
  clock: () => Date
}

const uploadWithin_s = 300
const linkLifetime_s = 600

/** What callers name: the key under which the avatar will be served. */
function avatarKey(user_id: string, content_type: AvatarType): string {
  return `avatars/${user_id}.${avatarTypes[content_type]}`
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

/** Takes the bytes itself, for who can't reach storage; `completeAvatar` follows as after an upload. */
export async function putAvatar(deps: AvatarDeps, user_id: string, object_key: string, bytes: Buffer) {
  const content_type = ownType(user_id, object_key)
  const body = Readable.from([bytes])
  const { size_bytes } = await orUnavailable(() =>
    deps.storage.put(stagingKey(object_key), body, { content_type }),
  )
  return { object_key, size: size_bytes, content_type }
}

/**
 * Makes an uploaded picture the caller's avatar: checked, drawn again, and only then served.
 * @throws AppError 403 `object_key_forbidden`, 409 `object_missing`, 422 when it is no picture of the type it claims.
 */
export async function completeAvatar(deps: AvatarDeps, user_id: string, object_key: string): Promise<void> {
  const { db, storage } = deps
  const content_type = ownType(user_id, object_key)
  const staged = stagingKey(object_key)
  const bytes = await orUnavailable(() => readSmall(storage, staged, maxAvatar_bytes))
  if (!bytes) throw finalConflict('object_missing', 'Nothing was uploaded under this object key.')
  const picture = bytes.length <= maxAvatar_bytes ? await redrawAvatar(bytes, content_type) : undefined
  if (!picture) {
    await storage
      .remove(staged)
      .catch((error: unknown) => deps.log.warn({ err: error }, 'staged_avatar_not_removed'))
    throw invalid(['body', 'object_key'], `The upload is not a valid image of type ${content_type}`)
  }
  // The one place where storage is called inside a transaction: two calls at once would otherwise remove each other's
  // picture. The row's lock is the user's own.
  const old = await db.transaction().execute(async (trx) => {
    const before = await queries.lockAvatar(trx, user_id)
    await orUnavailable(() => storage.put(object_key, Readable.from([picture]), { content_type }))
    await queries.setAvatar(trx, user_id, object_key, deps.clock())
    const replaced = before?.avatar ?? undefined
    if (replaced !== undefined && replaced !== object_key)
      await removeOrRemember({ ...deps, db: trx }, replaced)
    return replaced
  })
  deps.log.info({ user_id, replaced: old !== undefined }, 'avatar_changed')
  await removeOrRemember(deps, staged)
}

/** A storage that is away does not undo what was done: the object is removed later. */
async function removeOrRemember({ db, storage, log }: AvatarDeps, object_key: string): Promise<void> {
  try {
    await storage.remove(object_key)
  } catch (error) {
    log.warn({ err: error, object_key }, 'object_orphaned')
    await queries.insertOrphan(db, object_key)
  }
}

/** Tries again to remove what could not be removed. */
export async function removeOrphans(deps: Pick<AvatarDeps, 'db' | 'storage' | 'log'>): Promise<void> {
  const { db, storage } = deps
  await removeEach<{ object_key: string }>(deps, undefined, {
    list: (passed_over, limit) =>
      queries.listOrphans(db, { passed_over: passed_over.map(({ object_key }) => object_key) }, limit),
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
