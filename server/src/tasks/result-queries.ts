import { sql } from 'kysely'
import type { Db } from '../platform/db/database.ts'
import type { TaskMedia } from './media.ts'

/** Tasks that have a video and were completed, or deleted, before an instant: the oldest first, without those passed over. */
export function listWithResult(
  db: Db,
  {
    since,
    before,
    passed_over,
  }: { since: 'completed_at' | 'deleted_at'; before: Date; passed_over: string[] },
  limit: number,
): Promise<{ task_id: string; result_key: string }[]> {
  return db
    .selectFrom('tasks')
    .select(['task_id', 'result_key'])
    .where('result_key', 'is not', null)
    .where(since, '<', before)
    .$if(passed_over.length > 0, (tasks) => tasks.where('task_id', 'not in', passed_over))
    .orderBy(since)
    .limit(limit)
    .$narrowType<{ result_key: string }>()
    .execute()
}

/** True when this call did it: of two at once, one does. */
export async function markPurged(
  db: Db,
  { task_id, result_key }: { task_id: string; result_key: string },
  now: Date,
): Promise<boolean> {
  const purged = await db
    .updateTable('tasks')
    .set({ result_key: null, result_purged_at: now, updated_at: now })
    .where('task_id', '=', task_id)
    .where('result_key', '=', result_key)
    .returning('task_id')
    .executeTakeFirst()
  return purged !== undefined
}

/** What is known of the file with this hash, whoever's it is and whether or not it is still there. */
export async function findMedia(db: Db, sha256: string) {
  return db
    .selectFrom('tasks')
    .select(['model', 'media'])
    .where(sql<boolean>`media ->> 'sha256' = ${sha256}`)
    .where('media', 'is not', null)
    .orderBy('completed_at')
    .limit(1)
    .$narrowType<{ media: TaskMedia }>()
    .executeTakeFirst()
}
