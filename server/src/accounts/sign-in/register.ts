import { limitTable } from '../../platform/limit-table.ts'
import { randomBytes, randomUUID } from 'node:crypto'
import * as audit from '../../audit/audit.ts'
import { findActiveInvite, redeemInvite } from '../../invites/invites.ts'
import { AppError, finalConflict, invalid } from '../../platform/errors.ts'
import { limitSubject } from '../../platform/rate-limit.ts'
import * as wallet from '../../wallet/wallet.ts'
import type { AccountDeps, Client, IssuedSession } from '../account/context.ts'
import { limitFailures } from '../credentials/failures.ts'
import { forgetFailures } from '../credentials/lock.ts'
import { askToVerify } from './ask-to-verify.ts'
import { isReserved } from '../mailed-links/mail-token-queries.ts'
import { passwordProblem } from '../credentials/password.ts'
import { openSession } from '../credentials/sessions.ts'
import type { VerificationRequired } from './schemas.ts'
import type { SessionMode } from '../account/tables.ts'
import { checkedEmail } from '../account/email.ts'
import { insertUser } from '../account/user-queries.ts'

export interface RegisterInput {
  email: string
  password: string
  nickname?: string | null
  invite_code?: string | null
  session_mode?: SessionMode
}

/**
 * Creates a user and signs them in, or mails a link where addresses have to be confirmed. The wallet holds the bonus of the invite
 * code, if any.
 * @throws AppError 403 `registration_disabled`, 409 `email_taken`, 429 `rate_limited`; ValidationError for address, password or
 * invite code.
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
  await deps.limiter.take(limitTable.register, limitSubject(client.ip))
  const nickname = input.nickname ?? `user-${randomBytes(4).toString('hex').slice(0, 6)}`
  const email = checkedEmail(input.email)
  const named = { email: email.address, nickname: input.nickname ?? undefined }
  const problem = passwordProblem(input.password, named, deps.password_blocklist)
  if (problem) throw invalid(['body', 'password'], problem)
  const invite_code_id = await checkedInvite(deps, input.invite_code, client)
  const password_hash = await deps.hasher.hash(input.password)
  if (email_verification_required) {
    const snapshot = { password_hash, nickname, invite_code_id }
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
    if (reserved || !(await insertUser(trx, user))) {
      throw finalConflict('email_taken', 'This address is registered already.')
    }
    await forgetFailures(trx, deps, user.email_identity)
    await wallet.openAccounts(trx, user.user_id)
    if (invite_code_id !== null && !(await redeemInvite(trx, { ...user, invite_code_id }, now)))
      throw badInviteCode() // somebody else has just used it up
    await audit.record(trx, 'register', client, { actor: user.user_id })
    const mode = input.session_mode ?? 'both'
    return openSession(
      trx,
      { ...user, auth_epoch: 1, role: 'user' },
      { mode, client, lifetimes: deps.lifetimes, now },
    )
  })
}

/** Finds the id of the invite code without redeeming it. Wrong codes count by IP address, since codes may be short words. */
async function checkedInvite(
  deps: AccountDeps,
  code: string | null | undefined,
  client: Client,
): Promise<string | null> {
  if (code === null || code === undefined) return null
  return limitFailures(deps, limitTable['invite-codes'], limitSubject(client.ip), async () => {
    const invite_code_id = await findActiveInvite(deps.db, code, deps.clock())
    if (invite_code_id === undefined) throw badInviteCode()
    return invite_code_id
  })
}

function badInviteCode(): AppError {
  return invalid(['body', 'invite_code'], 'Unknown, expired or used up invite code')
}
