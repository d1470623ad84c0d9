import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { AppError, busy, invalid, ValidationError } from '../errors.ts'
import { isOutage } from '../db/retry.ts'
import { isOutOfSpace, outOfSpace } from '../files/out-of-space.ts'
import { problemsOf } from './input/validation.ts'

/** Fastify's own errors, in our words. */
const known: Record<string, AppError> = {
  FST_ERR_CTP_BODY_TOO_LARGE: new AppError(413, 'payload_too_large', 'The body is too large.'),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: new AppError(
    415,
    'unsupported_media_type',
    'Send the body as application/json.',
  ),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: new AppError(
    400,
    'bad_request',
    'The body is not as long as Content-Length says.',
  ),
  FST_ERR_CTP_EMPTY_JSON_BODY: invalid(['body', 0], 'JSON decode error', 'json_invalid'),
  FST_ERR_BAD_URL: new AppError(400, 'bad_request', 'The path is not valid percent-encoding.'),
  FST_STATIC_FORBIDDEN_PATH: new AppError(404, 'not_found', 'Not found.'),
  FST_ERR_MAX_PARAM_LENGTH: new AppError(404, 'not_found', 'Not found.'),
}

/** For any other error of the framework. */
const notValid = new AppError(400, 'bad_request', 'The request is not valid.')

/** For callers who left. */
const brokenOff = new AppError(400, 'bad_request', 'The request ended before its body did.')

function isBrokenOff({ code }: FastifyError, { raw }: FastifyRequest): boolean {
  return !raw.complete && (code === 'ECONNRESET' || code === 'ERR_STREAM_PREMATURE_CLOSE')
}

/** Fastify and its plugins mark the caller's faults with a code and a status; in other libraries these mean something else. */
function isRefusal({ code, statusCode = 500 }: FastifyError): boolean {
  return code?.startsWith('FST_') && statusCode >= 400 && statusCode < 500
}

function toAppError(error: FastifyError | AppError | Error, request: FastifyRequest): AppError | undefined {
  if (error instanceof AppError) return error
  const fastifyError = error as FastifyError
  if (fastifyError.validation) {
    return new ValidationError(problemsOf(fastifyError.validationContext ?? 'body', fastifyError.validation))
  }
  if (isBrokenOff(fastifyError, request)) return brokenOff // or a reset connection would count as the database's
  if (isOutOfSpace(error)) return outOfSpace(error)
  if (isOutage(error)) return busy('The service is busy; try again in a moment.', 1, error)
  return known[fastifyError.code] ?? (isRefusal(fastifyError) ? notValid : undefined)
}

/** The error for the caller; our own faults are logged. */
function asAppError(error: FastifyError | Error, request: FastifyRequest): AppError {
  const known = toAppError(error, request)
  if (!known || known.isFault) request.log.error({ err: error }, 'request_failed')
  return known ?? new AppError(500, 'internal_error', 'Internal error.')
}

/** How the errors of some paths look, for callers who know them from another API. */
export interface ErrorDialect {
  /** Beginning of the paths. */
  prefix: string
  render(
    told: AppError,
    request_id: string,
  ): { status: number; headers?: Record<string, string>; body: object }
}

/** As everybody is told: `{detail, code, request_id}` and the error's own members. */
const usual = {
  render(told: AppError, request_id: string) {
    const detail = told instanceof ValidationError ? told.problems : told.message
    return { status: told.status, headers: {}, body: { ...told.extra, detail, code: told.code, request_id } }
  },
}

export type HandleError = (error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply) => void

/** Renders errors, of each path in its dialect; `count` hears their codes. */
export function createErrorHandler(
  dialects: readonly ErrorDialect[],
  count: (code: string) => void = () => {},
): HandleError {
  return (error, request, reply) => {
    const told = asAppError(error, request)
    count(told.code)
    const dialect = dialects.find(({ prefix }) => request.url.startsWith(prefix)) ?? usual
    const { status, headers, body } = dialect.render(told, request.id)
    void reply
      .code(status)
      .headers({ ...told.headers, ...headers })
      .header('content-type', 'application/json; charset=utf-8')
      .header('cache-control', 'no-store') // also on routes whose answers may be cached
      .serializer(JSON.stringify)
      .send(body)
  }
}
