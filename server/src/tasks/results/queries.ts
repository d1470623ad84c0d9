import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { abandonedAfter_ms } from '../../storage/storage.ts'
import type { TaskMedia } from '../task/media.ts'

/** Lists tasks with a video that were completed, or deleted, before `before`, oldest first. Leaves out `passed_over`. */
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
 * The time from a task's end to its last sweep. A suspended worker may complete an upload after it resumes, as long as the
 * parts of the upload exist; an hourly schedule removes parts that are older than `abandonedAfter_ms`. One hour is a margin.
 */
const late_ms = abandonedAfter_ms + 2 * 3_600_000

const sweptAt = (now: Date) =>
  sql<Date>`case when completed_at <= ${new Date(now.getTime() - late_ms)} then 'infinity'
                 else completed_at + ${late_ms / 1000}::int * interval '1 second' end`

/** Lists tasks that are due for a sweep: they ended without a video after an attempt, which may have stored something. */
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

/** Records a sweep and schedules the last one, or none if this was the last. */
export async function markSwept(db: Db, task_id: string, now: Date): Promise<void> {
  await db
    .updateTable('tasks')
    .set({ sweep_at: sweptAt(now) })
    .where('task_id', '=', task_id)
    .execute()
}

/** True if this call marked the task; of concurrent calls, only one does. */
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

/** Finds the video with this SHA-256 among all users' tasks, including removed videos and deleted tasks. */
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

/** Whether the attempt has not ended, so that a worker may still run it. */
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

/** Whether the task has ended without a video, or its video was removed. It will then never have one. */
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
