import * as audit from '../../audit/audit.ts'
import { enqueueMail } from '../../outbox/outbox.ts'
import type { Trx } from '../../platform/db/database.ts'
import { AppError, unauthorized } from '../../platform/errors.ts'
import { hashToken } from '../../platform/secrets/secret-token.ts'
import type { AccountDeps, Client, IssuedSession } from '../account/context.ts'
import { renewDeviceCookie } from '../credentials/device-cookie.ts'
import { type FactorOwner, spendCode, checkCode } from '../second-factor/require-code.ts'
import { recoveryCodeUsedMail } from '../../mail/mail.ts'
import { type Proof, readCode } from '../second-factor/code.ts'
import { openSession } from '../credentials/sessions.ts'
import type { SessionMode, UserRole } from '../account/tables.ts'
import * as challenges from '../second-factor/challenge-queries.ts'
import * as recoveryCodes from '../second-factor/recovery-code-queries.ts'

export type PassedMfa = IssuedSession & { recovery_codes_remaining?: number }

export interface PassMfaInput {
  mfa_token: string
  code?: string | null
  recovery_code?: string | null
  session_mode?: SessionMode
}

/**
 * The second stage of a login. A token allows five codes; each counts before it is checked, and a wrong one counts for the account
 * too.
 * @throws AppError 401 `invalid_mfa_token`, 401 `invalid_mfa_code` with `attempts_remaining`, 423 `account_locked`.
 */
export async function passMfa(deps: AccountDeps, input: PassMfaInput, client: Client): Promise<PassedMfa> {
  const code = readCode(input)
  const token_hash = hashToken(input.mfa_token)
  const challenge = await challenges.find(deps.db, token_hash, deps.clock())
  if (!challenge) throw invalidToken()
  let remaining = 0
  const session = await checkCode(deps, challenge, client, async () => {
    remaining = await countChallengeAttempt(deps, token_hash)
    return spendCode(deps, challenge.user_id, code, async (trx, user, proof) => {
      // Thrown inside the transaction, so that a token that another call has spent does not spend the code.
      if (!(await challenges.consume(trx, token_hash, deps.clock()))) throw invalidToken()
      const mode = input.session_mode ?? challenge.mode
      return open(deps, trx, { ...challenge, ...user, mode }, proof, client)
    }).catch(async (error: unknown) => {
      await challenges.takeBackAttempt(deps.db, token_hash).catch(() => {})
      throw error
    })
  })
  if (session) return session.done
  throw new AppError(401, 'invalid_mfa_code', 'The code is wrong, or was used before.', {
    extra: { attempts_remaining: remaining },
    headers: { 'www-authenticate': 'Bearer realm="api"' },
  })
}

async function countChallengeAttempt(deps: AccountDeps, token_hash: Buffer): Promise<number> {
  const remaining = await challenges.countAttempt(deps.db, token_hash)
  if (remaining === undefined) throw invalidToken()
  return remaining
}

async function open(
  deps: AccountDeps,
  trx: Trx,
  user: FactorOwner & { auth_epoch: number; role: UserRole; mode: SessionMode },
  proof: Proof,
  client: Client,
): Promise<PassedMfa> {
  const { user_id, email, email_identity, mode } = user
  await audit.record(trx, 'mfa_ok', client, { actor: user_id })
  const how = { mode, mfa: true, client, lifetimes: deps.lifetimes, now: deps.clock() }
  const session = await openSession(trx, user, how)
  const opened = { ...session, device_cookie: renewDeviceCookie(deps, email_identity, client) }
  if (proof.kind === 'totp') return opened
  const remaining = await recoveryCodes.countUnused(trx, user_id)
  await audit.record(trx, 'recovery_code_used', client, { actor: user_id, details: { remaining } })
  await enqueueMail(trx, email, recoveryCodeUsedMail(client.language, { remaining }))
  return { ...opened, recovery_codes_remaining: remaining }
}

function invalidToken(): AppError {
  return unauthorized('invalid_mfa_token', 'This sign-in is over; begin again with the password.')
}
