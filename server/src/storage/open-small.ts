import type { Readable } from 'node:stream'
import type { ObjectStorage } from './storage.ts'

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
