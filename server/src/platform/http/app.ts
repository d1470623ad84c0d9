import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
  type RawReplyDefaultExpression,
  type RawRequestDefaultExpression,
  type RawServerDefault,
} from 'fastify'
import { AppError } from '../errors.ts'
import type { Metrics } from '../metrics.ts'
import type { RequestSpan, TraceIds, Tracing } from '../tracing/tracing.ts'
import { type BodyPace, watchBodies } from './body-pace.ts'
import { createErrorHandler, type ErrorDialect } from './error-handler.ts'
import { noteAnswer, refuseConnection } from './client-errors.ts'
import { acceptJsonOnly } from './input/json-body.ts'
import { checkInputs } from './input/inputs.ts'
import type { Principal } from './principal.ts'
import { closeIdleConnections } from './idle-connections.ts'
import { observeHttp } from './observe-http.ts'
import { createRequestId } from './request-id.ts'
import { allowedMethods } from './routes-by-path.ts'
import { createSerializerCompiler } from './serialization.ts'
import { createValidatorCompiler } from './input/validation.ts'

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
    /** Undefined where it is not traced. */
    span: RequestSpan | undefined
    /** Set on every route that is registered inside `signedIn`. */
    principal: Principal
  }
  interface FastifyInstance {
    /** Answers a person whose browser asked for a page that does not exist; without it they get the error's JSON. */
    /** Aborted once the process is about to stop: from then on each answer closes its connection, so that none is reused. */
    leaving: AbortController
    notFoundPage: ((reply: FastifyReply) => FastifyReply) | null
  }
}

export interface HttpOptions {
  log: FastifyBaseLogger
  /** CIDR ranges of proxies whose `X-Forwarded-For` counts; empty trusts none. */
  trusted_proxies: string[]
  /** Largest JSON body of a route that sets no limit of its own. */
  body_limit_bytes: number
  /** Of the process; further ones are closed at once. */
  max_connections?: number
  /** Sends HSTS. */
  https: boolean
  metrics?: Pick<Metrics, 'counter' | 'histogram'>
  /** Absent where nothing is traced. */
  tracing?: Pick<Tracing, 'request'>
  patience?: Partial<Patience>
  error_dialects?: readonly ErrorDialect[]
}

/** How long a connection may take, in milliseconds. */
export interface Patience extends BodyPace {
  /** For the headers of a request; of the first one, since the connection opened. */
  headers_ms: number
  /** Between an answer and the next request. Longer than proxies keep theirs, so that they close first. */
  keep_alive_ms: number
}

export const usualPatience: Patience = {
  headers_ms: 10_000,
  request_ms: 30_000,
  upload_bytes_per_s: 32 * 1024, // a quarter of a megabit: 20 MiB take 11 minutes at most
  keep_alive_ms: 75_000,
  check_ms: 2_000, // Node checks every 30 s by default: ten seconds would become forty
}

/** One served request, for log and metrics. */
interface Served {
  request_id: string
  method: string
  /** The pattern, not the path. */
  route: string | null
  /** The status sent; 499 (nginx's) when the caller left before an answer. */
  status: number
  duration_ms: number
  /** The caller's address, behind trusted proxies. */
  ip: string | null
  /** Null without a principal. */
  user_id: string | null
}

/** They come every few seconds, and nobody asks where their time goes. */
const untraced = ['/healthz', '/readyz', '/metrics']

const callerLeft = 499

/** Headers of every answer. A route that allows caching overrides them; one that forgets leaks nothing to a cache. */
const apiHeaders = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
}

