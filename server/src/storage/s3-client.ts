import { S3Client } from '@aws-sdk/client-s3'
import { StorageFull, StorageUnavailable } from './unavailable.ts'

export interface S3Account {
  bucket: string
  /** Where the server answers; absent for AWS. */
  endpoint: string | undefined
  region: string
  access_key_id: string
  /** Belongs to a static key: links of temporary ones would die with them. */
  secret_access_key: string
  /** `endpoint/bucket/key` instead of `bucket.endpoint/key`: what most servers other than AWS want. */
  force_path_style: boolean
}

/** How long a server that is dead or slow may take. */
export interface S3Patience {
  connect_ms: number
  /** One call with its retries, bytes that are sent not counted. */
  call_ms: number
  /** Without a byte in either direction, also in the middle of an answer. */
  idle_ms: number
  /** Completing an upload in parts: the server may copy everything. */
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

/** The slowest line on which bytes still arrive in time: 100 kB/s. */
export const slowest_bytes_per_ms = 100

const attempts = 3

/** A client that takes nothing from the environment and adds no checksums that older servers would store as content. */
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

/** What a server says when there is no such key, or no such upload any more. */
const missing = new Set(['NoSuchKey', 'NotFound', 'NoSuchUpload'])

export const isMissing = (error: unknown): boolean => error instanceof Error && missing.has(error.name)

export interface Limits {
  within_ms: number
  signal?: AbortSignal | undefined
}

/**
 * One call with its retries, within a time. The time ends with the answer's head: what follows is under `idle_ms`.
 * @throws {StorageUnavailable} for everything but a missing object, which is thrown as it came; AbortError when `signal` aborts.
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

/** How servers say that a disk, a bucket or an account is full. AWS has no such answer. */
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
 * Which setting a server refuses for good, and why; undefined for one that is away, which may pass. Answers to HEAD have no
 * body: the status is all there is.
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

/** What the caller ended itself is no fault of the server. */
export function calledOff(signal: AbortSignal): Error {
  const error = new Error('The call was called off', { cause: signal.reason })
  return Object.assign(error, { name: 'AbortError', code: 'ABORT_ERR' })
}
