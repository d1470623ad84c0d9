import type { Trx } from '../../platform/db/database.ts'
import { createToken, hashToken } from '../../platform/secrets/secret-token.ts'
import { after } from '../account/context.ts'
import type { SessionMode } from '../account/tables.ts'
import * as challenges from './challenge-queries.ts'

const lifetime_s = 300

/** The answer to a right password of an account with a second factor: no session yet. */
export interface MfaChallenge {
  mfa_required: true
  /** For `POST /auth/mfa` only. */
  mfa_token: string
  mfa_methods: ('totp' | 'recovery_code')[]
  expires_in: number
}

/** Records that the first stage has passed. The caller has locked the user. */
export async function issueChallenge(
  trx: Trx,
  user: { user_id: string; auth_epoch: number },
  mode: SessionMode,
  now: Date,
): Promise<MfaChallenge> {
  const mfa_token = createToken('svmf_')
  const { user_id, auth_epoch } = user
  const expires_at = after(now, lifetime_s)
  await challenges.insert(trx, {
    token_hash: hashToken(mfa_token),
    user_id,
    auth_epoch,
    mode,
    expires_at,
  })
  return { mfa_required: true, mfa_token, mfa_methods: ['totp', 'recovery_code'], expires_in: lifetime_s }
}
