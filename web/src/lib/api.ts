import { ApiError, createClient, NetworkError, type Schema } from '@clipwright/client'

/** Credentials travel in the session cookie, which no script can read. */
export const api = createClient({ base_url: globalThis.location.origin })

export type Task = Schema<'TaskOut'>
export type User = Schema<'UserOut'>
export type Model = Schema<'ModelOut'>
export type Quote = Schema<'QuoteOut'>
export type TaskCreate = Schema<'TaskCreate'>

/** What the server says of a failed request, by field; `''` holds what belongs to none. */
export function fieldErrors(error: unknown): Record<string, string> {
  if (error instanceof ApiError && error.problems.length > 0)
    return Object.fromEntries(error.problems.map(({ loc, msg }) => [String(loc.at(-1) ?? ''), msg]))
  return {}
}

export function isStatus(error: unknown, ...statuses: number[]): error is ApiError {
  return error instanceof ApiError && statuses.includes(error.status)
}

export { ApiError, NetworkError }
