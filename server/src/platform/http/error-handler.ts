import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { AppError, busy, invalid, ValidationError } from '../errors.ts'
import { isOutage } from '../db/outage.ts'
import { isOutOfSpace, outOfSpace } from '../out-of-space.ts'
import { problemsOf } from './validation.ts'

/** Fastify's own refusals, in our words. */
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
  FST_ERR_MAX_PARAM_LENGTH: new AppError(404, 'not_found', 'Not found.'),
}

function toAppError(error: FastifyError | AppError | Error): AppError | undefined {
  if (error instanceof AppError) return error
  const fastifyError = error as FastifyError
  if (fastifyError.validation) {
    return new ValidationError(problemsOf(fastifyError.validationContext ?? 'body', fastifyError.validation))
  }
  if (isOutOfSpace(error)) return outOfSpace(error)
  if (isOutage(error)) return busy('The service is busy; try again in a moment.', 1, error)
  return known[fastifyError.code]
}

/** The one place where an error becomes a response: `{detail, code, request_id}` and the error's own members. */
export function handleError(error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply): void {
  const known = toAppError(error)
  if (!known || known.status >= 500) request.log.error({ err: error }, 'request_failed')
  const told = known ?? new AppError(500, 'internal_error', 'Internal error.')
  const detail = told instanceof ValidationError ? told.problems : told.message
  void reply
    .code(told.status)
    .headers(told.headers)
    .header('content-type', 'application/json; charset=utf-8')
    .header('cache-control', 'no-store')
    .serializer(JSON.stringify)
    .send({ ...told.extra, detail, code: told.code, request_id: request.id })
}
