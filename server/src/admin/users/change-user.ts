import * as accounts from '../../accounts/accounts.ts'
import { mfaDisabledMail } from '../../mail/mail.ts'
import { enqueueMail } from '../../outbox/outbox.ts'
import { mfaRequired } from '../../platform/http/principal.ts'
import type { Actor } from '../context/actor.ts'
import type { AdminDeps } from '../context/context.ts'
import { manageUser, refuseLastAdmin } from './manage-user.ts'

/**
 * Disables a user: sessions end and API keys stop; running tasks go on.
 * @throws AppError 404 `user_not_found`, 409 `last_admin`.
 */
export function disableUser(deps: AdminDeps, by: Actor, user_id: string, reason: string) {
  return manageUser(deps, by, user_id, async (trx, user, now) => {
    if (user.disabled_at) return undefined
    refuseLastAdmin(user)
    await accounts.disableUser(trx, user_id, now)
    return { event: 'user_disabled', details: { reason } }
  })
}

/** Lets a user sign in again. */
export function enableUser(deps: AdminDeps, by: Actor, user_id: string) {
  return manageUser(deps, by, user_id, async (trx, user, now) => {
    if (!user.disabled_at) return undefined
    await accounts.enableUser(trx, user_id, now)
    return { event: 'user_enabled' }
  })
}

/** Turns the user's API keys on or off; sessions stay. */
export function setApiAccess(deps: AdminDeps, by: Actor, user_id: string, enabled: boolean) {
  return manageUser(deps, by, user_id, async (trx, user, now) => {
    if (user.api_access_enabled === enabled) return undefined
    await accounts.setApiAccess(trx, user_id, enabled, now)
    return { event: 'api_access_changed', details: { enabled } }
  })
}

/** Ends the lock after failed logins. */
export function unlockUser(deps: AdminDeps, by: Actor, user_id: string) {
  return manageUser(deps, by, user_id, async (trx, user) => {
    await deps.forgetFailures(trx, user.identity)
    return { event: 'user_unlocked' }
  })
}

/** Ends every session of the user; returns how many were open. */
export async function revokeSessions(
  deps: AdminDeps,
  by: Actor,
  user_id: string,
): Promise<{ revoked: number }> {
  let revoked = 0
  await manageUser(deps, by, user_id, async (trx, _user, now) => {
    revoked = await accounts.endAllSessions(trx, user_id, 'revoked', now)
    return { event: 'session_revoked', details: { revoked } }
  })
  return { revoked }
}

/** Removes a second factor that its owner has lost, ends every session, and mails the owner. */
export function resetMfa(deps: AdminDeps, by: Actor, user_id: string, reason: string) {
  return manageUser(deps, by, user_id, async (trx, user, now) => {
    if (!(await deps.removeSecondFactor(trx, user_id))) return undefined
    await accounts.endAllSessions(trx, user_id, 'mfa', now)
    await enqueueMail(trx, user.email, mfaDisabledMail(by.language))
    return { event: 'mfa_disabled', details: { reason } }
  })
}

/** Mails the user a link to choose a new password. The administrator never sees the link. */
export async function sendPasswordReset(
  deps: AdminDeps,
  by: Actor,
  user_id: string,
): Promise<{ status: 'ok' }> {
  await manageUser(deps, by, user_id, async (trx, user, now) => {
    await accounts.mailResetLink(deps, trx, { user_id, email: user.email }, by.language, now)
    return { event: 'mail_link_requested', details: { purpose: 'reset' } }
  })
  return { status: 'ok' }
}

/** How recent the caller's login must be for a change of roles. */
const freshFor_ms = 15 * 60_000

/**
 * Changes a user's role, from their next request on.
 * @throws AppError 403 `mfa_required` unless the caller signed in recently with a second factor (where administrators need one),
 * 404 `user_not_found`, 409 `last_admin`, also for one of two demotions at once.
 */
export async function changeRole(deps: AdminDeps, by: Actor, user_id: string, role: accounts.UserRole) {
  const isFresh = by.mfa && deps.clock().getTime() - by.signed_in_at.getTime() <= freshFor_ms
  if (deps.admin_mfa_required && !isFresh) {
    throw mfaRequired('Sign in anew with your second factor to change roles.')
  }
  return manageUser(deps, by, user_id, async (trx, user, now) => {
    if (user.role === role) return undefined
    if (role !== 'admin') refuseLastAdmin(user)
    await accounts.setRole(trx, user_id, role, deps.lifetimes, now)
    return { event: 'role_changed', details: { from: user.role, to: role } }
  })
}
