import { sql } from 'kysely'
import type { Db } from '../platform/db/database.ts'
import type { RunningLimits } from './claim-queries.ts'

/** What a wait is told from. */
export interface Place {
  /** Tasks that are taken before it. */
  ahead: number
  /** How long engines will probably take for those, and for the rest of what runs. */
  ahead_s: number
  running_s: number
  /** Slots of engines that take it and were heard of lately, and those of them that are free. */
  slots: number
  free_slots: number
  is_paused: boolean
  /** The user has as many running as may be. */
  is_user_full: boolean
  /** Until it may be taken. */
  backoff_s: number
}

/** An engine is there if a worker that serves it has said so within this time; they say so every five seconds. */
export const heardWithin_s = 20

/** The places of queued tasks, each told from one snapshot. */
export async function listPlaces(
  db: Db,
  task_ids: readonly string[],
  limits: RunningLimits,
): Promise<(Place & { task_id: string })[]> {
  const { rows } = await sql<Place & { task_id: string }>`
    select task.task_id, place.*,
           greatest(0, extract(epoch from task.run_after - now()))::float8 as backoff_s
      from tasks as task
     cross join lateral (${place(sql`task.user_id`, sql`task.model`, sql`(task.params ->> 'mode')`, sql`(task.params ->> 'frames')::int`, sql`(task.queue_tag, task.created_at, task.task_id)`, limits)}) as place
     where task.task_id = any(${task_ids}::text[]) and task.status = 'queued'`.execute(db)
  return rows
}

/** The place of a task that is not there yet; see `enqueue` for its tag. */
export async function findNewPlace(
  db: Db,
  {
    user_id,
    model,
    mode,
    frames,
    expected_s,
  }: { user_id: string; model: string; mode: string; frames: number; expected_s: number },
  limits: RunningLimits,
): Promise<Place> {
  const { rows } = await sql<Place>`
    with newcomer as (
      select ${user_id}::uuid as user_id, ${model} as model,
             greatest(coalesce((select virtual_time from queues where queues.model = ${model}), 0),
                      coalesce((select last_tag from queue_turns as turn
                                 where turn.user_id = ${user_id} and turn.model = ${model}), 0))
             + ${expected_s}::float8 / (select queue_weight from users where users.user_id = ${user_id}) as queue_tag
    )
    select place.*, 0::float8 as backoff_s
      from newcomer
     cross join lateral (
       ${place(sql`newcomer.user_id`, sql`newcomer.model`, sql`${mode}::text`, sql`${frames}::int`, sql`(newcomer.queue_tag, 'infinity'::timestamptz, '')`, limits)}) as place`.execute(
    db,
  )
  return rows[0]!
}

/** Whether a slot's engine was heard of lately, and takes such a video. */
export function takes(
  model: ReturnType<typeof sql>,
  mode: ReturnType<typeof sql>,
  frames: ReturnType<typeof sql>,
) {
  return sql<boolean>`${model} || '/' || ${mode} = any(slot.offers)
    and coalesce((slot.frame_limits ->> ${model})::int >= ${frames}, true)
    and slot.seen_at > now() - ${heardWithin_s}::int * interval '1 second'`
}

function place(
  user_id: ReturnType<typeof sql>,
  model: ReturnType<typeof sql>,
  mode: ReturnType<typeof sql>,
  frames: ReturnType<typeof sql>,
  tag: ReturnType<typeof sql>,
  limits: RunningLimits,
) {
  return sql`
    select
      before.ahead, before.ahead_s,
      (select coalesce(sum(greatest(0, expected_s - extract(epoch from now() - attempt.started_at))), 0)::float8
         from tasks as other join task_attempts as attempt using (task_id, attempt)
        where other.model = ${model} and other.status = 'running') as running_s,
      offered.slots, offered.free_slots,
      exists (select from queues where queues.model = ${model} and paused_at is not null) as is_paused,
      exists (select from task_counts as counts join users as owner using (user_id)
               where counts.user_id = ${user_id}
                 and counts.running >= case owner.role when 'admin' then ${limits.admin}::int else ${limits.user}::int end
             ) as is_user_full
      from (select count(*) as slots, count(*) filter (where slot.task_id is null) as free_slots
              from engine_slots as slot
             where ${takes(model, mode, frames)}) as offered,
           (select count(*) as ahead, coalesce(sum(expected_s), 0)::float8 as ahead_s
              from tasks as other
             where other.model = ${model} and other.status = 'queued'
               and (other.queue_tag, other.created_at, other.task_id) < ${tag}) as before`
}
