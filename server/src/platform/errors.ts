import type { Json } from './json.ts'

/** One rule that an input violates, in FastAPI's words. */
export interface Problem {
  /** First `body`, `query`, `path` or `header`; then field names or array indexes. */
  loc: (string | number)[]
  msg: string
  type: string
}

/** An error for the caller. Anything else that is thrown is a bug or an outage: 500 with a fixed text. */
export class AppError extends Error {
  override readonly name = 'AppError'
  readonly status: number
  readonly code: string
  /** Further members of the body, such as `required` and `available`. */
  readonly extra: Record<string, Json>
  readonly headers: Record<string, string>
  /** Whether something is wrong with the service, for its log: the default from 500 on. */
  readonly isFault: boolean

  constructor(
    status: number,
    code: string,
    message: string,
    options: {
      extra?: Record<string, Json>
      headers?: Record<string, string>
      cause?: unknown
      isFault?: boolean
    } = {},
  ) {
    super(message, { cause: options.cause })
    this.status = status
    this.code = code
    this.extra = options.extra ?? {}
    this.headers = options.headers ?? {}
    this.isFault = options.isFault ?? status >= 500
  }
}

/**
 * 404 for a missing item: `API key` becomes `api_key_not_found`. It is the same whether the item never existed, is gone, or
 * is somebody else's.
 */
export function noSuch(thing: string): AppError {
  return new AppError(404, `${thing.toLowerCase().replaceAll(' ', '_')}_not_found`, `No such ${thing}.`)
}

/** An invalid input that no schema can detect, in the shape of schema errors. */
export class ValidationError extends AppError {
  readonly problems: Problem[]

  constructor(problems: Problem[], code = 'validation_failed') {
    super(422, code, 'Validation failed.')
    this.problems = problems
  }
}

export function invalid(loc: Problem['loc'], msg: string, type = 'value_error'): ValidationError {
  return new ValidationError([{ loc, msg, type }])
}

/** 401 always names the scheme; `error="invalid_token"` only when a credential was sent. */
export function unauthorized(code: string, message: string): AppError {
  const challenge =
    code === 'not_authenticated' ? 'Bearer realm="api"' : 'Bearer realm="api", error="invalid_token"'
  return new AppError(401, code, message, { headers: { 'www-authenticate': challenge } })
}

/** A 409 that a retry can't resolve: client libraries retry 409 unless told not to. */
export function finalConflict(code: string, message: string, extra: Record<string, Json> = {}): AppError {
  return new AppError(409, code, message, { extra, headers: { 'x-should-retry': 'false' } })
}

/** 503: nothing happened, and a retry may succeed. `retry_after_s` is a whole number of seconds. */
export function busy(message: string, retry_after_s: number, cause?: unknown): AppError {
  return new AppError(503, 'busy', message, { headers: { 'retry-after': String(retry_after_s) }, cause })
}

export function payloadTooLarge(): AppError {
  return new AppError(413, 'payload_too_large', 'The body is too large.')
}
