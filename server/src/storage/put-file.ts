import { open } from 'node:fs/promises'
import type { ObjectInfo, ObjectStorage } from './object-storage.ts'

/**
 * Stores a file. It is open before the storage gets its bytes and closed when this settles, so that its folder may be removed
 * then: a stream that opens its path later would fail with nobody listening when storage refuses before the first byte.
 */
export async function putFile(
  storage: Pick<ObjectStorage, 'put'>,
  key: string,
  path: string,
  options: { content_type: string; signal?: AbortSignal },
): Promise<ObjectInfo> {
  await using file = await open(path)
  const body = file.createReadStream()
  try {
    return await storage.put(key, body, options)
  } finally {
    body.destroy()
  }
}
