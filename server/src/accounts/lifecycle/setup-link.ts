import * as audit from '../../audit/audit.ts'
import type { Db } from '../../platform/db/database.ts'
import { createToken, hashToken } from '../../platform/secrets/secret-token.ts'
import { after, type AccountDeps } from '../account/context.ts'
import { operator } from './create-admin.ts'
import * as queries from './setup-queries.ts'

/** Half an hour. */
const lifetime_s = 1_800

/** Whether nobody has ever been an administrator. Whoever loses the last one has `create-admin`: a link opens a new installation alone. */
export async function isSetupOpen(db: Db): Promise<boolean> {
  return !(await queries.hasAdmin(db))
}

/** The same for a route that everybody may ask: once there is an administrator it answers without a question to the database. */
export function createSetupWatch(db: Db): () => Promise<boolean> {
  let isOver = false
  return async () => {
    isOver ||= !(await isSetupOpen(db))
    return !isOver
  }
}

/**
 * Makes the link that makes the first administrator; the one before is void. Its token stands in the fragment, which no server,
 * proxy or log sees. Undefined when there is an administrator.
 */
export async function makeSetupLink(
  deps: Pick<AccountDeps, 'db' | 'clock' | 'public_base_url'>,
): Promise<{ link: string; expires_in_s: number } | undefined> {
  const token = createToken('svsu_')
  const now = deps.clock()
  return deps.db.transaction().execute(async (trx) => {
    const expires_at = after(now, lifetime_s)
    await queries.replaceSetupLink(trx, { token_hash: hashToken(token), created_at: now, expires_at })
    // Asked afterwards: the replacement has waited for whoever was spending the link before.
    if (await queries.hasAdmin(trx)) {
      await queries.removeSetupLink(trx)
      return undefined
    }
    await audit.record(trx, 'setup_link_made', operator, { actor: 'system' })
    return { link: `${deps.public_base_url}/setup#token=${token}`, expires_in_s: lifetime_s }
  })
}
