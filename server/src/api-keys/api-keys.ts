import * as audit from '../audit/audit.ts'
import type { Trx } from '../platform/db/database.ts'
import * as queries from './queries.ts'

export { countCall, createAuthenticateKey } from './authenticate-key.ts'
export type { ApiKeyDeps } from './context.ts'
export { ApiKeyListOut, ApiKeyOut } from './schemas.ts'
export { getApiKey, listApiKeys } from './list-api-keys.ts'

/** Revokes every key of the account and writes an audit event for each; returns how many. */
export async function revokeApiKeysOf(
  trx: Trx,
  user_id: string,
  origin: audit.Origin,
  now: Date,
): Promise<number> {
  const revoked = await queries.revokeAll(trx, user_id, now)
  for (const { key_id } of revoked)
    await audit.record(trx, 'api_key_revoked', origin, { actor: user_id, subject: key_id })
  return revoked.length
}

/**
 * Disables a key, or enables it again; a revoked or expired one stays so. `changed` is false the second time. Undefined for an
 * unknown key.
 */
export async function setApiKeyDisabled(
  trx: Trx,
  key_id: string,
  disabled_at: Date | null,
): Promise<{ user_id: string; changed: boolean } | undefined> {
  const changed = await queries.setDisabled(trx, key_id, disabled_at)
  const key = changed ?? (await queries.findOfAnyone(trx, key_id))
  return key && { user_id: key.user_id, changed: changed !== undefined }
}
