import cors, { type FastifyCorsOptions } from '@fastify/cors'
import type { App } from './app.ts'

/** Every method that a route has. */
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE']

/** Headers of our answers that a page may not read unless it is told so. */
const exposedHeaders = [
  'Accept-Ranges',
  'Allow',
  'Content-Disposition',
  'Content-Range',
  'ETag',
  'Idempotent-Replayed',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'WWW-Authenticate',
  'X-Request-Id',
  'X-Should-Retry',
]

/** Lets pages of these origins call, with the cookie, and read what they are told. Exact origins; without any, none. */
export async function allowOrigins(app: App, origins: readonly string[]): Promise<void> {
  if (origins.length === 0) return
  const listed: FastifyCorsOptions = {
    origin: [...origins],
    credentials: true,
    methods,
    exposedHeaders,
    maxAge: 600,
  }
  await app.register(cors, {
    // What is no preflight is a request like any other: the plugin's own refusal has no body of ours.
    delegator: ({ raw }, decide) => {
      const isPreflight =
        raw.headers.origin !== undefined && raw.headers['access-control-request-method'] !== undefined
      decide(null, raw.method === 'OPTIONS' && !isPreflight ? { origin: false } : listed)
    },
  })
}