/** An app without routes or port: body rules, validation, error bodies, request ids, headers, one log line per request. */
export function createHttpApp(options: HttpOptions): App {
  const patience = { ...usualPatience, ...options.patience }
  const observed = options.metrics && observeHttp(options.metrics)
  const handleError = createErrorHandler(options.error_dialects ?? [], observed?.error)
  const headers = options.https
    ? { ...apiHeaders, 'strict-transport-security': 'max-age=31536000; includeSubDomains' }
    : apiHeaders
  const note = ({ request_id: reqId, ...request }: Served, ids?: TraceIds) => {
    const { method, route, status, duration_ms } = request
    observed?.request({ method, route: route ?? '', status }, duration_ms / 1000)
    options.log.info({ reqId, ...ids, ...request, duration_ms: Math.round(duration_ms * 10) / 10 }, 'request')
  }
  const leaving = new AbortController()
  const begin = (request: FastifyRequest, reply: FastifyReply) => {
    reply.headers(headers).header('x-request-id', request.id)
    if (leaving.signal.aborted) void reply.header('connection', 'close')
    const started = performance.now()
    const { url = '' } = request.routeOptions
    if (options.tracing && !untraced.includes(url))
      request.span = options.tracing.request(traceparentOf(request))
    reply.raw.once('close', () => {
      const { id: request_id, method, routeOptions } = request
      const status = reply.raw.headersSent ? reply.raw.statusCode : callerLeft
      const duration_ms = performance.now() - started
      const route = routeOptions.url ?? null
      const { user_id = null } = (request.principal as Principal | undefined) ?? {}
      if (reply.hasHeader('idempotent-replayed')) observed?.replay(route ?? '')
      note({ request_id, method, route, status, duration_ms, ip: request.ip, user_id }, request.span?.ids)
      endSpan(request, status)
    })
  }
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
    http: {
      headersTimeout: patience.headers_ms,
      connectionsCheckingInterval: patience.check_ms,
      requireHostHeader: false, // checked below: Node's own refusal has no body
    },
    return503OnClosing: false, // requests on an open connection are still answered, then it closes
    frameworkErrors: (error, request, reply) => {
      begin(request, reply) // no hook runs for these
      handleError(error, request, reply)
    },
    clientErrorHandler: (error, socket) => {
      const told = refuseConnection(error, socket, headers)
      if (!told) return
      const ip = socket.remoteAddress ?? null
      note({ ...told, method: '', route: null, duration_ms: 0, ip, user_id: null })
    },
    forceCloseConnections: 'idle',
  }).withTypeProvider<TypeBoxTypeProvider>()

  if (options.max_connections !== undefined) app.server.maxConnections = options.max_connections
  closeIdleConnections(app)
  checkInputs(app)
  watchBodies(app, patience)
  acceptJsonOnly(app)
  app.setValidatorCompiler(createValidatorCompiler())
  app.setSerializerCompiler(createSerializerCompiler())
  app.setErrorHandler(handleError)

  const methods = allowedMethods(app)
  const notFound = ({ url, method }: Pick<FastifyRequest, 'url' | 'method'>): AppError => {
    const allowed = methods(url)
    return allowed.length === 0 || allowed.includes(method) // a route with a wildcard exists for every path
      ? new AppError(404, 'not_found', 'Not found.')
      : new AppError(405, 'method_not_allowed', 'Method not allowed.', {
          headers: { allow: allowed.join(', ') },
        })
  }
  app.decorate('leaving', leaving)
  app.decorateRequest('span', undefined)
  // After the body was parsed, which would leave the span again.
  if (options.tracing)
    app.addHook('preValidation', (request, _reply, done) =>
      request.span ? request.span.within(() => done()) : done(),
    )
  app.decorate('notFoundPage', null)
  const wantsPage = ({ url, method, headers }: FastifyRequest): boolean =>
    method === 'GET' && !url.startsWith('/api/') && headers.accept?.includes('text/html') === true
  app.setNotFoundHandler((request, reply) => {
    if (app.notFoundPage && wantsPage(request)) return app.notFoundPage(reply.code(404))
    throw notFound(request)
  })
  // Runs before the body is parsed: faults of a body that nobody reads do not matter.
  app.addHook('preParsing', (request, _reply, _payload, done) =>
    request.is404 && !(app.notFoundPage && wantsPage(request)) ? done(notFound(request)) : done(),
  )

  app.server.on('request', noteAnswer)
  // An unknown expectation may be ignored (RFC 9110, 10.1.1).
  app.server.on('checkExpectation', (request, answer) => app.server.emit('request', request, answer))
  app.addHook('onRequest', (request, reply, done) => {
    begin(request, reply)
    const hasHost = request.headers.host !== undefined || request.raw.httpVersion === '1.0'
    done(hasHost ? undefined : new AppError(400, 'bad_request', 'The request names no host.'))
  })
  return app
}

function traceparentOf({ headers: { traceparent } }: FastifyRequest): string | undefined {
  return typeof traceparent === 'string' ? traceparent : undefined
}

function endSpan({ span, id, method, routeOptions: { url } }: FastifyRequest, status: number): void {
  span?.tell({
    'http.request.method': method,
    'http.response.status_code': status,
    'clipwright.request_id': id,
    ...(url !== undefined && { 'http.route': url }),
  })
  span?.end(url === undefined ? method : `${method} ${url}`, status)
}
