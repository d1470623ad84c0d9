import type { Db } from '../platform/db/database.ts'

/** Which of these accounts ask for a second factor at login. */
export async function withSecondFactor(_db: Db, _user_ids: readonly string[]): Promise<ReadonlySet<string>> {
  return new Set() // none can be enrolled yet
}

/** Whether signing in to this account takes a second factor. */
export async function hasSecondFactor(db: Db, user_id: string): Promise<boolean> {
  return (await withSecondFactor(db, [user_id])).has(user_id)
}
