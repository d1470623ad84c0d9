/** As the service writes them: lower-case, with hyphens. */
export const uuidPattern = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/

/** Whether a path's text can be an id at all: PostgreSQL fails on a uuid that is none, where callers are owed a 404. */
export function isUuid(text: string): boolean {
  return uuidPattern.test(text)
}
