import type { Selectable } from 'kysely'
import type { Db, Trx } from '../platform/db/database.ts'
import { countAndPage } from '../platform/db/page.ts'
import type { Page } from '../platform/http/input/schemas.ts'
import type { AgentTables } from './tables.ts'

type PromptRow = Selectable<AgentTables['prompts']>

const visible = ['prompt_id', 'original', 'optimized', 'source', 'model', 'created_at'] as const

/** Inserts a prompt, and deletes the user's oldest beyond `kept`. */
export async function insert(trx: Trx, prompt: Omit<PromptRow, 'created_at'>, kept: number): Promise<void> {
  await trx.insertInto('prompts').values(prompt).execute()
  await trx
    .deleteFrom('prompts')
    .where('user_id', '=', prompt.user_id)
    .where('prompt_id', 'in', (query) =>
      query
        .selectFrom('prompts')
        .select('prompt_id')
        .where('user_id', '=', prompt.user_id)
        .orderBy('created_at', 'desc')
        .orderBy('prompt_id', 'desc')
        .offset(kept),
    )
    .execute()
}

export function list(db: Db, user_id: string, page: Page) {
  const ofUser = db
    .selectFrom('prompts')
    .where('user_id', '=', user_id)
    .orderBy('created_at', 'desc')
    .orderBy('prompt_id', 'desc')
  return countAndPage(db, ofUser, page, (prompts) => prompts.select(visible))
}

/** False when the user has no such prompt. */
export async function remove(db: Db, user_id: string, prompt_id: string): Promise<boolean> {
  const removed = await db
    .deleteFrom('prompts')
    .where('prompt_id', '=', prompt_id)
    .where('user_id', '=', user_id)
    .returning('prompt_id')
    .executeTakeFirst()
  return removed !== undefined
}

export async function removeAll(db: Db, user_id: string): Promise<void> {
  await db.deleteFrom('prompts').where('user_id', '=', user_id).execute()
}
