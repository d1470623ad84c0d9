import type { Json } from './json.ts'

/** One rule that an input breaks, in FastAPI's words (ACCOUNTS: 422 bodies). */
export interface Problem {
  /** First `body`, `query`, `path` or `header`; then field names or array indexes. */
  loc: (string | number)[]
  msg: string
  type: string
}

/** What a caller is told. Everything else that is thrown is a bug or an outage: 500 with a fixed text. */
export class AppError extends Error {
  override readonly name = 'AppError'
  readonly status: number
  readonly code: string
  /** Further members of the body, such as `required` and `available`. */
  readonly extra: Record<string, Json>
  readonly headers: Record<string, string>

  constructor(
    status: number,
    code: string,
    message: string,
    options: { extra?: Record<string, Json>; headers?: Record<string, string>; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause })
    this.status = status
    this.code = code
    this.extra = options.extra ?? {}
    this.headers = options.headers ?? {}
  }
}

/**
 * 404 for one of many: a thing called `API key` is `api_key_not_found`. The same whether there never was one, it is gone, or it
 * is somebody else's.
 */
export function noSuch(thing: string): AppError {
  return new AppError(404, `${thing.toLowerCase().replaceAll(' ', '_')}_not_found`, `No such ${thing}.`)
}

/** An input that no schema could judge, told in the same shape as one that a schema refused. */
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

/** A 409 that trying again cannot mend: client libraries repeat 409 by themselves unless told not to. */
export function finalConflict(code: string, message: string): AppError {
  return new AppError(409, code, message, { headers: { 'x-should-retry': 'false' } })
}

/** 503: costs time, not truth. `retry_after_s` is a whole number of seconds. */
export function busy(message: string, retry_after_s: number, cause?: unknown): AppError {
  return new AppError(503, 'busy', message, { headers: { 'retry-after': String(retry_after_s) }, cause })
}

export function payloadTooLarge(): AppError {
  return new AppError(413, 'payload_too_large', 'The body is too large.')
}
