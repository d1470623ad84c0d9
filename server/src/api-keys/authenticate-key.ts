import { limitTable } from '../platform/limit-table.ts'
import { unauthorized } from '../platform/errors.ts'
import type { ApiKeyPrincipal } from '../platform/http/principal.ts'
import { hashToken } from '../platform/secrets/secret-token.ts'
import type { ApiKeyDeps } from './context.ts'
import * as queries from './queries.ts'
import { isWellFormed } from './secret.ts'
import { statusOf } from './status.ts'

const touchEvery_ms = 60_000

/**
 * Finds the principal of a key. A wrong shape or checksum costs no lookup. Only who holds the whole key learns why it is refused.
 * Scope and rate limit are checked later. It counts as use of the key, unless `only_look`.
 * @throws AppError 401 `invalid_api_key`, `api_key_auth_disabled`, `api_key_revoked`, `api_key_disabled`,
 * `api_key_expired`, `api_access_disabled`.
 */
export type AuthenticateKey = (value: string, use?: { only_look?: boolean }) => Promise<ApiKeyPrincipal>

export function createAuthenticateKey(deps: ApiKeyDeps): AuthenticateKey {
  const findKey = queries.createKeyFinder(deps.db)
  return async (value, { only_look = false } = {}) => {
    const key = isWellFormed(value) ? await findKey(hashToken(value)) : undefined
    if (!key) throw unauthorized('invalid_api_key', 'The API key is not valid.')
    const now = deps.clock()
    if (!(key.keys_enabled ?? deps.api_key_auth_enabled))
      throw unauthorized('api_key_auth_disabled', 'API keys are switched off on this server.')
    switch (statusOf(key, now)) {
      case 'revoked':
        throw unauthorized('api_key_revoked', 'This API key has been revoked.')
      case 'disabled':
        throw unauthorized('api_key_disabled', 'An administrator has disabled this API key.')
      case 'expired':
        throw unauthorized('api_key_expired', 'This API key has expired.')
      case 'active':
    }
    if (key.user_disabled_at || key.user_deletion_at || !key.api_access_enabled)
      throw unauthorized('api_access_disabled', 'The account of this API key has no API access.')
    if (!only_look) touch(deps, key, now)
    const { user_id, key_id, scopes, rate_limit_per_minute, spend_cap, spend_cap_period } = key
    const cap =
      spend_cap !== null && spend_cap_period !== null ? { cap: spend_cap, period: spend_cap_period } : null
    return { kind: 'api_key', user_id, key_id, scopes, rate_limit_per_minute, spend_cap: cap }
  }
}

/** Updates `last_used_at` at most once a minute, without delaying the request. */
function touch(deps: ApiKeyDeps, key: { key_id: string; last_used_at: Date | null }, now: Date): void {
  const before = new Date(now.getTime() - touchEvery_ms)
  if (key.last_used_at && key.last_used_at > before) return
  // The next request makes up for a lost update.
  queries.touch(deps.db, key.key_id, now, before).catch(() => {})
}

/** Counts a call of the key, across all processes. @throws AppError 429 `rate_limited`. */
export function countCall({ limiter }: Pick<ApiKeyDeps, 'limiter'>, key: ApiKeyPrincipal): Promise<void> {
  const own = key.rate_limit_per_minute
  const limit = own === null ? limitTable.api_key : { ...limitTable.api_key, points: own, isFixed: true }
  return limiter.take(limit, key.key_id)
}
