import type { IncomingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import { AppError } from '../platform/errors.ts'
import { limitBytes } from '../platform/files/limit-bytes.ts'
import type { ObjectStorage } from './object-storage.ts'
import { invalidSignature, type Upload } from './url-signature.ts'

/**
 * Stores the body sent to a signed upload URL, streamed. @throws {AppError} 403 when its type or length differs from the
 * signed one, 413 when it is too long; nothing is stored.
 */
export async function receiveObject(
  storage: ObjectStorage,
  grant: Upload,
  headers: IncomingHttpHeaders,
  body: Readable,
): Promise<void> {
  if (headers['content-type'] !== grant.content_type) throw invalidSignature()
  const announced = Number(headers['content-length'] ?? Number.NaN)
  if (grant.content_length !== undefined && announced !== grant.content_length) throw invalidSignature()
  if (announced > grant.max_bytes) throw tooLarge()
  const limited = limitBytes(body, grant.content_length ?? grant.max_bytes, tooLarge)
  await storage.put(grant.key, limited, { content_type: grant.content_type })
}

const tooLarge = () => new AppError(413, 'payload_too_large', 'The file is larger than this link allows.')
