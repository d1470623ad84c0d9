import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { countAndPage } from '../../platform/db/page.ts'
import type { Page } from '../../platform/http/input/schemas.ts'
import { enhanceTaskId, visible } from './queries.ts'
import type { TaskStatus } from './tables.ts'

export interface TaskFilter {
  status?: TaskStatus | undefined
  user_id?: string | undefined
  model?: string | undefined
}

/** One page of everybody's tasks, newest first; deleted ones are nowhere. */
export async function list(db: Db, { status, user_id, model }: TaskFilter, page: Page) {
  const matching = db
    .selectFrom('tasks')
    .where('deleted_at', 'is', null)
    .$if(status !== undefined, (tasks) => tasks.where('status', '=', status!))
    .$if(user_id !== undefined, (tasks) => tasks.where('user_id', '=', user_id!))
    .$if(model !== undefined, (tasks) => tasks.where('model', '=', model!))
  return countAndPage(matching, page, (found) =>
    found
      .select(visible)
      .select(enhanceTaskId)
      .select('user_id')
      .orderBy('created_at', 'desc')
      .orderBy('task_id', 'desc'),
  )
}

export async function exists(db: Db, task_id: string): Promise<boolean> {
  const row = await db.selectFrom('tasks').select('task_id').where('task_id', '=', task_id).executeTakeFirst()
  return row !== undefined
}

export function countWaiting(db: Db, now: Date) {
  return db
    .selectFrom('tasks')
    .select((eb) => [
      'model',
      'status',
      eb.fn.countAll<number>().as('tasks'),
      sql<number>`greatest(0, extract(epoch from ${now} - min(created_at)))::float8`.as('oldest_s'),
    ])
    .where('status', 'in', ['queued', 'running'])
    .groupBy(['model', 'status'])
    .orderBy('model')
    .orderBy('status')
    .execute()
}
