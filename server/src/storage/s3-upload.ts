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

/** S3's minimum for all parts but the last. 10,000 of them are 48 GiB, far more than any video. */
const part_bytes = 5 * 1024 * 1024

export interface UploadTarget {
  client: S3Client
  times: S3Patience
  bucket: string
  key: string
  content_type: string
}

/**
 * Uploads a stream of unknown length atomically, with one part in memory; each part is retried. Returns its length. A
 * failure removes the uploaded parts; `removeUnfinished` finds those of a crash.
 *
 * The SDK's `Upload` would hold five parts at once, and return from an abort while requests are running.
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
    // The upload is missing when it was completed and the answer was lost: a retry uploads it again.
    throw isMissing(error) ? unavailable(error) : error
  }

  async function begin(): Promise<{ UploadId: string }> {
    const command = new CreateMultipartUploadCommand({ ...object, ContentType: content_type })
    const { UploadId } = await within(carrying(0), (options) => client.send(command, options))
    return { UploadId: UploadId! }
  }
}

/** Removes the uploaded parts. An unavailable server keeps them until `removeUnfinished`. */
async function abortUpload(
  { client, times }: Pick<UploadTarget, 'client' | 'times'>,
  upload: { Bucket: string; Key: string; UploadId: string },
): Promise<void> {
  await takeBack(client, times, upload).catch(() => {})
}

/** Aborts a multipart upload and frees its parts; idempotent. */
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

/** The stream in blocks of `part_bytes`, the last one shorter or empty. Each block reuses the buffer. */
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
