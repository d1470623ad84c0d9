import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { seenWithin_s, takes } from '../fleet/slot-queries.ts'
import type { RunningLimits } from './claim-queries.ts'

/** What position and wait are computed from. */
export interface Place {
  /** How many tasks of the model stand before it. */
  ahead: number
  /** Expected seconds of work: of those tasks, and left of what runs. */
  ahead_s: number
  running_s: number
  /** Slots of engines seen lately that accept it, and how many of them are free. */
  slots: number
  free_slots: number
  /** Seconds until an engine is up that is started by need and not up now; null when there is none. */
  starts_in_s: number | null
  is_paused: boolean
  /** Whether the user runs as many tasks as allowed. */
  is_user_full: boolean
  /** Seconds until it may be claimed. */
  backoff_s: number
}

/** The positions of queued tasks, from one snapshot. It reads each queue once, up to the last of the given tasks. */
export async function listPositions(
  db: Db,
  task_ids: readonly string[],
  limits: RunningLimits,
): Promise<(Place & { task_id: string })[]> {
  const { rows } = await sql<Place & { task_id: string }>`
    with asked as materialized (
      select task_id, user_id, model, params ->> 'mode' as mode, (params ->> 'frames')::int as frames,
             queue_tag, created_at, greatest(0, extract(epoch from run_after - now()))::float8 as backoff_s,
             lag(queue_tag) over earlier as after_tag, lag(created_at) over earlier as after_at,
             lag(task_id) over earlier as after_id
        from tasks where task_id = any(${task_ids}::text[]) and status = 'queued'
      window earlier as (partition by model order by queue_tag, created_at, task_id)
    )${places(limits)}`.execute(db)
  return rows
}

/** The position that a new task would get; its tag is computed as in `enqueue`. */
export async function findNewPosition(
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
    with asked as materialized (
      select '' as task_id, ${user_id}::uuid as user_id, ${model} as model, ${mode} as mode, ${frames}::int as frames,
             greatest(coalesce((select virtual_time from queues where queues.model = ${model}), 0),
                      coalesce((select last_tag from queue_turns as turn
                                 where turn.user_id = ${user_id} and turn.model = ${model}), 0))
             + ${expected_s}::float8 / (select queue_weight from users where users.user_id = ${user_id}) as queue_tag,
             'infinity'::timestamptz as created_at, 0::float8 as backoff_s,
             null::float8 as after_tag, null::timestamptz as after_at, null::text as after_id
    )${places(limits)}`.execute(db)
  return rows[0]!
}

/** SQL: one row per task of `asked`, each of which names the one before it in its model's queue. */
function places(limits: RunningLimits) {
  return sql`, stretch as materialized (
      select asked.task_id, waiting.*
        from asked cross join lateral (
          select count(*) as ahead, coalesce(sum(expected_s), 0)::float8 as ahead_s
            from tasks as other
           where other.model = asked.model and other.status = 'queued'
             and (other.queue_tag, other.created_at, other.task_id) < (asked.queue_tag, asked.created_at, asked.task_id)
             and (other.queue_tag, other.created_at, other.task_id)
                 >= (coalesce(after_tag, '-infinity'), coalesce(after_at, '-infinity'), coalesce(after_id, ''))) as waiting
    ), running as materialized (
      select other.model, sum(greatest(0, expected_s - extract(epoch from now() - attempt.started_at)))::float8 as running_s
        from tasks as other join task_attempts as attempt using (task_id, attempt)
       where other.status = 'running' and other.model in (select model from asked)
       group by other.model
    ), offered as materialized (
      select kind.*, slots.*
        from (select distinct model, mode, frames from asked) as kind
       cross join lateral (
          select count(*) as slots, count(*) filter (where slot.task_id is null) as free_slots
            from engine_slots as slot
           where ${takes(sql`kind.model`, sql`kind.mode`, sql`kind.frames`)}) as slots
    ), owners as materialized (
      select counts.user_id,
             counts.running >= case owner.role when 'admin' then ${limits.admin}::int else ${limits.user}::int end as is_full
        from task_counts as counts join users as owner using (user_id)
       where counts.user_id in (select user_id from asked)
    )
    select asked.task_id, backoff_s,
           (select min(case state when 'starting'
                       then greatest(0, coalesce(start_s, ready_in_s) - extract(epoch from now() - since))
                       else ready_in_s end)::float8
              from engine_power as power
             where power.state <> 'on' and asked.model = any(power.models)
               and power.seen_at > now() - ${seenWithin_s}::int * interval '1 second') as starts_in_s,
           (sum(ahead) over until_here)::bigint as ahead, sum(ahead_s) over until_here as ahead_s,
           coalesce(running_s, 0) as running_s, slots, free_slots,
           exists (select from queues where queues.model = asked.model and paused_at is not null) as is_paused,
           coalesce(is_full, false) as is_user_full
      from asked join stretch using (task_id)
      left join running on running.model = asked.model
      left join owners on owners.user_id = asked.user_id
      join offered on offered.model = asked.model and offered.mode is not distinct from asked.mode
                  and offered.frames is not distinct from asked.frames
    window until_here as (partition by asked.model order by asked.queue_tag, asked.created_at, asked.task_id)`
}
