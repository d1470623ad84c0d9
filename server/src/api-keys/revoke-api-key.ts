import * as audit from '../audit/audit.ts'
import { noSuch } from '../platform/errors.ts'
import { type Principal, sessionOf } from '../platform/http/principal.ts'
import type { ApiKeyDeps } from './context.ts'
import { describeKey } from './list-api-keys.ts'
import * as queries from './queries.ts'
import type { ApiKeyOut } from './schemas.ts'

/**
 * Revokes one of the caller's keys. A second call changes nothing. A key may revoke only itself, so that a leaked key can't
 * disable the others.
 * @throws AppError 403 `session_required` for a key that revokes another, 404 `api_key_not_found`, also for other users' keys.
 */
export async function revokeApiKey(
  deps: Pick<ApiKeyDeps, 'db' | 'clock'>,
  principal: Principal,
  key_id: string,
  origin: audit.Origin,
): Promise<ApiKeyOut> {
  if (principal.kind !== 'api_key' || principal.key_id !== key_id) sessionOf(principal)
  const { user_id } = principal
  const now = deps.clock()
  return deps.db.transaction().execute(async (trx) => {
    const revoked = await queries.revoke(trx, user_id, key_id, now)
    if (revoked) await audit.record(trx, 'api_key_revoked', origin, { actor: user_id, subject: key_id })
    const key = revoked ?? (await queries.find(trx, user_id, key_id))
    if (!key) throw noSuch('API key')
    return describeKey(trx, key, now)
  })
}
