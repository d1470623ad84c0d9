import { sql } from 'kysely'
import type { Db, Trx } from '../platform/db/database.ts'
import { failedWith, type Reason } from './attempt-queries.ts'
import { heardWithin_s, takes } from './describe-queries.ts'

/** Queued, for a model that somebody offers with a limit, and taken by nobody. Cheap where no engine has limits. */
const isUnfit = sql<boolean>`
  tasks.status = 'queued'
  and tasks.model in (
    select jsonb_object_keys(limited.frame_limits) from engine_slots as limited
     where limited.seen_at > now() - ${heardWithin_s}::int * interval '1 second')
  and not exists (
    select from engine_slots as slot
     where ${takes(sql`tasks.model`, sql`(tasks.params ->> 'mode')`, sql`(tasks.params ->> 'frames')::int`)})`

/** Tasks with a video longer than any engine takes that was heard of lately, the oldest first. */
export async function listUnfit(db: Db, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('tasks')
    .select('task_id')
    .where(isUnfit)
    .orderBy('created_at')
    .limit(limit)
    .execute()
  return rows.map(({ task_id }) => task_id)
}

/** Fails those of the tasks that are so still; returns their ids. */
export async function failUnfit(trx: Trx, task_ids: readonly string[], reason: Reason): Promise<string[]> {
  const failed = await trx
    .updateTable('tasks')
    .set(failedWith(reason))
    .where('task_id', 'in', task_ids)
    .where(isUnfit)
    .returning('task_id')
    .execute()
  return failed.map(({ task_id }) => task_id)
}
