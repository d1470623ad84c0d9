import { sql } from 'kysely'
import type { Db, Trx } from '../platform/db/database.ts'
import { countAndPage } from '../platform/db/page.ts'
import type { Page } from '../platform/http/input/schemas.ts'
import { hasWord } from '../tasks/tasks.ts'

const visible = ['starred_id', 'prompt', 'created_at'] as const

/** Locks the user; false when there is none. */
export async function lockOwner(trx: Trx, user_id: string): Promise<boolean> {
  const owner = await trx
    .selectFrom('users')
    .select('user_id')
    .where('user_id', '=', user_id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return owner !== undefined
}

export async function count(db: Db, user_id: string): Promise<number> {
  const { total } = await db
    .selectFrom('starred_prompts')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('user_id', '=', user_id)
    .executeTakeFirstOrThrow()
  return total
}

export function findByText(db: Db, user_id: string, prompt: string) {
  return db
    .selectFrom('starred_prompts')
    .select(visible)
    .where('user_id', '=', user_id)
    .where(sql`md5(prompt)`, '=', sql`md5(${prompt})`)
    .executeTakeFirst()
}

export function insert(trx: Trx, starred: { starred_id: string; user_id: string; prompt: string }) {
  return trx.insertInto('starred_prompts').values(starred).returning(visible).executeTakeFirstOrThrow()
}

/** Newest first. All `words` are in each, in any case. */
export function list(db: Db, user_id: string, words: readonly string[], page: Page) {
  const ofUser = db
    .selectFrom('starred_prompts')
    .where('user_id', '=', user_id)
    .where((eb) => eb.and(words.map((word) => hasWord(sql.ref('prompt'), word))))
    .orderBy('created_at', 'desc')
    .orderBy('starred_id', 'desc')
  return countAndPage(db, ofUser, page, (prompts) => prompts.select(visible))
}

/** Which of these prompts are starred: their ids by text. */
export async function findIds(
  db: Db,
  user_id: string,
  prompts: readonly string[],
): Promise<Map<string, string>> {
  if (prompts.length === 0) return new Map()
  const rows = await db
    .selectFrom('starred_prompts')
    .select(['prompt', 'starred_id'])
    .where('user_id', '=', user_id)
    .where(
      sql`md5(prompt)`,
      'in',
      prompts.map((prompt) => sql`md5(${prompt})`),
    )
    .execute()
  return new Map(rows.map(({ prompt, starred_id }) => [prompt, starred_id]))
}

/** False when the user has no such prompt. */
export async function remove(db: Db, user_id: string, starred_id: string): Promise<boolean> {
  const removed = await db
    .deleteFrom('starred_prompts')
    .where('starred_id', '=', starred_id)
    .where('user_id', '=', user_id)
    .returning('starred_id')
    .executeTakeFirst()
  return removed !== undefined
}

export async function removeAll(db: Db, user_id: string): Promise<void> {
  await db.deleteFrom('starred_prompts').where('user_id', '=', user_id).execute()
}
