import { readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import { Failure } from './failure.ts'
import type { Run } from './run.ts'

const types: Record<string, 'image/png' | 'image/jpeg' | 'image/webp'> = {
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.webp': 'image/webp',
}

/**
 * Returns what a submission takes as a picture: a URL or the key of an upload as given, or the key of the uploaded file. @throws Failure for anything
 * else.
 */
export async function toImageUrl(run: Run, given: string): Promise<string> {
  if (/^https?:\/\//i.test(given) || /^uploads\/[\w-]+$/.test(given)) return given
  const content_type = types[extname(given).toLowerCase()]
  if (!content_type) throw new Failure(2, 'not_an_image', `${given} is no PNG, JPEG or WebP file.`)
  const bytes = await readFile(given).catch((cause: Error) => {
    throw new Failure(1, 'image_not_read', `${given} can't be read.`, { cause })
  })
  const body = { content_type, content_length: bytes.length }
  const { upload_url, method, headers, image_key } = await run.client.POST('/api/v1/uploads', {
    body,
    signal: run.signal,
  })
  const sent = await fetch(upload_url, { method, headers, body: new Uint8Array(bytes), signal: run.signal })
  if (!sent.ok) throw new Failure(1, 'image_not_sent', `The storage refused ${given} with ${sent.status}.`)
  return image_key
}
