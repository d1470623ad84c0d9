import type { Readable } from 'node:stream'
import { EngineError } from '../engines.ts'
import type { ServerAnswer, ServerClient } from '../server.ts'
import { unexpectedAnswer } from './faults.ts'

const fileTimeout_ms = 60_000
const videoTimeout_ms = 300_000
/** A folder within ComfyUI's folders for input and output, so that operators can find and delete our files. */
export const folder = 'clipwright'
const path = '/api/upload/image'
const fields = { type: 'input', subfolder: folder }

interface UploadOptions {
  /** The file's name on the server, without extension. */
  stem: string
  signal: AbortSignal
}

/** Uploads a picture. Returns the name by which nodes find it, which may differ from the requested one. */
export async function uploadImage(
  name: string,
  client: ServerClient,
  image: Uint8Array<ArrayBuffer>,
  { stem, signal }: UploadOptions,
): Promise<string> {
  return uploadFile(name, client, 'image', image, { filename: `${stem}.${extensionOf(image)}`, signal })
}

/** Uploads a WAV file. Returns as `uploadImage`. */
export async function uploadSound(
  name: string,
  client: ServerClient,
  sound: Uint8Array<ArrayBuffer>,
  { stem, signal }: UploadOptions,
): Promise<string> {
  return uploadFile(name, client, 'sound', sound, { filename: `${stem}.wav`, signal })
}

async function uploadFile(
  name: string,
  client: ServerClient,
  what: 'image' | 'sound',
  bytes: Uint8Array<ArrayBuffer>,
  { filename, signal }: { filename: string; signal: AbortSignal },
): Promise<string> {
  const body = new FormData()
  // The field for every kind of file.
  body.append('image', new Blob([bytes]), filename)
  for (const [field, value] of Object.entries(fields)) body.append(field, value)
  const answer = await client.ask(path, { method: 'POST', body, signal, timeout_ms: fileTimeout_ms })
  return nameIn(name, answer, what)
}

/** Uploads an mp4 as a stream, with a few chunks in memory. Afterwards `video` has ended or is destroyed. */
export async function uploadVideo(
  name: string,
  client: ServerClient,
  video: Readable,
  { stem, signal }: UploadOptions,
): Promise<string> {
  let unreadable: unknown
  video.once('error', (error) => (unreadable = error))
  const boundary = `clipwright-${crypto.randomUUID()}`
  const stream = {
    content_type: `multipart/form-data; boundary=${boundary}`,
    bytes: formWith(video, `${stem}.mp4`, boundary),
  }
  try {
    const answer = await client.ask(path, { method: 'POST', stream, signal, timeout_ms: videoTimeout_ms })
    return nameIn(name, answer, 'video')
  } catch (error) {
    signal.throwIfAborted()
    throw unreadable ?? error // an unreadable source is not the engine's fault
  } finally {
    video.destroy()
  }
}

/** ComfyUI's field for every kind of file is `image`. */
async function* formWith(file: Readable, filename: string, boundary: string): AsyncGenerator<Uint8Array> {
  const part = (head: string) => `--${boundary}\r\nContent-Disposition: form-data; ${head}\r\n`
  for (const [field, value] of Object.entries(fields))
    yield Buffer.from(`${part(`name="${field}"`)}\r\n${value}\r\n`)
  yield Buffer.from(`${part(`name="image"; filename="${filename}"`)}Content-Type: video/mp4\r\n\r\n`)
  for await (const chunk of file) yield chunk as Buffer
  yield Buffer.from(`\r\n--${boundary}--\r\n`)
}

function nameIn(name: string, answer: ServerAnswer, what: 'image' | 'sound' | 'video'): string {
  const { cause } = unexpectedAnswer(name, path, answer)
  if (answer.status === 413) {
    const text = `The ${what} is larger than the engine takes.`
    throw new EngineError('input_rejected', text, { fault: 'request', cause })
  }
  const file = answer.body as { name?: unknown; subfolder?: string } | null
  if (answer.status !== 200 || typeof file !== 'object' || typeof file?.name !== 'string') {
    const text = `The engine did not take the ${what}.`
    throw new EngineError('engine_error', text, { fault: 'engine', cause })
  }
  return file.subfolder ? `${file.subfolder}/${file.name}` : file.name
}

function extensionOf(image: Uint8Array): string {
  if (image[0] === 0x89) return 'png'
  return image[0] === 0xff ? 'jpg' : 'webp'
}
