import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'

/** A file's length and SHA-256 in hexadecimal. */
export async function hashFile(
  path: string,
  signal: AbortSignal,
): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256')
  let bytes = 0
  for await (const chunk of createReadStream(path, { signal })) {
    hash.update(chunk as Buffer)
    bytes += (chunk as Buffer).length
  }
  return { bytes, sha256: hash.digest('hex') }
}
