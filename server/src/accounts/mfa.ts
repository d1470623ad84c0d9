import * as audit from '../audit/audit.ts'
import { enqueueMail } from '../outbox/outbox.ts'
import type { Trx } from '../platform/db/database.ts'
import { finalConflict, type AppError } from '../platform/errors.ts'
import type { SessionPrincipal } from '../platform/http/principal.ts'
import { createToken, hashToken } from '../platform/secret-token.ts'
import type { AccountDeps, Client } from './context.ts'
import { type Attempt, countAttempt, forgetAttempt, orTakeBack, recordLock } from './lock.ts'
import * as queries from './mfa-queries.ts'
import { lockedMail } from '../mail/mail.ts'
import { lockUser } from './queries.ts'
import { checkSecondFactor, type Code, type Proof, spendSecondFactor, wrongCode } from './second-factor.ts'
import type { UserRole } from './tables.ts'

export interface FactorOwner {
  user_id: string
  email: string
  email_identity: string
}

/** Whether the caller's account has a second factor, and how many recovery codes are left. */
export async function getMfa(deps: Pick<AccountDeps, 'db'>, { user_id }: SessionPrincipal) {
  const factor = await queries.findFactor(deps.db, user_id)
  const left = factor ? await queries.countUnusedCodes(deps.db, user_id) : 0
  return {
    enabled: factor !== undefined,
    enrolled_at: factor?.confirmed_at ?? null,
    recovery_codes_remaining: left,
  }
}

/**
 * Does what a code allows, in the transaction that spends it; nothing is done and nothing comes back when it is wrong or
 * was used before. The attempt, which the caller has counted, stays counted then.
 */
export async function withSecondFactor<T>(
  deps: AccountDeps,
  owner: FactorOwner,
  { attempt, code, client }: { attempt: Attempt; code: Code; client: Client },
  act: (trx: Trx, user: { auth_epoch: number; role: UserRole }, proof: Proof) => Promise<T>,
): Promise<{ done: T } | undefined> {
  const { user_id, email } = owner
  const result = await orTakeBack(deps.db, attempt, async () => {
    const proof = await checkSecondFactor(deps, user_id, code)
    if (!proof) return undefined
    return deps.db.transaction().execute(async (trx) => {
      const user = await lockUser(trx, user_id)
      if (!user || !(await spendSecondFactor(trx, user_id, proof, deps.clock()))) return undefined
      return { done: await act(trx, user, proof) }
    })
  })
  if (result) {
    await forgetAttempt(deps.db, attempt)
    return result
  }
  await deps.db.transaction().execute(async (trx) => {
    await audit.record(trx, 'mfa_failed', client, { actor: 'anonymous', subject: user_id })
    const tooMany = await recordLock(trx, attempt, client, user_id)
    if (tooMany) await enqueueMail(trx, email, lockedMail(client.language))
  })
  return undefined
}

/**
 * The same for somebody who is signed in.
 * @throws AppError 400 `invalid_mfa_code`, 409 `mfa_not_enabled`, 423 `account_locked`.
 */
export async function requireSecondFactor<T>(
  deps: AccountDeps,
  owner: FactorOwner,
  input: { code: Code; client: Client },
  act: (trx: Trx) => Promise<T>,
): Promise<T> {
  if (!(await queries.findFactor(deps.db, owner.user_id))) {
    throw finalConflict('mfa_not_enabled', 'There is no second factor on this account.')
  }
  const attempt = await countAttempt(deps, owner.email_identity, input.client, 'mfa')
  const result = await withSecondFactor(deps, owner, { ...input, attempt }, act)
  if (!result) throw wrongCode()
  return result.done
}

/** Ends the account's other sessions; the caller's goes on under a new cookie, which is returned if it has one. */
export async function keepOnlyThisSession(
  trx: Trx,
  { session_id, user_id }: SessionPrincipal,
  mfa: boolean,
  now: Date,
): Promise<string | null> {
  const cookie = createToken('svss_')
  const session = { session_id, user_id, mfa, cookie_hash: hashToken(cookie) }
  const { has_cookie } = await queries.keepOnlySession(trx, session, now)
  await queries.removeChallenges(trx, user_id)
  return has_cookie ? cookie : null
}

export function alreadyEnabled(): AppError {
  return finalConflict('mfa_already_enabled', 'This account has a second factor already.')
}
