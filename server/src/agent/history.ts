import type { Db, Trx } from '../platform/db/database.ts'
import { noSuch } from '../platform/errors.ts'
import type { Page } from '../platform/http/input/schemas.ts'
import * as queries from './queries.ts'
import * as starredQueries from './starred-queries.ts'

/** Prompts kept per user. */
export const keptPrompts = 500

/** A user's prompts, newest first. */
export async function listPrompts(db: Db, user_id: string, page: Page) {
  const { rows, total } = await queries.list(db, user_id, page)
  const items = rows.map(({ original, optimized, ...rest }) => ({
    ...rest,
    original_prompt: original,
    optimized_prompt: optimized,
  }))
  return { items, total, ...page }
}

/** For an export. */
export async function* eachPrompt(db: Db, user_id: string) {
  yield* (await listPrompts(db, user_id, { page: 1, page_size: keptPrompts })).items
}

/** @throws AppError 404 `prompt_not_found`, also the second time. */
export async function deletePrompt(db: Db, user_id: string, prompt_id: string): Promise<void> {
  if (await queries.remove(db, user_id, prompt_id)) return
  throw noSuch('prompt')
}

export function deletePrompts(db: Db, user_id: string): Promise<void> {
  return queries.removeAll(db, user_id)
}

/** For the erasure of an account: starred ones too. */
export async function forgetPrompts(trx: Trx, user_id: string): Promise<void> {
  await queries.removeAll(trx, user_id)
  await starredQueries.removeAll(trx, user_id)
}
