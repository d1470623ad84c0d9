import { type AppError, ValidationError } from '../platform/errors.ts'
import type { ErrorDialect } from '../platform/http/error-handler.ts'

/**
 * Errors as OpenAI's clients expect them, whose classes go by the status: invalid input is 400, and too little money 429, which
 * they are told not to repeat. Codes are those of our own API; of invalid input the kind of its first fault.
 */
export const openAiErrors: ErrorDialect = {
  prefix: '/openai/',
  render(told) {
    const { message, param, code } = faultOf(told)
    const status = statuses[told.status] ?? told.status
    const type = told.status === 402 ? 'insufficient_quota' : (types[status] ?? typeOf(status))
    const headers = told.status === 402 ? { 'x-should-retry': 'false' } : {}
    return { status, headers, body: { error: { message, type, param, code } } }
  },
}

const statuses: Record<number, number> = { 402: 429, 422: 400 }
const types: Record<number, string> = {
  401: 'authentication_error',
  403: 'permission_error',
  429: 'rate_limit_error',
}
const typeOf = (status: number): string => (status >= 500 ? 'server_error' : 'invalid_request_error')

/** What is told, and of which field. */
function faultOf(told: AppError): { message: string; param: string | null; code: string } {
  const { message, code } = told
  if (!(told instanceof ValidationError)) return { message, param: null, code }
  const { problems } = told
  const faults = problems.map(({ loc, msg }) => ({ param: loc.slice(1).join('.'), msg }))
  const [first] = faults
  return {
    message: faults.map(({ param, msg }) => (param === '' ? msg : `${param}: ${msg}`)).join('; '),
    param: first?.param || null,
    code: code === 'validation_failed' ? (problems[0]?.type ?? code) : code,
  }
}
