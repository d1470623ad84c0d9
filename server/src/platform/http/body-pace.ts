import type { IncomingMessage, ServerResponse } from 'node:http'
import type { App, Patience } from './app.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A large body, which may take long as long as it comes. `rawBodies` says so of its routes. */
    body?: 'upload'
  }
}

interface Coming {
  /** When the limit that counts began, on the clock of `performance`. */
  since: number
  /** What had come by then; undefined where there is one limit for the whole body. */
  bytes: number | undefined
}

/**
 * Cuts off who sends a body too slowly: a whole request has `request_ms`. The body of an upload has as long for each next
 * piece, and that must have the size of a minimum rate: a total would shut out everybody with a slow line. Node knows
 * only totals, and only one for all routes, so its own is switched off.
 */
export function watchBodies(
  app: Pick<App, 'server' | 'addHook'>,
  { request_ms, upload_bytes_per_s, check_ms }: Patience,
): void {
  const coming = new Map<IncomingMessage, Coming>()
  const least_bytes = (upload_bytes_per_s * request_ms) / 1000

  // Before the framework's own, whose hooks look for what is noted here.
  app.server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    const { headers } = request
    if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) return
    coming.set(request, { since: performance.now(), bytes: undefined })
    request.once('close', () => coming.delete(request))
    // What still comes of an upload that is answered already is of no use to anybody.
    response.once('finish', () => {
      if (coming.has(request)) coming.set(request, { since: performance.now(), bytes: undefined })
    })
  })
  app.addHook('onRequest', (request, _reply, done) => {
    const found = coming.get(request.raw)
    if (found && request.routeOptions.config.body === 'upload') found.bytes = request.raw.socket.bytesRead
    done()
  })

  const timer = setInterval(() => {
    const now = performance.now()
    for (const [request, { since, bytes }] of coming) {
      const { socket, complete } = request
      if (complete) coming.delete(request)
      else if (now - since < request_ms) continue
      else if (bytes !== undefined && socket.bytesRead - bytes >= least_bytes)
        coming.set(request, { since: now, bytes: socket.bytesRead })
      else {
        coming.delete(request)
        const late = Object.assign(new Error('The body came too slowly'), {
          code: 'ERR_HTTP_REQUEST_TIMEOUT',
        })
        app.server.emit('clientError', late, socket) // as Node does at its own limit
      }
    }
  }, check_ms)
  timer.unref()
  app.addHook('onClose', async () => clearInterval(timer))
}
