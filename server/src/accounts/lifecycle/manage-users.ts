import type { Db, Trx } from '../../platform/db/database.ts'
import type { Page } from '../../platform/http/input/schemas.ts'
import { after, type Lifetimes, lifetimesOf } from '../account/context.ts'
import type { UserRole } from '../account/tables.ts'
import { voidMailTokens } from '../mailed-links/mail-links.ts'
import { revokeEverything } from '../credentials/end-sessions.ts'
import { hasSecondFactor, withSecondFactor } from '../second-factor/factor.ts'
import * as sessions from '../credentials/session-queries.ts'
import * as queries from './manage-queries.ts'

// What administrators do to accounts. The caller writes the audit event, in the same transaction.

export {
  findEmails,
  type ManagedUser,
  setQueueWeight,
  type UserFilter,
  type UserStatus,
} from './manage-queries.ts'

/** A user who is locked until the transaction ends. */
export interface LockedUser extends queries.ManagedUser {
  /** `email_identity`, for which failures are counted. */
  identity: string
  /** There is no other active administrator. */
  is_last_admin: boolean
}

/** Lists users, the newest first. */
export async function listUsers(db: Db, filter: queries.UserFilter, page: Page) {
  const { rows, total } = await queries.list(db, filter, page)
  const secured = await withSecondFactor(
    db,
    rows.map((user) => user.user_id),
  )
  return { users: rows.map((user) => ({ ...user, mfa_enabled: secured.has(user.user_id) })), total }
}

/** Finds one user, with the number of open sessions and their last use. */
export async function inspectUser(db: Db, user_id: string, now: Date) {
  const user = await queries.find(db, user_id)
  if (!user) return undefined
  const mfa_enabled = await hasSecondFactor(db, user_id)
  return { ...user, mfa_enabled, ...(await sessions.summarize(db, user_id, now)) }
}

/** When the first account was made; null without any. */
export function findFirstUser(db: Db): Promise<Date | null> {
  return queries.findFirst(db)
}

/** How many users there are, and how many of them came since an instant; each number ends after 10,000. */
export function countUsers(db: Db, since: Date): Promise<{ total: number; recent: number }> {
  return queries.count(db, since)
}

/** Locks a user and every active administrator, so that `is_last_admin` stays true until the commit. */
export async function lockUserToManage(trx: Trx, user_id: string): Promise<LockedUser | undefined> {
  const rows = await queries.lockWithAdmins(trx, user_id)
  const user = rows.find((row) => row.user_id === user_id)
  if (!user) return undefined
  const isActiveAdmin = user.role === 'admin' && !user.disabled_at && !user.deletion_at
  return { ...user, is_last_admin: isActiveAdmin && rows.length === 1 }
}

/** Ends every session, refuses API keys and logins, and voids a change of password that waits for its confirmation. */
export async function disableUser(trx: Trx, user_id: string, now: Date): Promise<void> {
  await queries.update(trx, user_id, { disabled_at: now }, now)
  await revokeEverything(trx, user_id, 'disabled', now)
  await voidMailTokens(trx, user_id, ['change_password'], now)
}

/** Lets a user sign in again. Ends the session of a login that was under way when the user was disabled. */
export async function enableUser(trx: Trx, user_id: string, now: Date): Promise<void> {
  await queries.update(trx, user_id, { disabled_at: null }, now)
  await revokeEverything(trx, user_id, 'disabled', now)
}

/** Turns the user's API keys on or off; sessions stay. */
export function setApiAccess(trx: Trx, user_id: string, enabled: boolean, now: Date): Promise<void> {
  return queries.update(trx, user_id, { api_access_enabled: enabled }, now)
}

/** Takes effect at the next request. Sessions of a new administrator get an administrator's shorter lifetimes. */
export async function setRole(
  trx: Trx,
  user_id: string,
  role: UserRole,
  lifetimes: Lifetimes,
  now: Date,
): Promise<void> {
  await queries.update(trx, user_id, { role }, now)
  if (role !== 'admin') return
  const { refresh_idle_s, session_absolute_s } = lifetimesOf(role, lifetimes)
  await sessions.capLifetimes(trx, user_id, after(now, refresh_idle_s), after(now, session_absolute_s))
}

/** Ends every session and token of the account; returns how many sessions were open. */
export async function endAllSessions(
  trx: Trx,
  user_id: string,
  reason: 'revoked' | 'mfa',
  now: Date,
): Promise<number> {
  const { active_sessions } = await sessions.summarize(trx, user_id, now)
  await revokeEverything(trx, user_id, reason, now)
  return active_sessions
}
