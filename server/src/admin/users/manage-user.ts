import * as accounts from '../../accounts/accounts.ts'
import * as audit from '../../audit/audit.ts'
import type { Db, Trx } from '../../platform/db/database.ts'
import { finalConflict, noSuch } from '../../platform/errors.ts'
import type { Json } from '../../platform/json.ts'
import * as wallet from '../../wallet/wallet.ts'
import type { Actor } from '../context/actor.ts'
import type { AdminDeps } from '../context/context.ts'
import type { AdminUserDetail, AdminUserOut } from './schemas.ts'

/** The audit event of a change; undefined when nothing changed. */
export type Change = { event: audit.AuditEvent; details?: { [key: string]: Json } } | undefined

/**
 * Locks a user, changes something and writes the audit event, in one transaction. Records nothing if `work` changes nothing.
 * @throws AppError 404 `user_not_found`.
 */
export async function manageUser(
  deps: AdminDeps,
  by: Actor,
  user_id: string,
  work: (trx: Trx, user: accounts.LockedUser, now: Date) => Promise<Change>,
): Promise<AdminUserDetail> {
  const now = deps.clock()
  return deps.db.transaction().execute(async (trx) => {
    const user = await accounts.lockUserToManage(trx, user_id)
    if (!user) throw noSuch('user')
    const change = await work(trx, user, now)
    if (change) {
      const { event, details = {} } = change
      await audit.record(trx, event, by.origin, { actor: by.user_id, subject: user_id, details })
    }
    return getUser(trx, user_id, now)
  })
}

/** @throws AppError 409 `last_admin`, so that one is left who can undo it. */
export function refuseLastAdmin(user: accounts.LockedUser): void {
  if (user.is_last_admin) throw finalConflict('last_admin', 'This is the last administrator.')
}

/** @throws AppError 404 `user_not_found`. */
export async function getUser(db: Db, user_id: string, now: Date): Promise<AdminUserDetail> {
  const user = await accounts.inspectUser(db, user_id, now)
  if (!user) throw noSuch('user')
  const { active_sessions, last_seen_at, queue_weight } = user
  const { balance, balance_held } = await wallet.getBalance(db, user_id)
  const { currency, currency_scale } = wallet
  const money = { balance, balance_held, currency, currency_scale }
  return { ...toOut(user), active_sessions, last_seen_at, queue_weight, ...money }
}

export function toOut({
  email_verified_at,
  ...user
}: accounts.ManagedUser & { mfa_enabled: boolean }): AdminUserOut {
  const status = user.deletion_at ? 'deleting' : user.disabled_at ? 'disabled' : 'active'
  return { ...user, status, email_verified: email_verified_at !== null }
}
