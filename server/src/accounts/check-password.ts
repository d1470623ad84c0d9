import * as audit from '../audit/audit.ts'
import { AppError } from '../platform/errors.ts'
import type { AccountDeps, Client } from './accounts.ts'
import { getContact } from './password-queries.ts'

/**
 * Asks who is signed in for the password once more; the one place where that is done. Returns the hash that matched.
 * @throws AppError 400 `invalid_password`: not 401, since the session is fine.
 */
export async function checkPassword(
  deps: Pick<AccountDeps, 'db' | 'hasher'>,
  user_id: string,
  password: string,
  client: Client,
): Promise<{ password_hash: string }> {
  const { password_hash } = await getContact(deps.db, user_id)
  const matches = await deps.hasher.verify(password, password_hash)
  if (matches && password_hash !== null) return { password_hash }
  await deps.db.transaction().execute((trx) => {
    const details = { asked_for: 'password' }
    return audit.record(trx, 'login_failed', client, { actor: user_id, subject: user_id, details })
  })
  throw wrongPassword()
}

export function wrongPassword(): AppError {
  return new AppError(400, 'invalid_password', 'The password is wrong.')
}
