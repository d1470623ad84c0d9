import { Readable } from 'node:stream'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
} from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { checkFileName, checkKey, checkOverride, checkType } from './keys.ts'
export { explainRefusal } from './s3-client.ts'
import {
  createS3Client,
  isMissing,
  patience,
  type S3Account,
  type S3Patience,
  unavailable,
  within,
} from './s3-client.ts'
import { takeBack, uploadStream } from './s3-upload.ts'
import { abandonedAfter_ms, type ObjectStorage } from './storage.ts'

export interface S3StorageOptions extends S3Account {
  /** The server's public address for signed URLs; default: `endpoint`. */
  public_endpoint?: string | undefined
  /** Milliseconds since 1970. */
  now?: () => number
  times?: Partial<S3Patience>
}

/**
 * Objects in a bucket of our own, on AWS or any compatible server. Links begin at a whole second, so they may expire up to a
 * second early. Disposing closes the connections.
 */
export function createS3Storage(options: S3StorageOptions): ObjectStorage & Disposable {
  const { bucket, endpoint, now = Date.now } = options
  const times: S3Patience = { ...patience, ...options.times }
  const client = createS3Client(options, endpoint, times)
  const signer = createS3Client(options, options.public_endpoint ?? endpoint, times)
  const call_ms = { within_ms: times.call_ms }
  const object = (key: string) => {
    checkKey(key)
    return { Bucket: bucket, Key: key }
  }

  async function checkBucket(within_ms: number): Promise<void> {
    try {
      await within({ within_ms }, (limit) => client.send(new HeadBucketCommand({ Bucket: bucket }), limit))
    } catch (error) {
      throw isMissing(error)
        ? unavailable(new Error(`there is no bucket ${bucket}`, { cause: error }))
        : error
    }
  }

  /** Undefined for a missing object. A missing bucket looks the same to HEAD, so it is told apart. */
  async function orMissing<T>(work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await work()
    } catch (error) {
      if (!isMissing(error)) throw error
      await checkBucket(times.call_ms)
      return undefined
    }
  }

  return {
    async put(key, body, { content_type, signal }) {
      checkKey(key)
      checkType(key, content_type)
      const size_bytes = await uploadStream({ client, times, bucket, key, content_type }, body, signal)
      return { size_bytes, content_type }
    },

    async head(key) {
      const command = new HeadObjectCommand(object(key))
      const found = await orMissing(() => within(call_ms, (limit) => client.send(command, limit)))
      return (
        found && {
          size_bytes: found.ContentLength ?? 0,
          content_type: found.ContentType ?? 'application/octet-stream',
        }
      )
    },

    async get(key) {
      const command = new GetObjectCommand(object(key))
      const found = await orMissing(() => within(call_ms, (limit) => client.send(command, limit)))
      return found && Readable.from(bytesOf(found.Body as Readable), { objectMode: false })
    },

    async remove(key) {
      const command = new DeleteObjectCommand(object(key))
      await orMissing(() => within(call_ms, (limit) => client.send(command, limit)))
    },

    async isEmpty() {
      const command = new ListObjectsV2Command({ Bucket: bucket, MaxKeys: 1 })
      const page = await within(call_ms, (limit) => client.send(command, limit))
      return (page.Contents ?? []).length === 0
    },

    async signedUrl(key, { expires_in_s, download_as, content_type }) {
      if (download_as !== undefined) checkFileName(download_as)
      if (content_type !== undefined) checkOverride(content_type)
      const command = new GetObjectCommand({
        ...object(key),
        ...(content_type !== undefined && { ResponseContentType: content_type }),
        ...(download_as !== undefined && {
          ResponseContentDisposition: `attachment; filename="${download_as}"`,
        }),
      })
      return getSignedUrl(signer, command, { expiresIn: expires_in_s, signingDate: new Date(now()) })
    },

    async signedUpload(key, { expires_in_s, content_type, content_length }) {
      checkKey(key)
      checkType(key, content_type)
      const command = new PutObjectCommand({
        ...object(key),
        ContentType: content_type,
        ...(content_length !== undefined && { ContentLength: content_length }),
      })
      const url = await getSignedUrl(signer, command, {
        expiresIn: expires_in_s,
        signingDate: new Date(now()),
        // By default the SDK signs only the host: any type and length would pass.
        signableHeaders: new Set(['host', 'content-type', 'content-length']),
      })
      return { url, headers: { 'content-type': content_type } }
    },

    async check() {
      await checkBucket(times.check_ms)
    },

    async removeUnfinished() {
      for (let from: { KeyMarker?: string; UploadIdMarker?: string } = {}; ;) {
        const command = new ListMultipartUploadsCommand({ Bucket: bucket, ...from })
        const page = await within(call_ms, (limit) => client.send(command, limit))
        for (const { Key, UploadId, Initiated } of page.Uploads ?? []) {
          const isAbandoned = Initiated !== undefined && now() - Initiated.getTime() > abandonedAfter_ms
          if (isAbandoned && Key !== undefined && UploadId !== undefined)
            await takeBack(client, times, { Bucket: bucket, Key, UploadId })
        }
        if (!page.IsTruncated || page.NextKeyMarker === undefined) return
        from = {
          KeyMarker: page.NextKeyMarker,
          ...(page.NextUploadIdMarker !== undefined && { UploadIdMarker: page.NextUploadIdMarker }),
        }
      }
    },

    [Symbol.dispose]() {
      client.destroy()
      signer.destroy()
    },
  }
}

/** Fails when the answer is cut off or stalls, instead of ending early. */
async function* bytesOf(body: Readable): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of body) yield chunk as Buffer
  } catch (error) {
    throw unavailable(error)
  }
}
