import { randomBytes, randomUUID } from 'node:crypto'
import * as audit from '../audit/audit.ts'
import { AppError, finalConflict, invalid } from '../platform/errors.ts'
import * as wallet from '../wallet/wallet.ts'
import type { AccountDeps, Client, IssuedSession } from './context.ts'
import { type Email, parseEmail } from './email.ts'
import { forgetFailures } from './lock.ts'
import { passwordProblem } from './password.ts'
import * as queries from './queries.ts'
import { openSession } from './sessions.ts'
import type { SessionMode } from './tables.ts'

export interface RegisterInput {
  email: string
  password: string
  nickname?: string | null
  invite_code?: string | null
  session_mode?: SessionMode
}

/**
 * Creates a user with an empty wallet and signs them in.
 * @throws AppError 403 `registration_disabled`, 409 `email_taken`; ValidationError for an address, a password or an
 * invite code that won't do.
 */
export async function register(
  deps: AccountDeps,
  input: RegisterInput,
  client: Client,
): Promise<IssuedSession> {
  if (!(await deps.settings()).registration_enabled) {
    throw new AppError(403, 'registration_disabled', 'Registration is closed on this server.')
  }
  const nickname = input.nickname ?? `user-${randomBytes(4).toString('hex').slice(0, 6)}`
  const email = checkedEmail(input.email)
  const named = { email: email.address, nickname: input.nickname ?? undefined }
  const problem = passwordProblem(input.password, named, deps.password_blocklist)
  if (problem) throw invalid(['body', 'password'], problem)
  if (input.invite_code) throw invalid(['body', 'invite_code'], 'Unknown, expired or used up invite code')

  const password_hash = await deps.hasher.hash(input.password)
  const user = {
    user_id: randomUUID(),
    email: email.address,
    email_identity: email.identity,
    password_hash,
    nickname,
  }
  const now = deps.clock()
  return deps.db.transaction().execute(async (trx) => {
    if (!(await queries.insertUser(trx, user))) {
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

function checkedEmail(typed: string): Email {
  const email = parseEmail(typed)
  if (!email) throw invalid(['body', 'email'], 'Input must be an e-mail address')
  return email
}
