import { type Expression, sql, type SqlBool } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { countAndPage } from '../../platform/db/page.ts'
import type { Page } from '../../platform/http/input/schemas.ts'

/** The newest tasks whose prompts are looked at: an index gives them, so the cost does not grow with a user's tasks. */
export const searchedTasks = 1_000

/** The prompts of a user's newest tasks, each once, the last used first. All `words` are in each, in any case. */
export function listUsed(db: Db, user_id: string, words: readonly string[], page: Page) {
  const newest = db
    .selectFrom('tasks')
    .select(['prompt', 'created_at'])
    .where('user_id', '=', user_id)
    .where('deleted_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('task_id', 'desc')
    .limit(searchedTasks)
    .as('newest')
  const used = db
    .selectFrom(newest)
    .select((eb) => [
      sql<string>`prompt`.as('prompt'),
      eb.fn.countAll<number>().as('used_count'),
      eb.fn.max('created_at').as('last_used_at'),
    ])
    .where('prompt', 'is not', null)
    .where((eb) => eb.and(words.map((word) => hasWord(sql.ref('prompt'), word))))
    .groupBy('prompt')
    .as('used')
  const lastUsed = db.selectFrom(used).orderBy('last_used_at', 'desc').orderBy('prompt')
  return countAndPage(db, lastUsed, page, (prompts) =>
    prompts.select(['prompt', 'used_count', 'last_used_at']),
  )
}

/** Whether a text has these letters in it, in any case. */
export function hasWord(text: Expression<unknown>, word: string): Expression<SqlBool> {
  return sql<SqlBool>`strpos(lower(${text}), lower(${word})) > 0`
}
