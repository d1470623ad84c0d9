import type { components } from './openapi.ts'

/** One rule that a request broke; `loc` names the field: `["body", "prompt"]`. */
export type Problem = components['schemas']['HTTPValidationError']['detail'][number]

/** The service answered, and the answer is no (or is nothing this service would say: code `unexpected_response`). */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  /** Stable and meant for programs; `detail` is for people and may change. */
  readonly code: string
  readonly detail: string
  /** What is wrong with which field; empty unless the status is 422. */
  readonly problems: readonly Problem[]
  /** What the operator finds in the logs. */
  readonly request_id: string | undefined
  /** When asking again makes sense, if the service says so. */
  readonly retry_after_s: number | undefined
  /** The whole answer, for members that only some codes have, such as `required` and `available`. */
  readonly body: Readonly<Record<string, unknown>>

  constructor(response: Pick<Response, 'status' | 'headers'>, text: string) {
    const body = parseObject(text)
    const problems = Array.isArray(body['detail']) ? body['detail'].filter(isProblem) : []
    const detail = describe(body['detail'], problems) ?? `The answer was ${response.status} without a reason.`
    super(detail)
    this.status = response.status
    this.code = typeof body['code'] === 'string' ? body['code'] : 'unexpected_response'
    this.detail = detail
    this.problems = problems
    this.request_id = response.headers.get('x-request-id') ?? undefined
    const retry_after = response.headers.get('retry-after')
    this.retry_after_s = retry_after && /^\d{1,9}$/.test(retry_after) ? Number(retry_after) : undefined
    this.body = body
  }
}

/**
 * No answer came. After `unreachable` the service has not seen the request; after `timeout` and `interrupted` it may have
 * acted on it.
 */
export class NetworkError extends Error {
  override readonly name = 'NetworkError'
  readonly kind: 'unreachable' | 'timeout' | 'interrupted'

  constructor(kind: NetworkError['kind'], message: string, options?: ErrorOptions) {
    super(message, options)
    this.kind = kind
  }
}

/** What `fetch` throws, in our words. Only Node says in `cause.code` what happened; a browser keeps it to itself. */
export function toNetworkError(error: unknown, origin: string): NetworkError {
  if (error instanceof NetworkError) return error
  const code = codeOf(error instanceof Error ? error.cause : undefined) ?? codeOf(error)
  if (code && neverConnected.has(code)) {
    return new NetworkError('unreachable', `No connection to ${origin} (${code}).`, { cause: error })
  }
  return new NetworkError('interrupted', `The connection to ${origin} broke${code ? ` (${code})` : ''}.`, {
    cause: error,
  })
}

const neverConnected = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EADDRNOTAVAIL',
  'UND_ERR_CONNECT_TIMEOUT',
])

function codeOf(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined
  return typeof error.code === 'string' ? error.code : undefined
}

function parseObject(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch {
    // Not ours: a proxy's page, a storage's XML. The status still tells something.
    return {}
  }
}

function isProblem(value: unknown): value is Problem {
  if (typeof value !== 'object' || value === null) return false
  return 'loc' in value && Array.isArray(value.loc) && 'msg' in value && typeof value.msg === 'string'
}

function describe(detail: unknown, problems: readonly Problem[]): string | undefined {
  if (typeof detail === 'string') return detail
  if (problems.length === 0) return undefined
  return problems.map(({ loc, msg }) => `${loc.slice(1).join('.') || loc.join('.')}: ${msg}`).join('; ')
}
