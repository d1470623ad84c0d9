import { type ApiKeyOut, getApiKey, listApiKeys, setApiKeyDisabled } from '../../api-keys/api-keys.ts'
import * as accounts from '../../accounts/accounts.ts'
import * as audit from '../../audit/audit.ts'
import type { Actor } from '../context/actor.ts'
import type { AdminDeps } from '../context/context.ts'
import { noSuch } from '../../platform/errors.ts'

/** @throws AppError 404 `user_not_found`. */
export async function listApiKeysOf({ db, clock }: AdminDeps, user_id: string) {
  const now = clock()
  if (!(await accounts.inspectUser(db, user_id, now))) throw noSuch('user')
  return listApiKeys(db, user_id, now)
}

/**
 * Disables one key, or enables it again; its owner can do neither. A second call changes and records nothing.
 * @throws AppError 404 `api_key_not_found`.
 */
export function switchApiKey(
  deps: AdminDeps,
  by: Actor,
  key_id: string,
  to: { disabled: true; reason: string } | { disabled: false },
): Promise<ApiKeyOut> {
  const now = deps.clock()
  return deps.db.transaction().execute(async (trx) => {
    const key = await setApiKeyDisabled(trx, key_id, to.disabled ? now : null)
    if (!key) throw noSuch('API key')
    if (key.changed) {
      const details = { user_id: key.user_id, ...(to.disabled && { reason: to.reason }) }
      const event = to.disabled ? 'api_key_disabled' : 'api_key_enabled'
      await audit.record(trx, event, by.origin, { actor: by.user_id, subject: key_id, details })
    }
    return (await getApiKey(trx, key.user_id, key_id, now))!
  })
}
