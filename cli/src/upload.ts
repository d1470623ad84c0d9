import { readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import type { Schema } from '@clipwright/client'
import { Failure } from './failure.ts'
import type { Run } from './run.ts'

const types: Record<string, 'image/png' | 'image/jpeg' | 'image/webp'> = {
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.webp': 'image/webp',
}

const soundTypes: Record<string, Schema<'AudioUploadRequest'>['content_type']> = {
  '.wav': 'audio/wav',
  '.mp3': 'audio/mpeg',
  '.m4a': 'audio/mp4',
  '.aac': 'audio/aac',
  '.flac': 'audio/flac',
  '.ogg': 'audio/ogg',
  '.oga': 'audio/ogg',
  '.opus': 'audio/ogg',
}

/**
 * Returns what a submission takes as a picture: a URL or the key of an upload as given, or the key of the uploaded file. @throws Failure for anything
 * else.
 */
export async function toImageUrl(run: Run, given: string): Promise<string> {
  if (isReference(given)) return given
  const content_type = types[extname(given).toLowerCase()]
  if (!content_type) throw new Failure(2, 'not_an_image', `${given} is no PNG, JPEG or WebP file.`)
  const bytes = await read(given, 'image_not_read')
  const body = { content_type, content_length: bytes.length }
  const { image_key, ...upload } = await run.client.POST('/api/v1/uploads', { body, signal: run.signal })
  await send(run, given, bytes, upload, 'image_not_sent')
  return image_key
}

/** The same for a sound. */
export async function toAudioUrl(run: Run, given: string): Promise<string> {
  if (isReference(given)) return given
  const content_type = soundTypes[extname(given).toLowerCase()]
  if (!content_type)
    throw new Failure(2, 'not_a_sound', `${given} is no WAV, MP3, M4A, AAC, FLAC, Ogg or Opus file.`)
  const bytes = await read(given, 'sound_not_read')
  const body = { content_type, content_length: bytes.length }
  const { signal } = run
  const { audio_key, ...upload } = await run.client.POST('/api/v1/uploads/audio', { body, signal })
  await send(run, given, bytes, upload, 'sound_not_sent')
  return audio_key
}

/** What the service takes as it is: an address, or the key of an upload. */
export const isReference = (given: string) => /^https?:\/\//i.test(given) || /^uploads\/[\w-]+$/.test(given)

function read(path: string, code: string): Promise<Buffer> {
  return readFile(path).catch((cause: Error) => {
    throw new Failure(1, code, `${path} can't be read.`, { cause })
  })
}

async function send(
  { signal }: Run,
  path: string,
  bytes: Buffer,
  { upload_url, method, headers }: { upload_url: string; method: string; headers: Record<string, string> },
  code: string,
): Promise<void> {
  const sent = await fetch(upload_url, { method, headers, body: new Uint8Array(bytes), signal })
  if (!sent.ok) throw new Failure(1, code, `The storage refused ${path} with ${sent.status}.`)
}
