import { randomUUID } from 'node:crypto'
import * as audit from '../../audit/audit.ts'
import { ConfigError } from '../../platform/setting.ts'
import * as wallet from '../../wallet/wallet.ts'
import type { AccountDeps } from '../account/context.ts'
import { parseEmail } from '../account/email.ts'
import { issueMailLink } from '../mailed-links/mail-links.ts'
import { setRole } from './manage-users.ts'
import { insertUser } from '../account/user-queries.ts'
import * as manage from './manage-queries.ts'
import { removeSetupLink } from './setup-queries.ts'

/** The origin of a command on the server. */
export const operator: audit.Origin = { ip: null, request_id: null }

/**
 * Makes the account of this address an administrator's, creating it if needed, and returns a link to choose its password. A second
 * call returns a new link, and the first is void.
 * @throws ConfigError with a message for the terminal.
 */
export async function createAdmin(
  deps: AccountDeps,
  typed: string,
  public_base_url: string,
): Promise<{ link: string; expires_in_s: number; is_new: boolean }> {
  const email = parseEmail(typed)
  if (!email) throw new ConfigError(`${typed} is not an e-mail address`)
  const now = deps.clock()
  return deps.db.transaction().execute(async (trx) => {
    const fresh = {
      user_id: randomUUID(),
      email: email.address,
      email_identity: email.identity,
      password_hash: null,
      nickname: 'admin',
    }
    // First, as whoever follows the link does: of the two at once, one waits and sees the other's administrator.
    await removeSetupLink(trx)
    const is_new = await insertUser(trx, fresh)
    if (is_new) await wallet.openAccounts(trx, fresh.user_id)
    const user = (await manage.findByIdentity(trx, email.identity))!
    if (user.disabled_at || user.deletion_at) throw new ConfigError(`The account of ${typed} is disabled`)
    const { user_id } = user
    if (is_new) await audit.record(trx, 'register', operator, { actor: 'system', subject: user_id })
    if (user.role !== 'admin') {
      await setRole(trx, user_id, 'admin', deps.lifetimes, now)
      const details = { from: user.role, to: 'admin' }
      await audit.record(trx, 'role_changed', operator, { actor: 'system', subject: user_id, details })
    }
    const about = { actor: 'system', subject: user_id, details: { purpose: 'reset' } }
    await audit.record(trx, 'mail_link_requested', operator, about)
    const issued = await issueMailLink({ public_base_url }, trx, { user_id, purpose: 'reset' }, now)
    return { ...issued, is_new }
  })
}
