import * as audit from '../../audit/audit.ts'
import { invalid } from '../../platform/errors.ts'
import type { Json } from '../../platform/json.ts'
import * as settings from '../../settings/settings.ts'
import type { Actor } from '../context/actor.ts'
import type { AdminDeps } from '../context/context.ts'

/**
 * Changes settings, all or none; they take effect at the next request, in every process. Null restores the environment's value.
 * @throws ValidationError for unknown settings and invalid values.
 */
export async function changeSettings(deps: AdminDeps, by: Actor, changes: { [key: string]: Json }) {
  if (Object.keys(changes).length === 0) throw invalid(['body'], 'Name at least one setting')
  return deps.db.transaction().execute(async (trx) => {
    await settings.changeSettings(trx, changes, by.user_id, deps.clock())
    await audit.record(trx, 'settings_changed', by.origin, { actor: by.user_id, details: changes })
    return settings.describeSettings(trx, deps.setting_defaults)
  })
}
