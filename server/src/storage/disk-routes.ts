import { once } from 'node:events'
import { ReadStream, fstat } from 'node:fs'
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { promisify } from 'node:util'
import send from '@fastify/send'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../platform/errors.ts'
import type { App } from '../platform/http/app.ts'
import type { DiskStorage } from './disk.ts'
import { checkKey, typeOf } from './keys.ts'
import type { Download } from './url-signature.ts'
import { receiveObject } from './receive-object.ts'

/** How often an object may be replaced in the moment between looking at it and opening it. */
const maxSwaps = 20

/** Above every `max_bytes` that we sign. */
const largestUpload_bytes = 64 * 1024 * 1024

/** Whoever holds the URL may embed it anywhere; whatever it holds may not run, nor load anything else. */
const headers = {
  'cache-control': 'private',
  'cross-origin-resource-policy': 'cross-origin',
  'x-content-type-options': 'nosniff',
  // The page a browser makes around a video or an image has a style and loads that one file.
  'content-security-policy':
    "default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'",
}

/** Serves the URLs that `storage.signedUrl` makes; a URL for GET is good for HEAD. */
export function diskRoutes(app: App, storage: DiskStorage): void {
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
  void app.register((scope, _options, done) => {
    // Bytes of any type, handed on as they come: the grant says which type and how many.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, payload, parsed) => parsed(null, payload))
    scope.route({
      method: 'PUT',
      url: '/files/*',
      schema: { hide: true },
      bodyLimit: largestUpload_bytes,
      handler: async (request, reply) => {
        const key = (request.params as { '*': string })['*']
        const grant = storage.verifyUpload(key, request.query as Record<string, unknown>)
        await receiveObject(storage, grant, request.headers, request.body as Readable | null)
        return reply.code(200).send()
      },
    })
    done()
  })
}

/** Answers ranges and conditions; a file is read as it is sent, never whole. */
async function sendObject(
  storage: DiskStorage,
  grant: Download,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  checkKey(grant.key)
  const info = await storage.head(grant.key)
  if (!info) throw gone()
  // Of the request the library reads nothing but these two.
  const asked = { method: request.method, headers: satisfiable(request.headers, info.size_bytes) }
  const answer = await openFile(storage.root_dir, grant.key, asked as typeof request.raw)
  if (answer.type !== 'file') throw refusal(answer)
  reply.code(answer.statusCode).headers({ ...answer.headers, ...headers })
  if (answer.statusCode !== 304) {
    reply.header('content-type', grant.content_type ?? typeOf(grant.key) ?? 'application/octet-stream')
  }
  if (grant.download_as !== undefined) {
    reply.header('content-disposition', `attachment; filename="${grant.download_as}"`)
  }
  const hasBody = answer.stream instanceof ReadStream
  return hasBody ? reply.send(answer.stream) : reply.send()
}

/**
 * Lengths and tags are of a file that is looked at before it is opened. An object replaced in between would be sent
 * with those of the old one: then it is looked at again.
 */
async function openFile(root: string, key: string, request: IncomingMessage): Promise<send.SendResult> {
  for (let swaps = 0; swaps < maxSwaps; swaps++) {
    const answer = await send(request, key, {
      root,
      dotfiles: 'allow',
      index: false,
      cacheControl: false,
      contentType: false,
    })
    if (answer.type !== 'file' || !(answer.stream instanceof ReadStream)) return answer
    const opened = await once(answer.stream, 'open').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') throw gone()
      throw error
    })
    const { ino } = await promisify(fstat)(opened[0] as number)
    if (ino === answer.metadata.stat.ino) return answer
    answer.stream.destroy()
  }
  throw new AppError(503, 'busy', 'This object is being replaced.', { headers: { 'retry-after': '1' } })
}

/** The last 500 bytes of 100 are all of them (RFC 9110, 14.1.2); the library refuses such a range. */
function satisfiable(given: IncomingHttpHeaders, size_bytes: number): IncomingHttpHeaders {
  const last_bytes = Number(/^bytes=-(\d+)$/.exec(given.range ?? '')?.[1] ?? 0)
  return last_bytes > size_bytes && size_bytes > 0 ? { ...given, range: 'bytes=0-' } : given
}

function refusal(answer: send.DirectorySendResult | send.ErrorSendResult): Error {
  answer.stream.destroy()
  if (answer.statusCode === 416) {
    const range = answer.headers['Content-Range']
    return new AppError(416, 'range_not_satisfiable', 'There are no bytes in that range.', {
      headers: range === undefined ? {} : { 'content-range': range },
    })
  }
  if (answer.statusCode === 412)
    return new AppError(412, 'precondition_failed', 'The object is another one by now.')
  if (answer.type === 'error' && answer.statusCode >= 500) return answer.metadata.error
  return gone()
}

const gone = () => new AppError(404, 'not_found', 'There is no such file any more.')
