import type { Client, Schema } from './create-client.ts'
import { ApiError } from './errors.ts'

/** Both tokens of a session that is not a browser's. */
export interface Tokens {
  access_token: string
  refresh_token: string
  /** Of the access token, from now. */
  expires_in_s: number
  session_id: string
}

/**
 * Spends a refresh token for a new pair. Each works once: shown again, the service takes it for stolen and ends every
 * session of the account. So store the new pair before using it, let one caller at a time do this, and after a
 * NetworkError that is not `unreachable` do not try the same token again: log in.
 */
export async function refreshTokens(
  client: Client,
  refresh_token: string,
  { signal }: { signal?: AbortSignal | undefined } = {},
): Promise<Tokens> {
  const pair = await client.POST('/api/v1/auth/refresh', { body: { refresh_token }, signal: signal ?? null })
  return toTokens(pair)
}

/** @throws ApiError when the session keeps its tokens in a cookie, so that there are none to hold. */
export function toTokens(pair: Schema<'TokenPair'>): Tokens {
  const { access_token, refresh_token, expires_in, session_id } = pair
  if (access_token && refresh_token && expires_in) {
    return { access_token, refresh_token, expires_in_s: expires_in, session_id }
  }
  const detail = 'The answer holds no tokens; log in with session_mode "token".'
  throw new ApiError(
    new Response(null, { status: 200 }),
    JSON.stringify({ detail, code: 'unexpected_response' }),
  )
}
