import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { abandonedAfter_ms } from '../../storage/storage.ts'
import type { TaskMedia } from '../task/media.ts'

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

/**
 * How long after its end a task's storage is looked at for the last time. A worker that stood still may store something when
 * it goes on, but only of parts that are not `abandonedAfter_ms` old; those are removed every hour. One hour is to spare.
 */
const late_ms = abandonedAfter_ms + 2 * 3_600_000

const sweptAt = (now: Date) =>
  sql<Date>`case when completed_at <= ${new Date(now.getTime() - late_ms)} then 'infinity'
                 else completed_at + ${late_ms / 1000}::int * interval '1 second' end`

/** Tasks that have ended without a video, and whose attempts may have stored something all the same. */
export function listToSweep(
  db: Db,
  { now, passed_over }: { now: Date; passed_over: string[] },
  limit: number,
): Promise<{ task_id: string }[]> {
  return db
    .selectFrom('tasks')
    .select('task_id')
    .where('completed_at', 'is not', null)
    .where('result_key', 'is', null)
    .where('attempt', '>', 0)
    .where('sweep_at', '<', sql<Date>`'infinity'`)
    .where('sweep_at', '<=', now)
    .$if(passed_over.length > 0, (tasks) => tasks.where('task_id', 'not in', passed_over))
    .orderBy('sweep_at')
    .limit(limit)
    .execute()
}

/** Nothing is stored for the task now; it is looked at once more when nothing can come after that. */
export async function markSwept(db: Db, task_id: string, now: Date): Promise<void> {
  await db
    .updateTable('tasks')
    .set({ sweep_at: sweptAt(now) })
    .where('task_id', '=', task_id)
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
    .set({ result_key: null, result_purged_at: now, updated_at: now, sweep_at: sweptAt(now) })
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

/** Whether a worker may be at it. */
export async function isUnderWay(
  db: Db,
  { task_id, attempt }: { task_id: string; attempt: number },
): Promise<boolean> {
  const row = await db
    .selectFrom('task_attempts')
    .select('task_id')
    .where('task_id', '=', task_id)
    .where('attempt', '=', attempt)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

/** For good: what has ended without a video, or lost it to retention, never gets one. */
export async function ownsNothing(db: Db, task_id: string): Promise<boolean> {
  const row = await db
    .selectFrom('tasks')
    .select('task_id')
    .where('task_id', '=', task_id)
    .where('completed_at', 'is not', null)
    .where('result_key', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}
