import { S3Client } from '@aws-sdk/client-s3'
import { StorageFull, StorageUnavailable } from './unavailable.ts'

export interface S3Account {
  bucket: string
  /** The server's address; undefined for AWS. */
  endpoint: string | undefined
  region: string
  access_key_id: string
  /** Of a static key: links signed with temporary credentials would expire with them. */
  secret_access_key: string
  /** `endpoint/bucket/key` instead of `bucket.endpoint/key`: what most servers other than AWS want. */
  force_path_style: boolean
}

/** Time limits for a slow or dead server. */
export interface S3Patience {
  connect_ms: number
  /** One call with its retries, without transfer time. */
  call_ms: number
  /** Without a byte in either direction, even during an answer. */
  idle_ms: number
  /** Completing a multipart upload: some servers copy everything. */
  complete_ms: number
  check_ms: number
}

export const patience: S3Patience = {
  connect_ms: 3_000,
  call_ms: 15_000,
  idle_ms: 20_000,
  complete_ms: 120_000,
  check_ms: 2_000,
}

/** The slowest supported line: 100 kB/s. */
export const slowest_bytes_per_ms = 100

const attempts = 3

/** An S3 client that ignores the environment and adds no checksums, which older servers would store as content. */
export function createS3Client(
  account: S3Account,
  endpoint: string | undefined,
  times: S3Patience,
): S3Client {
  return new S3Client({
    region: account.region,
    ...(endpoint === undefined ? {} : { endpoint }),
    ignoreConfiguredEndpointUrls: true,
    forcePathStyle: account.force_path_style,
    credentials: { accessKeyId: account.access_key_id, secretAccessKey: account.secret_access_key },
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    followRegionRedirects: false,
    maxAttempts: attempts,
    retryMode: 'standard',
    requestHandler: { connectionTimeout: times.connect_ms, socketTimeout: times.idle_ms },
  })
}

/** Errors for a missing key or upload. */
const missing = new Set(['NoSuchKey', 'NotFound', 'NoSuchUpload'])

export const isMissing = (error: unknown): boolean => error instanceof Error && missing.has(error.name)

export interface Limits {
  within_ms: number
  signal?: AbortSignal | undefined
}

/**
 * One call with its retries and a time limit up to the answer's headers; `idle_ms` limits the body. @throws
 * {StorageUnavailable} for any failure but a missing object, whose error is passed on; AbortError when `signal` aborts.
 */
export async function within<T>(
  { within_ms, signal }: Limits,
  call: (options: { abortSignal: AbortSignal }) => Promise<T>,
): Promise<T> {
  if (signal?.aborted) throw calledOff(signal)
  const limit = new AbortController()
  const end = () => limit.abort()
  const timer = setTimeout(end, within_ms)
  signal?.addEventListener('abort', end)
  try {
    return await call({ abortSignal: limit.signal })
  } catch (error) {
    if (signal?.aborted) throw calledOff(signal)
    if (isMissing(error)) throw error
    throw unavailable(limit.signal.aborted ? `no answer within ${within_ms} ms` : error)
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', end)
  }
}

/** Errors for a full disk, bucket or account. AWS has none. */
const full = new Set([
  'InsufficientStorage',
  'QuotaExceeded', // Ceph
  'XMinioAdminBucketQuotaExceeded',
  'XMinioStorageFull',
])

function isFull(error: unknown): boolean {
  const { name, $metadata } = error as { name?: string; $metadata?: { httpStatusCode?: number } }
  return full.has(name ?? '') || $metadata?.httpStatusCode === 507
}

export function unavailable(why: unknown): StorageUnavailable {
  if (why instanceof Error && isFull(why)) return new StorageFull(why)
  const text = why instanceof Error ? `${why.name}: ${why.message}` : String(why)
  return new StorageUnavailable(`S3 did not do what it was asked (${text})`, { cause: why })
}

/**
 * Names the setting that the server rejects for good, and why; undefined for outages. HEAD answers have no body, so only the
 * status counts.
 */
export function explainRefusal(error: unknown, account: S3Account): string | undefined {
  const { $metadata, cause } = error as Error & { $metadata?: { httpStatusCode?: number } }
  if ($metadata === undefined && cause instanceof Error) return explainRefusal(cause, account)
  const { bucket, endpoint, region } = account
  const server = endpoint ?? 'AWS'
  switch ($metadata?.httpStatusCode ?? 0) {
    case 301:
      return `S3_REGION: the bucket ${bucket} is not in ${region}.`
    case 401:
    case 403:
      return `S3_ACCESS_KEY_ID: ${server} does not let this key and its secret list the bucket ${bucket}.`
    case 404:
      return `S3_BUCKET: there is no bucket ${bucket} at ${server}.`
    default:
      return undefined
  }
}

/** An abort by the caller is no fault of the server. */
export function calledOff(signal: AbortSignal): Error {
  const error = new Error('The call was called off', { cause: signal.reason })
  return Object.assign(error, { name: 'AbortError', code: 'ABORT_ERR' })
}
