import * as audit from '../audit/audit.ts'
import { AppError } from '../platform/errors.ts'
import type { AccountDeps, Client } from './context.ts'
import { countAttempt, forgetAttempt, orTakeBack, recordLock } from './lock.ts'
import * as queries from './credential-queries.ts'

/**
 * Whether a signed-in user knows the current password. Failures count on the same counter as logins: a stolen session is
 * no place to guess at.
 * @throws AppError 400 `invalid_password`, 423 `account_locked`, 503 `busy`.
 */
export async function checkPassword(
  deps: AccountDeps,
  user_id: string,
  password: string,
  client: Client,
): Promise<void> {
  const user = await queries.findPassword(deps.db, user_id)
  if (!user) throw invalidPassword()
  const attempt = await countAttempt(deps, user.email_identity, client)
  const matches = await orTakeBack(deps.db, attempt, () => deps.hasher.verify(password, user.password_hash))
  if (matches) return forgetAttempt(deps.db, attempt)
  await deps.db.transaction().execute(async (trx) => {
    await audit.record(trx, 'login_failed', client, { actor: user_id, subject: user_id })
    await recordLock(trx, attempt, client, user_id)
  })
  throw invalidPassword()
}

function invalidPassword(): AppError {
  // Not 401: the session is fine, and clients would log out.
  return new AppError(400, 'invalid_password', 'The password is wrong.')
}
