import { AppError } from '../platform/errors.ts'
import type { AccountDeps, Client } from './context.ts'
import * as queries from './queries.ts'

/** Asks the signed-in user for the current password. @throws AppError 400 `invalid_password`. */
export async function checkPassword(
  deps: AccountDeps,
  user_id: string,
  password: string,
  _client: Client,
): Promise<void> {
  const password_hash = await queries.findPasswordHash(deps.db, user_id)
  if (await deps.hasher.verify(password, password_hash)) return
  throw new AppError(400, 'invalid_password', 'The password is wrong.')
}
