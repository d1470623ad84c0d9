import { randomUUID } from 'node:crypto'
import type { Db } from '../platform/db/database.ts'
import { finalConflict, noSuch, unauthorized } from '../platform/errors.ts'
import type { Page } from '../platform/http/input/schemas.ts'
import { listUsedPrompts } from '../tasks/tasks.ts'
import * as queries from './starred-queries.ts'

/** Starred prompts per user. */
export const maxStarred = 500

const wordsOf = (search: string | undefined): string[] =>
  search?.split(/\s+/).filter((word) => word !== '') ?? []

/** The prompts of a user's newest videos, each once, with its star; those that have all words of the search. */
export async function listUsed(db: Db, user_id: string, search: string | undefined, page: Page) {
  const { rows, total } = await listUsedPrompts(db, user_id, wordsOf(search), page)
  const ids = await queries.findIds(
    db,
    user_id,
    rows.map(({ prompt }) => prompt),
  )
  return {
    items: rows.map((row) => ({ ...row, starred_id: ids.get(row.prompt) ?? null })),
    total,
    ...page,
  }
}

export async function listStarred(db: Db, user_id: string, search: string | undefined, page: Page) {
  const { rows, total } = await queries.list(db, user_id, wordsOf(search), page)
  return { items: rows, total, ...page }
}

/** For an export. */
export async function* eachStarred(db: Db, user_id: string) {
  yield* (await listStarred(db, user_id, undefined, { page: 1, page_size: maxStarred })).items
}

/**
 * Keeps a prompt; one that is kept already stays as it is. @throws AppError 409 `starred_prompt_limit_reached`, also for
 * concurrent calls.
 */
export function starPrompt(db: Db, user_id: string, prompt: string) {
  return db.transaction().execute(async (trx) => {
    if (!(await queries.lockOwner(trx, user_id))) throw unauthorized('invalid_token', 'The account is gone.')
    const known = await queries.findByText(trx, user_id, prompt)
    if (known) return known
    if ((await queries.count(trx, user_id)) >= maxStarred)
      throw finalConflict(
        'starred_prompt_limit_reached',
        `At most ${maxStarred} starred prompts: remove one.`,
      )
    return queries.insert(trx, { starred_id: randomUUID(), user_id, prompt })
  })
}

/** @throws AppError 404 `prompt_not_found`, also the second time. */
export async function unstarPrompt(db: Db, user_id: string, starred_id: string): Promise<void> {
  if (await queries.remove(db, user_id, starred_id)) return
  throw noSuch('prompt')
}
