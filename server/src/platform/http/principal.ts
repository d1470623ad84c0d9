/** Who is calling. API keys join as a second kind. */
export interface Principal {
  kind: 'session'
  user_id: string
  session_id: string
  role: 'user' | 'admin'
  /** Whether this login passed a second factor. */
  mfa: boolean
}

/** The one credential of a request that decides; see `chooseCredential`. */
export type Credential =
  | { kind: 'api_key'; value: string }
  | { kind: 'access_token'; value: string }
  | { kind: 'cookie'; value: string }
  /** An `Authorization` header that is not a bearer token. */
  | { kind: 'unusable' }

export const apiKeyPrefix = 'svck_'

/**
 * The first credential present decides alone: `X-API-Key`, then `Authorization`, then the session cookie. An invalid one
 * never falls through, so that a dead key can't turn into somebody's cookie. Empty headers count as absent.
 */
export function chooseCredential(
  headers: { 'x-api-key'?: string | string[] | undefined; authorization?: string | undefined },
  cookie: string | undefined,
): Credential | undefined {
  const apiKey = [headers['x-api-key']].flat().join(',')
  if (apiKey) return { kind: 'api_key', value: apiKey }
  if (headers.authorization) {
    const value = /^bearer +(\S+) *$/i.exec(headers.authorization)?.[1]
    if (value === undefined) return { kind: 'unusable' }
    return value.startsWith(apiKeyPrefix) ? { kind: 'api_key', value } : { kind: 'access_token', value }
  }
  return cookie ? { kind: 'cookie', value: cookie } : undefined
}
