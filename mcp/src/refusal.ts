import { ApiError, NetworkError } from '@clipwright/client'

/** What a model is told instead of an answer, so that it can do something else. */
export class Refusal extends Error {
  override readonly name = 'Refusal'

  constructor(code: string, why: string, options?: ErrorOptions) {
    super(`${code}: ${why}`, options)
  }
}

/** What the service refuses, or that it cannot be reached; undefined for a fault of ours. */
export function toRefusal(error: unknown): Refusal | undefined {
  if (error instanceof Refusal) return error
  if (error instanceof NetworkError) return new Refusal(error.kind, error.message, { cause: error })
  if (!(error instanceof ApiError)) return undefined
  const { code, detail, retry_after_s, request_id } = error
  const again = retry_after_s === undefined ? '' : ` Try again in ${retry_after_s} s.`
  const where = request_id === undefined ? '' : ` (request ${request_id})`
  return new Refusal(code, `${detail}${again}${where}`, { cause: error })
}
