import type { IncomingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../platform/errors.ts'
import { limitBytes } from '../platform/files/limit-bytes.ts'
import type { App } from '../platform/http/app.ts'
import { bodyOf, rawBodies } from '../platform/http/input/other-bodies.ts'
import type { DiskStorage } from './disk.ts'
import { checkKey, typeOf } from './keys.ts'
import type { ObjectStorage } from './object-storage.ts'
import { type Download, invalidSignature, type Upload } from './url-signature.ts'
import { gone, sendFile } from './send-file.ts'

/** More than any `max_bytes` that we sign. */
const largestUpload_bytes = 64 * 1024 * 1024

/** Serves signed URLs; one for GET also allows HEAD. */
export function publicRoutes(app: App, storage: DiskStorage): void {
  app.route({
    method: ['GET', 'HEAD'],
    url: '/files/*',
    schema: { hide: true },
    handler: async (request, reply) => {
      const key = (request.params as { '*': string })['*']
      const grant = storage.verify(key, request.query as Record<string, unknown>)
      return sendObject(storage, grant, request, reply)
    },
  })
  rawBodies(app, (raw) => {
    raw.route({
      method: 'PUT',
      url: '/files/*',
      schema: { hide: true },
      bodyLimit: largestUpload_bytes,
      handler: async (request, reply) => {
        const key = (request.params as { '*': string })['*']
        // The grant limits type and length.
        const grant = storage.verifyUpload(key, request.query as Record<string, unknown>)
        await receiveObject(storage, grant, request.headers, bodyOf(request.body))
        return reply.code(200).send()
      },
    })
  })
}

/** @throws AppError 404 when the object is gone. */
async function sendObject(
  storage: DiskStorage,
  { key, content_type = typeOf(key), download_as }: Download,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  checkKey(key)
  const info = await storage.head(key)
  if (!info) throw gone()
  const file = { root_dir: storage.root_dir, path: key, size_bytes: info.size_bytes }
  const shown = { content_type: content_type ?? 'application/octet-stream', download_as }
  // Any page may embed the object of a link.
  return sendFile({ ...file, ...shown, is_public: true }, request, reply)
}

/**
 * Stores the body sent to a signed upload URL, streamed. @throws {AppError} 403 when its type or length differs from the
 * signed one, 413 when it is too long; nothing is stored.
 */
async function receiveObject(
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
