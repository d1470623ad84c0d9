import type { Db, Trx } from '../../platform/db/database.ts'
import { type AppError, finalConflict } from '../../platform/errors.ts'
import type { SessionPrincipal } from '../../platform/http/principal.ts'
import type { AccountDeps } from '../account/context.ts'
import { endSessionsOf } from '../credentials/end-sessions.ts'
import { renewCookie } from '../credentials/sessions.ts'
import * as challenges from './challenge-queries.ts'
import * as recoveryCodes from './recovery-code-queries.ts'
import * as sessions from '../credentials/session-queries.ts'
import * as totp from './totp-queries.ts'

/** Whether the caller's account has a second factor, and how many recovery codes are left. */
export async function getMfa(deps: Pick<AccountDeps, 'db'>, { user_id }: SessionPrincipal) {
  const factor = await totp.findFactor(deps.db, user_id)
  const left = factor ? await recoveryCodes.countUnused(deps.db, user_id) : 0
  return {
    enabled: factor !== undefined,
    enrolled_at: factor?.confirmed_at ?? null,
    recovery_codes_remaining: left,
  }
}

export async function hasSecondFactor(db: Db, user_id: string): Promise<boolean> {
  return (await totp.findFactor(db, user_id)) !== undefined
}

/** Which of these users have a second factor. */
export async function withSecondFactor(db: Db, user_ids: readonly string[]): Promise<ReadonlySet<string>> {
  return new Set(await totp.listOwners(db, user_ids))
}

/** Deletes the authenticator secret and the recovery codes. */
export async function removeFactor(trx: Trx, user_id: string): Promise<void> {
  await totp.remove(trx, user_id)
  await recoveryCodes.remove(trx, user_id)
}

/** Takes the second factor off an account, and ends sign-ins that wait for a code. False when there was no factor. */
export async function removeSecondFactor(trx: Trx, user_id: string): Promise<boolean> {
  const enabled = await hasSecondFactor(trx, user_id)
  await removeFactor(trx, user_id)
  await challenges.removeOf(trx, user_id)
  return enabled
}

/**
 * Ends the account's other sessions after its factor was turned on or off. The caller's session goes on under a new cookie,
 * which is returned if it has one.
 */
export async function keepOnlyThisSession(
  trx: Trx,
  { session_id, user_id }: SessionPrincipal,
  mfa: boolean,
  now: Date,
): Promise<string | null> {
  await endSessionsOf(trx, user_id, { except: session_id }, 'mfa', now)
  await sessions.setMfa(trx, session_id, mfa)
  const cookie = await renewCookie(trx, session_id)
  await challenges.removeOf(trx, user_id)
  return cookie
}

export function alreadyEnabled(): AppError {
  return finalConflict('mfa_already_enabled', 'This account has a second factor already.')
}
