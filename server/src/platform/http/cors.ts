import cors, { type FastifyCorsOptions } from '@fastify/cors'
import type { App } from './app.ts'

/** Methods of our routes. */
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE']

/** Response headers that pages may read. */
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

/** Lets pages of exactly these origins call with the cookie and read the answers. */
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
    // Only preflights are the plugin's: its own refusal has no body of ours.
    delegator: ({ raw }, decide) => {
      const isPreflight =
        raw.headers.origin !== undefined && raw.headers['access-control-request-method'] !== undefined
      decide(null, raw.method === 'OPTIONS' && !isPreflight ? { origin: false } : listed)
    },
  })
}
