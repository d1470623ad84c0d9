import { sql } from 'kysely'
import type { Db, Trx } from '../../platform/db/database.ts'
import { failedWith, type Reason } from './attempt-queries.ts'
import { lockCountsOf } from './reap-queries.ts'
import { seenWithin_s, takes } from '../fleet/slot-queries.ts'

/** What decides whether an engine accepts a video. */
export interface VideoKind {
  model: string
  mode: string
  frames: number | null
}

/** Queued tasks of a model that some engine offers with a limit on frames. Cheap where no engine has one. */
const isLimited = sql`
  tasks.status = 'queued'
  and tasks.model in (
    select jsonb_object_keys(limited.frame_limits) from engine_slots as limited
     where limited.seen_at > now() - ${seenWithin_s}::int * interval '1 second')`

const isTakenByNobody = sql`not exists (
  select from engine_slots as slot where ${takes(sql`kind.model`, sql`kind.mode`, sql`kind.frames`)})`

/** The kinds of queued videos that no engine seen lately accepts. */
export async function listTooLong(db: Db): Promise<VideoKind[]> {
  const { rows } = await sql<VideoKind>`
    select kind.* from (
      select distinct model, params ->> 'mode' as mode, (params ->> 'frames')::int as frames
        from tasks where ${isLimited}) as kind
     where ${isTakenByNobody}`.execute(db)
  return rows
}

/** Fails at most `limit` tasks of these kinds, the oldest first, if still no engine accepts them. Returns their ids. */
export async function failTooLong(
  trx: Trx,
  kinds: readonly VideoKind[],
  limit: number,
  reason: Reason,
): Promise<string[]> {
  const { rows: unfit } = await sql<{ task_id: string; user_id: string }>`
    select task_id, user_id
      from tasks join unnest(${kinds.map(({ model }) => model)}::text[], ${kinds.map(({ mode }) => mode)}::text[],
                             ${kinds.map(({ frames }) => frames)}::int[]) as kind (model, mode, frames)
        on tasks.model = kind.model and tasks.params ->> 'mode' = kind.mode
       and (tasks.params ->> 'frames')::int is not distinct from kind.frames
     where ${isLimited} and ${isTakenByNobody}
     order by created_at limit ${limit} for update of tasks skip locked`.execute(trx)
  if (unfit.length === 0) return []
  await lockCountsOf(trx, unfit)
  const task_ids = unfit.map(({ task_id }) => task_id)
  await trx.updateTable('tasks').set(failedWith(reason)).where('task_id', 'in', task_ids).execute()
  return task_ids
}
