import type { Db, Trx } from '../platform/db/database.ts'
import * as queries from './mfa-queries.ts'

/** Which of these accounts ask for a second factor at login. */
export async function withSecondFactor(db: Db, user_ids: readonly string[]): Promise<ReadonlySet<string>> {
  return new Set(await queries.listOwners(db, user_ids))
}

/** Whether signing in to this account takes a second factor. */
export function hasSecondFactor(db: Db, user_id: string): Promise<boolean> {
  return queries.isEnabled(db, user_id)
}

/** Takes the second factor off an account, with its recovery codes and half-done sign-ins; false when there was none. */
export async function removeSecondFactor(trx: Trx, user_id: string): Promise<boolean> {
  const enabled = await queries.isEnabled(trx, user_id)
  await queries.removeFactor(trx, user_id)
  await queries.removeChallenges(trx, user_id)
  return enabled
}
