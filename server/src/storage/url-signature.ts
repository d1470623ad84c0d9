import { createHmac, timingSafeEqual } from 'node:crypto'
import { AppError } from '../platform/errors.ts'
import { checkFileName, checkOverride, checkType } from './keys.ts'
import type { SignedUploadOptions, SignedUrlOptions } from './object-storage.ts'

/** What a signed URL allows, to anyone, until it expires. */
export type Grant = Download | Upload

export interface Download {
  method: 'GET'
  key: string
  /** Milliseconds since 1970; the URL is refused from then on. */
  expires_ms: number
  download_as: string | undefined
  content_type: string | undefined
}

export interface Upload {
  method: 'PUT'
  key: string
  expires_ms: number
  content_type: string
  max_bytes: number
  /** The exact length; undefined: any up to `max_bytes`. */
  content_length: number | undefined
}

interface Signer {
  signing_key: Uint8Array
  now_ms: number
}

/** @throws {TypeError} for an invalid file name or type. */
export function signUrl(base_url: string, key: string, options: SignedUrlOptions, signer: Signer): string {
  const { expires_in_s, download_as, content_type } = options
  if (download_as !== undefined) checkFileName(download_as)
  if (content_type !== undefined) checkOverride(content_type)
  const expires_ms = signer.now_ms + expires_in_s * 1000
  return urlOf(base_url, { method: 'GET', key, expires_ms, download_as, content_type }, signer)
}

/** @throws {TypeError} when the type does not match the key. */
export function signUpload(
  base_url: string,
  key: string,
  options: SignedUploadOptions,
  signer: Signer,
): string {
  const { expires_in_s, content_type, max_bytes, content_length } = options
  checkType(key, content_type)
  const expires_ms = signer.now_ms + expires_in_s * 1000
  return urlOf(base_url, { method: 'PUT', key, expires_ms, content_type, max_bytes, content_length }, signer)
}

function urlOf(base_url: string, grant: Grant, signer: Signer): string {
  const query = new URLSearchParams({ expires: String(grant.expires_ms) })
  const { method: _method, key, expires_ms: _expires, ...fields } = grant
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) query.set(name, String(value))
  query.set('signature', signatureOf(grant, signer.signing_key).toString('base64url'))
  return `${base_url.replace(/\/+$/, '')}/files/${key}?${query.toString()}`
}

type Query = Record<string, unknown>

/**
 * The grant in a download request. @throws {AppError} 403 when it was changed or has expired; only a valid signature learns
 * that it expired.
 */
export function verifyUrl(key: string, query: Query, signer: Signer): Download {
  const { expires, download_as, content_type, signature, ...unknown } = query
  if (!isOptionalString(download_as) || !isOptionalString(content_type)) throw invalidSignature()
  const grant: Download = { method: 'GET', key, expires_ms: wholeNumber(expires), download_as, content_type }
  return verified(grant, signature, unknown, signer)
}

/** The grant in an upload request. @throws {AppError} 403 as `verifyUrl`. */
export function verifyUpload(key: string, query: Query, signer: Signer): Upload {
  const { expires, content_type, max_bytes, content_length, signature, ...unknown } = query
  if (typeof content_type !== 'string') throw invalidSignature()
  const grant: Upload = {
    method: 'PUT',
    key,
    expires_ms: wholeNumber(expires),
    content_type,
    max_bytes: wholeNumber(max_bytes),
    content_length: content_length === undefined ? undefined : wholeNumber(content_length),
  }
  return verified(grant, signature, unknown, signer)
}

function verified<T extends Grant>(grant: T, signature: unknown, unknown: Query, signer: Signer): T {
  if (typeof signature !== 'string' || Object.keys(unknown).length > 0) throw invalidSignature()
  if (!isSame(signatureOf(grant, signer.signing_key).toString('base64url'), signature))
    throw invalidSignature()
  if (signer.now_ms >= grant.expires_ms)
    throw new AppError(403, 'url_expired', 'This link has expired. Please ask for a new one.')
  return grant
}

function wholeNumber(value: unknown): number {
  if (typeof value !== 'string' || !/^\d{1,16}$/.test(value)) throw invalidSignature()
  return Number(value)
}

function signatureOf(grant: Grant, signing_key: Uint8Array): Buffer {
  const { method, key, expires_ms, content_type = null } = grant
  const rest =
    grant.method === 'GET' ? [grant.download_as ?? null] : [grant.max_bytes, grant.content_length ?? null]
  // JSON keeps the fields apart: two values can't be read as one.
  const text = JSON.stringify([method, key, expires_ms, content_type, ...rest])
  return createHmac('sha256', signing_key).update(text).digest()
}

/** Compares texts: decoding would accept several spellings of one signature. */
function isSame(expected: string, given: string): boolean {
  const [a, b] = [Buffer.from(expected), Buffer.from(given)]
  return a.length === b.length && timingSafeEqual(a, b)
}

const isOptionalString = (value: unknown): value is string | undefined =>
  value === undefined || typeof value === 'string'

export const invalidSignature = () =>
  new AppError(403, 'invalid_signature', 'This link is incomplete, or was changed. Please ask for a new one.')
