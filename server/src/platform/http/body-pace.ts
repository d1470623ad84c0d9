import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A large body, which must keep a rate instead of a total time. `rawBodies` sets it on its routes. */
    body?: 'upload'
  }
}

/** How slowly a body may come. */
export interface BodyPace {
  /** Milliseconds for the whole request with its body; of an upload, for each window of its body. */
  request_ms: number
  /** The least average rate of an upload within a window. */
  upload_bytes_per_s: number
  /** Milliseconds between two checks. */
  check_ms: number
}

interface Receiving {
  /** Start of the window, on the clock of `performance`. */
  since: number
  /** The socket's bytes at that moment; undefined where one limit holds for the whole body. */
  bytes: number | undefined
}

/**
 * Ends connections whose body comes too slowly. A request has `request_ms` in all; an upload keeps a minimum rate in each
 * window of that length instead, since a total would shut out every slow line. Node offers one total for all routes, so its
 * own limit is switched off.
 */
export function watchBodies(
  app: Pick<FastifyInstance, 'server' | 'addHook'>,
  { request_ms, upload_bytes_per_s, check_ms }: BodyPace,
): void {
  const receiving = new Map<IncomingMessage, Receiving>()
  const least_bytes = (upload_bytes_per_s * request_ms) / 1000

  // Runs before Fastify's listener, whose hooks look into the map.
  app.server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    const { headers } = request
    if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) return
    receiving.set(request, { since: performance.now(), bytes: undefined })
    request.once('close', () => receiving.delete(request))
    // Nobody needs the rest of an upload that is answered: from here on it has one limit.
    response.once('finish', () => {
      if (receiving.has(request)) receiving.set(request, { since: performance.now(), bytes: undefined })
    })
  })
  app.addHook('onRequest', (request, _reply, done) => {
    const found = receiving.get(request.raw)
    if (found && request.routeOptions.config.body === 'upload') found.bytes = request.raw.socket.bytesRead
    done()
  })

  const timer = setInterval(() => {
    const now = performance.now()
    for (const [request, { since, bytes }] of receiving) {
      const { socket, complete } = request
      if (complete) receiving.delete(request)
      else if (now - since < request_ms) continue
      else if (bytes !== undefined && socket.bytesRead - bytes >= least_bytes)
        receiving.set(request, { since: now, bytes: socket.bytesRead })
      else {
        receiving.delete(request)
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
