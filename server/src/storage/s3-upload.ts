import { addAbortSignal, type Readable } from 'node:stream'
import {
  AbortMultipartUploadCommand,
  type CompletedPart,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  PutObjectCommand,
  type S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import {
  calledOff,
  isMissing,
  type S3Patience,
  slowest_bytes_per_ms,
  unavailable,
  within,
} from './s3-client.ts'

/** The smallest part that S3 takes before the last one. 10,000 of them are 48 GiB, far above any video. */
const part_bytes = 5 * 1024 * 1024

export interface UploadTarget {
  client: S3Client
  times: S3Patience
  bucket: string
  key: string
  content_type: string
}

/**
 * Stores a stream of unknown length whole or not at all, one part in memory at a time; each part can be sent again.
 * Returns its length. A failure takes back the parts that were sent; `removeUnfinished` finds those of a crash.
 *
 * Not the SDK's own `Upload`: that holds five parts at once, and returns from an abort while requests go on.
 */
export async function uploadStream(
  target: UploadTarget,
  body: Readable,
  signal: AbortSignal | undefined,
): Promise<number> {
  const { client, times, bucket, key, content_type } = target
  const object = { Bucket: bucket, Key: key }
  const carrying = (bytes: number) => ({ within_ms: times.call_ms + bytes / slowest_bytes_per_ms, signal })
  const parts: CompletedPart[] = []
  let size_bytes = 0
  let upload: { UploadId: string } | undefined
  if (signal) addAbortSignal(signal, body)
  try {
    for await (const { bytes, isLast } of blocksOf(body)) {
      size_bytes += bytes.length
      const content = { ...object, Body: bytes, ContentLength: bytes.length }
      if (isLast && !upload) {
        const command = new PutObjectCommand({ ...content, ContentType: content_type })
        await within(carrying(bytes.length), (options) => client.send(command, options))
        return size_bytes
      }
      upload ??= await begin()
      const PartNumber = parts.length + 1
      const command = new UploadPartCommand({ ...content, ...upload, PartNumber })
      const { ETag } = await within(carrying(bytes.length), (options) => client.send(command, options))
      parts.push({ PartNumber, ETag })
    }
    const whole = { ...object, ...upload!, MultipartUpload: { Parts: parts } }
    const command = new CompleteMultipartUploadCommand(whole)
    await within({ within_ms: times.complete_ms, signal }, (options) => client.send(command, options))
    return size_bytes
  } catch (error) {
    if (upload) await abortUpload(target, { ...object, ...upload })
    if (signal?.aborted) throw calledOff(signal)
    // An upload is missing when its end was answered and the answer was lost: done again, it will be whole as well.
    throw isMissing(error) ? unavailable(error) : error
  }

  async function begin(): Promise<{ UploadId: string }> {
    const command = new CreateMultipartUploadCommand({ ...object, ContentType: content_type })
    const { UploadId } = await within(carrying(0), (options) => client.send(command, options))
    return { UploadId: UploadId! }
  }
}

/** Takes back what was sent. A server that is away keeps it until `removeUnfinished`. */
async function abortUpload(
  { client, times }: Pick<UploadTarget, 'client' | 'times'>,
  upload: { Bucket: string; Key: string; UploadId: string },
): Promise<void> {
  await takeBack(client, times, upload).catch(() => {})
}

/** Ends an upload in parts and frees what it holds; one that has ended already is no error. */
export async function takeBack(
  client: S3Client,
  times: S3Patience,
  upload: { Bucket: string; Key: string; UploadId: string },
): Promise<void> {
  const command = new AbortMultipartUploadCommand(upload)
  try {
    await within({ within_ms: times.call_ms }, (options) => client.send(command, options))
  } catch (error) {
    if (!isMissing(error)) throw error
  }
}

/** The stream in blocks of `part_bytes`, the last one shorter or empty. The next block overwrites the one before. */
async function* blocksOf(body: Readable): AsyncGenerator<{ bytes: Buffer; isLast: boolean }> {
  const block = Buffer.allocUnsafeSlow(part_bytes)
  let filled_bytes = 0
  for await (const chunk of body) {
    let rest = Buffer.isBuffer(chunk) ? chunk : Buffer.from(chunk as Uint8Array)
    while (rest.length > 0) {
      if (filled_bytes === part_bytes) {
        yield { bytes: block, isLast: false }
        filled_bytes = 0
      }
      const taken_bytes = rest.copy(block, filled_bytes)
      filled_bytes += taken_bytes
      rest = rest.subarray(taken_bytes)
    }
  }
  yield { bytes: block.subarray(0, filled_bytes), isLast: true }
}
