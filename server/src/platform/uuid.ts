/** Lower-case, with hyphens. */
export const uuidPattern = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/

/** Whether a text can be an id: PostgreSQL fails on a malformed uuid, where callers should get a 404. */
export function isUuid(text: string): boolean {
  return uuidPattern.test(text)
}
