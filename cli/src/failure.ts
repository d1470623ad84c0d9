import { ApiError, NetworkError, WaitTimeoutError } from '@clipwright/client'
import { formatAmount, formatCredits } from './credits.ts'
import type { ExitCode } from './exit-codes.ts'

/** An error for the user: what is wrong, and what to do about it. */
export class Failure extends Error {
  override readonly name = 'Failure'
  readonly exit: ExitCode
  readonly code: string
  /** A sentence with the next step. */
  readonly hint: string | undefined
  /** Further members of the error under `--json`. */
  readonly details: Readonly<Record<string, unknown>>

  constructor(
    exit: ExitCode,
    code: string,
    message: string,
    options: { hint?: string | undefined; details?: Record<string, unknown>; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause })
    this.exit = exit
    this.code = code
    this.hint = options.hint
    this.details = options.details ?? {}
  }
}

/** The failure of a command that Ctrl-C or SIGTERM has stopped. */
export class Interrupt extends Failure {
  constructor(signal: 'SIGINT' | 'SIGTERM', hint?: string) {
    super(signal === 'SIGINT' ? 130 : 143, 'interrupted', 'Stopped.', { hint })
  }
}

/** The same failure with another hint, and more details. */
export function withHint(failure: Failure, hint: string, more: Record<string, unknown> = {}): Failure {
  const { exit, code, message, details, cause } = failure
  return new Failure(exit, code, message, { hint, details: { ...details, ...more }, cause })
}

/** Converts any error to a failure. An unexpected error keeps its message. */
export function toFailure(error: unknown, url: string): Failure {
  if (error instanceof Failure) return error
  if (error instanceof ApiError) return refused(error, url)
  if (error instanceof NetworkError) {
    const hint = `Is the service running there? Another address: --url, or CLIPWRIGHT_URL.`
    return new Failure(3, error.kind, error.message, { hint, cause: error })
  }
  if (error instanceof WaitTimeoutError)
    return new Failure(1, 'wait_timeout', error.message, { cause: error })
  const message = error instanceof Error ? error.message : String(error)
  return new Failure(1, 'unexpected', message, { cause: error })
}

function refused(error: ApiError, url: string): Failure {
  const { status, code, request_id, problems } = error
  const details = { status, ...(request_id ? { request_id } : {}), ...(problems.length ? { problems } : {}) }
  const options = { cause: error, details: details as Record<string, unknown> }
  if (code === 'unexpected_response') {
    const message = `What answers at ${url} is not Clipwright (status ${status}).`
    return new Failure(1, code, message, { ...options, hint: 'Another address: --url, or CLIPWRIGHT_URL.' })
  }
  if (status === 402) {
    const { required, available } = error.body
    if (typeof required === 'number' && typeof available === 'number') {
      return tooExpensive(required, available, options)
    }
    return new Failure(5, code, error.detail, { ...options, hint: 'Add credits: clipwright topup 10' })
  }
  if (problems.length > 0) {
    const lines = problems.map(({ loc, msg }) => `   ${fieldName(loc)}: ${msg}`)
    return new Failure(1, code, `The service does not accept this:\n${lines.join('\n')}`, options)
  }
  return new Failure(1, code, error.detail, { ...options, hint: hintFor(error) })
}

/** The failure of a price above the balance; both in hundredths of a credit. */
export function tooExpensive(
  required: number,
  available: number,
  { cause, details }: { cause?: unknown; details?: Record<string, unknown> } = {},
): Failure {
  const message = `Not enough credits: this costs ${formatCredits(required)}, and ${formatCredits(available)} are available.`
  return new Failure(5, 'insufficient_balance', message, {
    hint: `Add credits: clipwright topup ${formatAmount(required - available)}`,
    details: { ...details, required, available },
    cause,
  })
}

const optionOf: Readonly<Record<string, string>> = {
  duration_seconds: '--duration',
  resolution: '--resolution',
  aspect_ratio: '--aspect',
  negative_prompt: '--negative',
  model: '--model',
  seed: '--seed',
  steps: '--steps',
  guidance: '--guidance',
  image_url: '--image',
  last_image_url: '--last-image',
  audio_url: '--audio',
  page: '--page',
  page_size: '--page-size',
  amount: 'AMOUNT',
  prompt: 'PROMPT',
}

/** The option or argument for a field of the API. */
function fieldName(loc: readonly (string | number)[]): string {
  const field = loc.slice(1).join('.')
  if (field.startsWith('parameters.')) return field.replace('parameters.', '--param ')
  return optionOf[field] ?? (field || String(loc[0]))
}

function hintFor({ status, code, retry_after_s, request_id }: ApiError): string | undefined {
  if (code === 'invalid_credentials') return undefined
  if (code.includes('api_key') || code.includes('api_access')) return 'Look at CLIPWRIGHT_API_KEY.'
  if (status === 401) return 'Log in: clipwright login'
  if (status === 429 || status === 503 || status === 423) {
    return retry_after_s === undefined ? 'Try again later.' : `Try again in ${retry_after_s} s.`
  }
  if (status >= 500 && request_id) return `The operator finds more in the logs under ${request_id}.`
  return undefined
}
