import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../platform/http/app.ts'
import { bodyOf, rawBodies } from '../platform/http/input/raw-body.ts'
import type { DiskStorage } from './disk.ts'
import { checkKey, typeOf } from './keys.ts'
import type { Download } from './url-signature.ts'
import { receiveObject } from './receive-object.ts'
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
