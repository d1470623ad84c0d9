import * as audit from '../audit/audit.ts'
import { enqueueMail } from '../outbox/outbox.ts'
import type { Trx } from '../platform/db/database.ts'
import { finalConflict, type AppError } from '../platform/errors.ts'
import type { SessionPrincipal } from '../platform/http/principal.ts'
import { createToken, hashToken } from '../platform/secrets/secret-token.ts'
import type { AccountDeps, Client } from './context.ts'
import { type Looked, recordLocks, trySecret } from './lock.ts'
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
 * Looks at a code, which counts for the account when it is wrong. Nothing comes back then.
 * @throws AppError 423 `account_locked`, 503 `busy`, and what the look throws.
 */
export async function tryCode<T>(
  deps: AccountDeps,
  { user_id, email, email_identity }: FactorOwner,
  client: Client,
  look: () => Promise<Looked<T, undefined>>,
): Promise<{ done: T } | undefined> {
  const who = { identity: email_identity, client, factor: 'mfa' } as const
  const tried = await trySecret(deps, who, look)
  if ('right' in tried) return { done: tried.right }
  await deps.db.transaction().execute(async (trx) => {
    await audit.record(trx, 'mfa_failed', client, { actor: 'anonymous', subject: user_id })
    await recordLocks(trx, tried.locks, client, user_id)
    if (tried.locks.mfa) await enqueueMail(trx, email, lockedMail(client.language))
  })
  return undefined
}

/** Does what a code allows, in the transaction that spends it; nothing is done when it is wrong or was used before. */
export async function spendCode<T>(
  deps: AccountDeps,
  user_id: string,
  code: Code,
  act: (trx: Trx, user: { auth_epoch: number; role: UserRole }, proof: Proof) => Promise<T>,
): Promise<Looked<T, undefined>> {
  const wrong = { wrong: undefined }
  const proof = await checkSecondFactor(deps, user_id, code)
  if (!proof) return wrong
  return deps.db.transaction().execute(async (trx) => {
    const user = await lockUser(trx, user_id)
    if (!user || !(await spendSecondFactor(trx, user_id, proof, deps.clock()))) return wrong
    return { right: await act(trx, user, proof) }
  })
}

/**
 * The same for somebody who is signed in.
 * @throws AppError 400 `invalid_mfa_code`, 409 `mfa_not_enabled`, 423 `account_locked`, 503 `busy`.
 */
export async function requireSecondFactor<T>(
  deps: AccountDeps,
  owner: FactorOwner,
  { code, client }: { code: Code; client: Client },
  act: (trx: Trx) => Promise<T>,
): Promise<T> {
  if (!(await queries.findFactor(deps.db, owner.user_id))) {
    throw finalConflict('mfa_not_enabled', 'There is no second factor on this account.')
  }
  const result = await tryCode(deps, owner, client, () => spendCode(deps, owner.user_id, code, act))
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
