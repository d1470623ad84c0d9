import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  LogController,
  type RawReplyDefaultExpression,
  type RawRequestDefaultExpression,
  type RawServerDefault,
} from 'fastify'
import { AppError } from '../errors.ts'
import type { Metrics } from '../metrics.ts'
import { watchBodies } from './body-pace.ts'
import { handleError } from './error-handler.ts'
import { acceptJsonOnly } from './json-body.ts'
import type { Principal } from './principal.ts'
import { endQuietConnections } from './quiet-connections.ts'
import { createRequestId } from './request-id.ts'
import { allowedMethods } from './routes-by-path.ts'
import { createSerializerCompiler } from './serialization.ts'
import { createValidatorCompiler } from './validation.ts'

/** The Fastify instance that slices register their routes on; schemas type the handlers. */
export type App = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>

declare module 'fastify' {
  interface FastifyRequest {
    /** Set on every route that is registered inside `signedIn`. */
    principal: Principal
  }
}

export interface HttpOptions {
  log: FastifyBaseLogger
  /** CIDR ranges of proxies whose `X-Forwarded-For` counts; empty trusts none. */
  trusted_proxies: string[]
  /** Largest JSON body where a route says nothing else. */
  body_limit_bytes: number
  /** Sends HSTS. */
  https: boolean
  metrics?: Pick<Metrics, 'observeRequest'>
  patience?: Partial<Patience>
}

/** How long a connection may keep us waiting, in milliseconds. */
export interface Patience {
  /** For the headers of a request, from the first connection on: who opens one and says nothing is cut off too. */
  headers_ms: number
  /** For the whole request with its body; of an upload, for each next piece. */
  request_ms: number
  /** How large those pieces are at least. */
  upload_bytes_per_s: number
  /** Between an answer and the next request. Longer than proxies wait, so that it is they who close. */
  keep_alive_ms: number
  /** How often the others are looked at. */
  check_ms: number
}

export const usualPatience: Patience = {
  headers_ms: 10_000,
  request_ms: 30_000,
  upload_bytes_per_s: 32 * 1024, // a quarter of a megabit: 20 MiB take 11 minutes at most
  keep_alive_ms: 75_000,
  check_ms: 2_000, // Node looks every 30 s by itself: ten seconds would be forty
}

const apiHeaders = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
}

/** An app without routes and without a port: body rules, validation, the error body, request ids, headers, one log line per request. */
export function createHttpApp(options: HttpOptions): App {
  const patience = { ...usualPatience, ...options.patience }
  const app = fastify({
    loggerInstance: options.log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => createRequestId(),
    trustProxy: options.trusted_proxies.length > 0 ? options.trusted_proxies : false,
    bodyLimit: options.body_limit_bytes,
    exposeHeadRoutes: false, // a link scanner's HEAD must not spend a mailed token
    routerOptions: { maxParamLength: 1024 }, // longer ids reach their handler, which answers 404
    requestTimeout: 0, // `watchBodies` has it
    keepAliveTimeout: patience.keep_alive_ms,
    http: { headersTimeout: patience.headers_ms, connectionsCheckingInterval: patience.check_ms },
    frameworkErrors: handleError,
    forceCloseConnections: 'idle',
  }).withTypeProvider<TypeBoxTypeProvider>()

  endQuietConnections(app)
  watchBodies(app, patience)
  acceptJsonOnly(app)
  app.setValidatorCompiler(createValidatorCompiler())
  app.setSerializerCompiler(createSerializerCompiler())
  app.setErrorHandler(handleError)

  const methods = allowedMethods(app)
  app.setNotFoundHandler((request) => {
    const allowed = methods(request.url)
    if (allowed.length === 0) throw new AppError(404, 'not_found', 'Not found.')
    throw new AppError(405, 'method_not_allowed', 'Method not allowed.', {
      headers: { allow: allowed.join(', ') },
    })
  })

  const headers = options.https
    ? { ...apiHeaders, 'strict-transport-security': 'max-age=31536000; includeSubDomains' }
    : apiHeaders
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers).header('x-request-id', request.id)
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    const { method, routeOptions } = request
    const { statusCode: status, elapsedTime: duration_ms } = reply
    const route = routeOptions.url ?? null
    options.metrics?.observeRequest({ method, route: route ?? '', status, duration_s: duration_ms / 1000 })
    request.log.info({ method, route, status, duration_ms: Math.round(duration_ms * 10) / 10 }, 'request')
    done()
  })
  return app
}
