import { createHmac, timingSafeEqual } from 'node:crypto'
import { AppError } from '../platform/errors.ts'
import { checkFileName, checkOverride } from './keys.ts'
import type { SignedUrlOptions } from './storage.ts'

/** What one signed URL allows: exactly this, to anyone, until it expires. */
export interface Grant {
  method: 'GET'
  key: string
  /** In milliseconds since 1970; from then on the URL is refused. */
  expires_ms: number
  download_as: string | undefined
  content_type: string | undefined
}

/** @throws {TypeError} when the name or the type can't be sent. */
export function signUrl(
  base_url: string,
  key: string,
  options: SignedUrlOptions,
  { signing_key, now_ms }: { signing_key: Uint8Array; now_ms: number },
): string {
  const { expires_in_s, download_as, content_type } = options
  if (download_as !== undefined) checkFileName(download_as)
  if (content_type !== undefined) checkOverride(content_type)
  const grant: Grant = {
    method: 'GET',
    key,
    expires_ms: now_ms + expires_in_s * 1000,
    download_as,
    content_type,
  }
  const query = new URLSearchParams({ expires: String(grant.expires_ms) })
  if (download_as !== undefined) query.set('download_as', download_as)
  if (content_type !== undefined) query.set('content_type', content_type)
  query.set('signature', signatureOf(grant, signing_key).toString('base64url'))
  return `${base_url.replace(/\/+$/, '')}/files/${key}?${query.toString()}`
}

/**
 * The grant that a request shows.
 * @throws {AppError} 403: changed anywhere, or expired. Only who holds a true signature learns that it expired.
 */
export function verifyUrl(
  key: string,
  query: Record<string, unknown>,
  { signing_key, now_ms }: { signing_key: Uint8Array; now_ms: number },
): Grant {
  const { expires, download_as, content_type, signature, ...unknown } = query
  const expires_ms = typeof expires === 'string' && /^\d{1,16}$/.test(expires) ? Number(expires) : Number.NaN
  if (
    Number.isNaN(expires_ms) ||
    !isOptionalString(download_as) ||
    !isOptionalString(content_type) ||
    typeof signature !== 'string' ||
    Object.keys(unknown).length > 0
  ) {
    throw invalidSignature()
  }
  const grant: Grant = { method: 'GET', key, expires_ms, download_as, content_type }
  const expected = signatureOf(grant, signing_key).toString('base64url')
  if (!isSame(expected, signature)) throw invalidSignature()
  if (now_ms >= expires_ms)
    throw new AppError(403, 'url_expired', 'This link has expired. Please ask for a new one.')
  return grant
}

function signatureOf(grant: Grant, signing_key: Uint8Array): Buffer {
  const { method, key, expires_ms, download_as = null, content_type = null } = grant
  // JSON keeps the fields apart: no value of one can pass for a value of two.
  const text = JSON.stringify([method, key, expires_ms, download_as, content_type])
  return createHmac('sha256', signing_key).update(text).digest()
}

/** Compared as text: decoding would let several spellings of one signature pass. */
function isSame(expected: string, given: string): boolean {
  const [a, b] = [Buffer.from(expected), Buffer.from(given)]
  return a.length === b.length && timingSafeEqual(a, b)
}

const isOptionalString = (value: unknown): value is string | undefined =>
  value === undefined || typeof value === 'string'

const invalidSignature = () =>
  new AppError(403, 'invalid_signature', 'This link is incomplete, or was changed. Please ask for a new one.')
