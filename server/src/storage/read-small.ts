import { buffer } from 'node:stream/consumers'
import type { ObjectStorage } from './storage.ts'

/** An object's bytes: undefined when there is none, empty when it has more than `max_bytes`. */
export async function readSmall(
  storage: Pick<ObjectStorage, 'head' | 'get'>,
  key: string,
  max_bytes: number,
): Promise<Buffer | undefined> {
  const info = await storage.head(key)
  if (!info) return undefined
  if (info.size_bytes > max_bytes) return Buffer.alloc(0)
  const stream = await storage.get(key)
  return stream && buffer(stream)
}
