import * as audit from '../../audit/audit.ts'
import { enqueueMail } from '../../outbox/outbox.ts'
import type { Trx } from '../../platform/db/database.ts'
import { finalConflict } from '../../platform/errors.ts'
import type { AccountDeps, Client } from '../account/context.ts'
import { type Checked, recordLocks, checkSecret } from '../credentials/lock.ts'
import { lockedMail } from '../../mail/mail.ts'
import { lockUser } from '../account/user-queries.ts'
import { checkSecondFactor, type Code, type Proof, spendSecondFactor, wrongCode } from './code.ts'
import type { UserRole } from '../account/tables.ts'
import * as totp from './totp-queries.ts'

export interface FactorOwner {
  user_id: string
  email: string
  email_identity: string
}

/**
 * Runs the check of a code and counts a wrong one as a failure of the account. Undefined when the code is wrong.
 * @throws AppError 423 `account_locked`, 503 `busy`, and what the check throws.
 */
export async function checkCode<T>(
  deps: AccountDeps,
  { user_id, email, email_identity }: FactorOwner,
  client: Client,
  check: () => Promise<Checked<T, undefined>>,
): Promise<{ done: T } | undefined> {
  const who = { identity: email_identity, client, factor: 'mfa' } as const
  const checked = await checkSecret(deps, who, check)
  if ('right' in checked) return { done: checked.right }
  await deps.db.transaction().execute(async (trx) => {
    await audit.record(trx, 'mfa_failed', client, { actor: 'anonymous', subject: user_id })
    await recordLocks(trx, checked.locks, client, user_id)
    if (checked.locks.mfa) await enqueueMail(trx, email, lockedMail(client.language))
  })
  return undefined
}

/** Checks a code, and runs `act` in the transaction that spends it. A spent code is wrong. */
export async function spendCode<T>(
  deps: AccountDeps,
  user_id: string,
  code: Code,
  act: (trx: Trx, user: { auth_epoch: number; role: UserRole }, proof: Proof) => Promise<T>,
): Promise<Checked<T, undefined>> {
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
 * Asks a signed-in user for the second factor, and runs `act` in the transaction that spends the code.
 * @throws AppError 400 `invalid_mfa_code`, 409 `mfa_not_enabled`, 423 `account_locked`, 503 `busy`.
 */
export async function requireSecondFactor<T>(
  deps: AccountDeps,
  owner: FactorOwner,
  { code, client }: { code: Code; client: Client },
  act: (trx: Trx) => Promise<T>,
): Promise<T> {
  if (!(await totp.findFactor(deps.db, owner.user_id))) {
    throw finalConflict('mfa_not_enabled', 'There is no second factor on this account.')
  }
  const result = await checkCode(deps, owner, client, () => spendCode(deps, owner.user_id, code, act))
  if (!result) throw wrongCode()
  return result.done
}
