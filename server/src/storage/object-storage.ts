import type { Readable } from 'node:stream'

/** An object's metadata. */
export interface ObjectInfo {
  size_bytes: number
  content_type: string
}

export interface SignedUrlOptions {
  /** Seconds from now until the URL is refused. */
  expires_in_s: number
  /** Sent as `Content-Disposition: attachment` with this ASCII file name; without it browsers show the object. */
  download_as?: string
  /** Sent instead of the stored type. */
  content_type?: string
}

export interface SignedUploadOptions {
  /** Seconds from now until the URL is refused. */
  expires_in_s: number
  /** The only accepted type; it matches the key's extension. */
  content_type: string
  /** The only accepted length; any up to `max_bytes` when absent. */
  content_length?: number | undefined
  /** Some storages can't enforce it: check the object's size before using it. */
  max_bytes: number
}

/** A signed PUT; its headers are part of the signature. */
export interface SignedUpload {
  url: string
  headers: Record<string, string>
}

/**
 * Stores objects by key. A call that fails because the storage is unavailable throws, and never reports an object as
 * missing. Keys are `/`-separated segments of `[A-Za-z0-9._-]`, at most 255 characters, none of them `.` or `..`; any other
 * key throws a TypeError before anything is touched.
 */
export interface ObjectStorage {
  /**
   * Stores a stream atomically: readers see the old object or the new one. It is durable when the promise resolves; a failed
   * source leaves nothing behind.
   */
  put(
    key: string,
    body: Readable,
    options: { content_type: string; signal?: AbortSignal },
  ): Promise<ObjectInfo>
  /** Undefined when there is no such object. */
  head(key: string): Promise<ObjectInfo | undefined>
  /** The object's bytes, undefined when there is none. The caller must read the stream to its end or destroy it. */
  get(key: string): Promise<Readable | undefined>
  /** Idempotent. */
  remove(key: string): Promise<void>
  /** Whether there is no object at all. */
  isEmpty(): Promise<boolean>
  /** A URL for GET by anyone until it expires, with ranges; 403 when changed, 404 when the object is gone. */
  signedUrl(key: string, options: SignedUrlOptions): Promise<string>
  /** A URL for PUT by anyone until it expires, with exactly this type and length. */
  signedUpload(key: string, options: SignedUploadOptions): Promise<SignedUpload>
  /** Readiness check: rejects within seconds when objects can't be stored. @throws StorageFull where it is detectable. */
  check(): Promise<void>
  /** Removes the unfinished uploads of crashed writers. Safe in several processes. */
  removeUnfinished(): Promise<void>
}

/** Opens an object unless it is too large; undefined when there is none. */
export async function openSmall(
  storage: Pick<ObjectStorage, 'head' | 'get'>,
  key: string,
  max_bytes: number,
): Promise<Readable | 'too_large' | undefined> {
  const info = await storage.head(key)
  if (!info) return undefined
  return info.size_bytes > max_bytes ? 'too_large' : storage.get(key)
}
