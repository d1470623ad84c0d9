import * as audit from '../audit/audit.ts'
import { AppError } from '../platform/errors.ts'
import type { AccountDeps, Client } from './context.ts'
import { countAttempt, forgetAttempt, orTakeBack, recordLock } from './lock.ts'
import { getContact } from './password-queries.ts'

/**
 * Whether a signed-in user knows the current password. Failures count on the same counter as logins: a stolen session is
 * no place to guess at. Returns the hash that matched.
 * @throws AppError 400 `invalid_password`, 423 `account_locked`, 503 `busy`.
 */
export async function checkPassword(
  deps: AccountDeps,
  user_id: string,
  password: string,
  client: Client,
): Promise<{ password_hash: string }> {
  const user = await getContact(deps.db, user_id)
  const attempt = await countAttempt(deps, user.email_identity, client)
  const matches = await orTakeBack(deps.db, attempt, () => deps.hasher.verify(password, user.password_hash))
  if (matches && user.password_hash !== null) {
    await forgetAttempt(deps.db, attempt)
    return { password_hash: user.password_hash }
  }
  await deps.db.transaction().execute(async (trx) => {
    const details = { asked_for: 'password' }
    await audit.record(trx, 'login_failed', client, { actor: user_id, subject: user_id, details })
    await recordLock(trx, attempt, client, user_id)
  })
  throw wrongPassword()
}

export function wrongPassword(): AppError {
  // Not 401: the session is fine, and clients would log out.
  return new AppError(400, 'invalid_password', 'The password is wrong.')
}
