import type { Trx } from '../../platform/db/database.ts'
import { AppError, invalid } from '../../platform/errors.ts'
import type { AccountDeps } from '../account/context.ts'
import { parseRecoveryCode } from './recovery-codes.ts'
import { secretName, stepOfCode } from './totp.ts'
import * as recoveryCodes from './recovery-code-queries.ts'
import * as totp from './totp-queries.ts'

/** A well-formed code of the authenticator app, or a recovery code. */
export type Code = { totp: string } | { recovery: string }

/** A right code. It may have been spent before: `spendSecondFactor` tells. */
export type Proof =
  | { kind: 'totp'; step: number; secret_enc: string; renewed_enc: string }
  | { kind: 'recovery'; code_hash: Buffer }

/** Reads exactly one of the two, without spaces and hyphens. @throws ValidationError */
export function readCode(input: { code?: string | null; recovery_code?: string | null }): Code {
  const { code, recovery_code } = input
  if (typeof code === 'string' && typeof recovery_code === 'string') {
    throw invalid(['body', 'recovery_code'], 'Send code or recovery_code, not both')
  }
  if (typeof recovery_code === 'string') {
    const recovery = parseRecoveryCode(recovery_code)
    if (recovery !== undefined) return { recovery }
    throw invalid(
      ['body', 'recovery_code'],
      'Recovery codes have 10 letters and digits',
      'string_pattern_mismatch',
    )
  }
  if (typeof code !== 'string') throw invalid(['body', 'code'], 'Field required', 'missing')
  return { totp: readTotp(code) }
}

/** @throws ValidationError */
export function readTotp(code: string): string {
  const digits = code.replace(/[\s-]/g, '')
  if (/^[0-9]{6}$/.test(digits)) return digits
  throw invalid(['body', 'code'], 'Codes have six digits', 'string_pattern_mismatch')
}

/** Undefined for a wrong code. Costs at most one slow hash. */
export async function checkSecondFactor(
  deps: Pick<AccountDeps, 'db' | 'hasher' | 'secrets' | 'clock'>,
  user_id: string,
  code: Code,
): Promise<Proof | undefined> {
  if ('recovery' in code) {
    const salt = await recoveryCodes.findSalt(deps.db, user_id)
    return salt && { kind: 'recovery', code_hash: await deps.hasher.derive(code.recovery, salt) }
  }
  const factor = await totp.findFactor(deps.db, user_id)
  if (!factor) return undefined
  const { secret_enc } = factor
  const { ring } = deps.secrets
  const name = secretName(user_id)
  const secret = ring.open(name, secret_enc)
  const step = await stepOfCode(secret, code.totp, deps.clock())
  if (step === undefined) return undefined
  const renewed_enc = ring.isCurrent(secret_enc) ? secret_enc : ring.seal(name, secret)
  return { kind: 'totp', step, secret_enc, renewed_enc }
}

/** Spends a code, in the transaction of what it allows. False when it was spent before. */
export function spendSecondFactor(trx: Trx, user_id: string, proof: Proof, now: Date): Promise<boolean> {
  return proof.kind === 'totp'
    ? totp.spendStep(trx, user_id, proof)
    : recoveryCodes.spend(trx, user_id, proof.code_hash, now)
}

/** 400, since the caller's session is valid. */
export function wrongCode(): AppError {
  return new AppError(400, 'invalid_mfa_code', 'The code is wrong, or was used before.')
}
