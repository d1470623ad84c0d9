import * as audit from '../../audit/audit.ts'
import type { Trx } from '../../platform/db/database.ts'
import { AppError, unauthorized } from '../../platform/errors.ts'
import type { AccountDeps, Client } from '../account/context.ts'
import { recordLocks, checkSecret } from './lock.ts'
import { type LockedUser, lockUser } from '../account/user-queries.ts'
import { getContact } from '../account/user-queries.ts'

/**
 * Checks a signed-in user's password and returns the hash that matched. Failures count with those of logins, so that a stolen
 * session can't be used for guessing.
 * @throws AppError 400 `invalid_password`, 423 `account_locked`, 503 `busy`.
 */
export async function checkPassword(
  deps: AccountDeps,
  user_id: string,
  password: string,
  client: Client,
): Promise<{ password_hash: string }> {
  const user = await getContact(deps.db, user_id)
  const who = { identity: user.email_identity, client, factor: 'password' } as const
  const result = await checkSecret(deps, who, async () => {
    const { password_hash } = user
    const matches = await deps.hasher.verify(password, password_hash)
    return matches && password_hash !== null ? { right: { password_hash } } : { wrong: undefined }
  })
  if ('right' in result) return result.right
  await deps.db.transaction().execute(async (trx) => {
    const details = { asked_for: 'password' }
    await audit.record(trx, 'login_failed', client, { actor: user_id, subject: user_id, details })
    await recordLocks(trx, result.locks, client, user_id)
  })
  throw wrongPassword()
}

/**
 * Locks the user and makes sure that the checked password still is the user's, so that nothing follows a reset that only the old
 * password allowed.
 * @throws AppError 400 `invalid_password` when it was changed since, 401 `invalid_token` when the account was closed.
 */
export async function lockIfPasswordUnchanged(
  trx: Trx,
  user_id: string,
  checked: { password_hash: string },
): Promise<LockedUser> {
  const user = await lockUser(trx, user_id)
  if (!user || user.disabled_at || user.deletion_at) {
    throw unauthorized('invalid_token', 'The account is closed.')
  }
  if (user.password_hash !== checked.password_hash) throw wrongPassword()
  return user
}

function wrongPassword(): AppError {
  // Not 401: the session is valid, and clients would log out.
  return new AppError(400, 'invalid_password', 'The password is wrong.')
}
