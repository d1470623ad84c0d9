import { randomBytes, randomUUID } from 'node:crypto'
import * as audit from '../audit/audit.ts'
import { AppError, finalConflict, invalid } from '../platform/errors.ts'
import { limitSubject } from '../platform/rate-limit.ts'
import * as wallet from '../wallet/wallet.ts'
import type { AccountDeps, Client, IssuedSession } from './context.ts'
import { forgetFailures } from './lock.ts'
import { askToVerify } from './ask-to-verify.ts'
import { checkedEmail } from './checked-email.ts'
import { limits } from './limits.ts'
import { isReserved } from './mail-token-queries.ts'
import { passwordProblem } from './password.ts'
import * as queries from './queries.ts'
import { openSession } from './sessions.ts'
import type { VerificationRequired } from './schemas.ts'
import type { SessionMode } from './tables.ts'

export interface RegisterInput {
  email: string
  password: string
  nickname?: string | null
  invite_code?: string | null
  session_mode?: SessionMode
}

/**
 * Creates a user with an empty wallet and signs them in, or mails a link where addresses have to be confirmed.
 * @throws AppError 403 `registration_disabled`, 409 `email_taken`, 429 `rate_limited`; ValidationError for an address, a password or an
 * invite code that won't do.
 */
export async function register(
  deps: AccountDeps,
  input: RegisterInput,
  client: Client,
): Promise<IssuedSession | VerificationRequired> {
  const { registration_enabled, email_verification_required } = await deps.settings()
  if (!registration_enabled) {
    throw new AppError(403, 'registration_disabled', 'Registration is closed on this server.')
  }
  await deps.limiter.take(limits.register, limitSubject(client.ip))
  const nickname = input.nickname ?? `user-${randomBytes(4).toString('hex').slice(0, 6)}`
  const email = checkedEmail(input.email)
  const named = { email: email.address, nickname: input.nickname ?? undefined }
  const problem = passwordProblem(input.password, named, deps.password_blocklist)
  if (problem) throw invalid(['body', 'password'], problem)
  if (input.invite_code) throw invalid(['body', 'invite_code'], 'Unknown, expired or used up invite code')

  const password_hash = await deps.hasher.hash(input.password)
  if (email_verification_required) {
    const snapshot = { password_hash, nickname, invite_code: input.invite_code ?? null }
    return askToVerify(deps, email, snapshot, client)
  }
  const user = {
    user_id: randomUUID(),
    email: email.address,
    email_identity: email.identity,
    password_hash,
    nickname,
  }
  const now = deps.clock()
  return deps.db.transaction().execute(async (trx) => {
    const reserved = await isReserved(trx, email.identity, null, now)
    if (reserved || !(await queries.insertUser(trx, user))) {
      throw finalConflict('email_taken', 'This address is registered already.')
    }
    await forgetFailures(trx, deps, user.email_identity)
    await wallet.openAccounts(trx, user.user_id)
    await audit.record(trx, 'register', client, { actor: user.user_id })
    const mode = input.session_mode ?? 'both'
    return openSession(
      trx,
      { ...user, auth_epoch: 1, role: 'user' },
      { mode, client, lifetimes: deps.lifetimes, now },
    )
  })
}
