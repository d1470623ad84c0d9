import type { Readable } from 'node:stream'

/** What is known of a stored object without reading it. */
export interface ObjectInfo {
  size_bytes: number
  content_type: string
}

export interface SignedUrlOptions {
  /** Seconds from now until the URL is refused. */
  expires_in_s: number
  /** Sent as `Content-Disposition: attachment` with this ASCII file name; shown in the browser when absent. */
  download_as?: string
  /** Sent instead of the stored type. */
  content_type?: string
}

export interface SignedUploadOptions {
  /** Seconds from now until the URL is refused. */
  expires_in_s: number
  /** The only type that may be sent; it fits the key's extension. */
  content_type: string
  /** The exact length that may be sent; without it any up to `max_bytes`. */
  content_length?: number | undefined
  /** Not every storage can refuse more while it arrives: look at the object's size before using it. */
  max_bytes: number
}

/** Where and how to PUT: the headers belong to the signature. */
export interface SignedUpload {
  url: string
  headers: Record<string, string>
}

/**
 * Bytes by name; a call that fails because the storage is away throws, and never says that something is not there. Keys are `/`-separated segments of `[A-Za-z0-9._-]`, at most 255 characters, none of them `.` or `..`;
 * any other key throws a TypeError before anything is touched.
 */
export interface ObjectStorage {
  /**
   * Stores a stream whole or not at all: readers see the old object or the new one, never a part. The object is on
   * disk (or acknowledged by the server) when the promise resolves; a failing source leaves nothing behind.
   */
  put(
    key: string,
    body: Readable,
    options: { content_type: string; signal?: AbortSignal },
  ): Promise<ObjectInfo>
  /** Undefined when there is no such object. */
  head(key: string): Promise<ObjectInfo | undefined>
  /** The object's bytes, undefined when there is none. The caller reads the stream to its end or destroys it. */
  get(key: string): Promise<Readable | undefined>
  /** Removing what is not there is no error. */
  remove(key: string): Promise<void>
  /** A URL that anyone may GET until it expires, Range included; it answers 403 when changed, 404 when the object is gone. */
  signedUrl(key: string, options: SignedUrlOptions): Promise<string>
  /** A URL to which anyone may PUT this object until it expires; another type or length, or a changed URL, is refused. */
  signedUpload(key: string, options: SignedUploadOptions): Promise<SignedUpload>
  /** Rejects when objects can't be stored now, within seconds: for readiness. @throws StorageFull where it can be known. */
  check(): Promise<void>
  /** Removes parts of uploads that nobody can still be at, because a writer crashed. Any number of processes may do this. */
  removeUnfinished(): Promise<void>
}

/** An object's bytes, undefined when there is none; one that is too large is not read at all. */
export async function openSmall(
  storage: Pick<ObjectStorage, 'head' | 'get'>,
  key: string,
  max_bytes: number,
): Promise<Readable | 'too_large' | undefined> {
  const info = await storage.head(key)
  if (!info) return undefined
  return info.size_bytes > max_bytes ? 'too_large' : storage.get(key)
}
