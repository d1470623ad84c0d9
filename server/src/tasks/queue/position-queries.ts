import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { statement, type Values } from '../../platform/db/statement.ts'
import { seenWithin_s, takes } from '../fleet/slot-queries.ts'
import type { RunningLimits } from './claim-queries.ts'

/** What position and wait are computed from. */
export interface Place {
  /**
   * Tasks before it that an engine which takes it may take first: how many, and their expected seconds of work. Null when it stands
   * behind the head of its model's queue, beyond which nobody counts.
   */
  ahead: number | null
  ahead_s: number | null
  /** Where it stands in its model's queue. */
  queue_tag: number
  /** The modes that compete with it, each with the most frames of a video; null for any. */
  rivals: Rivals
  model: string
  /** Expected seconds that are left of what runs. */
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

export type Rivals = Readonly<Record<string, number | null>>

/** So much of a queue is counted for each page that shows waiting tasks: it takes a millisecond. */
export const headLength = 200

interface Asked {
  task_ids: readonly string[]
}

interface AskedNew {
  user_id: string
  model: string
  mode: string
  frames: number
  expected_s: number
}

const listPlacesOf = statement(
  (_, value: Values<Asked & RunningLimits>) => sql<Place & { task_id: string }>`
    with asked as materialized (
      select task_id, user_id, model, params ->> 'mode' as mode, (params ->> 'frames')::int as frames, expected_s,
             queue_tag, created_at, greatest(0, extract(epoch from run_after - now()))::float8 as backoff_s
        from tasks where task_id = any(${value('task_ids')}::text[]) and status = 'queued'
    )${places(value)}`,
)

/** The places of queued tasks, from one snapshot. */
export function listPlaces(db: Db, task_ids: readonly string[], limits: RunningLimits) {
  return listPlacesOf(db, { task_ids, ...limits })
}

const findPlaceOfNew = statement(
  (_, value: Values<AskedNew & RunningLimits>) => sql<Place>`
    with asked as materialized (
      select '' as task_id, ${value('user_id')}::uuid as user_id, ${value('model')} as model, ${value('mode')} as mode,
             ${value('frames')}::int as frames, ${value('expected_s')}::real as expected_s,
             greatest(coalesce((select virtual_time from queues where queues.model = ${value('model')}), 0),
                      coalesce((select last_tag from queue_turns as turn
                                 where turn.user_id = ${value('user_id')} and turn.model = ${value('model')}), 0))
             + ${value('expected_s')}::float8 / (select queue_weight from users where users.user_id = ${value('user_id')}) as queue_tag,
             'infinity'::timestamptz as created_at, 0::float8 as backoff_s
    )${places(value)}`,
)

/** The place that a new task would get; its tag is computed as in `enqueue`. */
export async function findNewPlace(db: Db, task: AskedNew, limits: RunningLimits): Promise<Place> {
  const { user_id, model, mode, frames, expected_s } = task
  const [place] = await findPlaceOfNew(db, { user_id, model, mode, frames, expected_s, ...limits })
  return place!
}

/** SQL: one row per task of `asked`. */
function places(value: Values<RunningLimits>) {
  return sql`, kinds as materialized (
      select row_number() over () as kind, kind.* from (select distinct model, mode, frames from asked) as kind
    ), takers as materialized (
      select kind, kinds.model, slot.task_id, slot.offers, (slot.frame_limits ->> kinds.model)::int as max_frames
        from kinds join engine_slots as slot on ${takes(sql`kinds.model`, sql`kinds.mode`, sql`kinds.frames`)}
    ), rivals as materialized (
      -- Without an engine, it competes with its like.
      select kind, mode, null::int as max_frames from kinds where not exists (select from takers where takers.kind = kinds.kind)
       union all
      select kind, substr(offer, length(model) + 2), case when bool_and(max_frames is not null) then max(max_frames) end
        from takers cross join unnest(offers) as offer where starts_with(offer, model || '/')
       group by kind, substr(offer, length(model) + 2)
    ), head as materialized (
      select waiting.* from (select distinct model from asked) as asked cross join lateral (
        select model, task_id, params ->> 'mode' as mode, (params ->> 'frames')::int as frames, expected_s, queue_tag, created_at
          from tasks where tasks.model = asked.model and status = 'queued'
         order by queue_tag, created_at, task_id limit ${sql.lit(headLength)}) as waiting
    ), ends as materialized (
      select model, max(queue_tag) as last_tag, count(*) >= ${sql.lit(headLength)} as goes_on from head group by model
    ), line as (
      select * from head
       union all -- one that is not submitted yet, unless it would stand farther back
      select model, task_id, mode, frames, expected_s, queue_tag, created_at from asked left join ends using (model)
       where task_id = '' and (goes_on is null or not goes_on or queue_tag < last_tag)
    ), placed as materialized (
      select kinds.kind, line.task_id,
             count(rivals.mode) over before as ahead,
             coalesce(sum(expected_s) filter (where rivals.mode is not null) over before, 0)::float8 as ahead_s
        from kinds join line using (model)
        left join rivals on rivals.kind = kinds.kind and rivals.mode = line.mode
                        and coalesce(line.frames <= rivals.max_frames, true)
      window before as (partition by kinds.kind order by queue_tag, created_at, task_id
                        rows between unbounded preceding and 1 preceding)
    ), running as materialized (
      select other.model, sum(greatest(0, expected_s - extract(epoch from now() - attempt.started_at)))::float8 as running_s
        from tasks as other join task_attempts as attempt using (task_id, attempt)
       where other.status = 'running' and other.model in (select model from asked)
       group by other.model
    ), owners as materialized (
      select counts.user_id,
             counts.running >= case owner.role when 'admin' then ${value('admin')}::int else ${value('user')}::int end as is_full
        from task_counts as counts join users as owner using (user_id)
       where counts.user_id in (select user_id from asked)
    )
    select asked.task_id, asked.model, queue_tag, backoff_s, ahead, ahead_s, coalesce(running_s, 0) as running_s,
           (select jsonb_object_agg(rivals.mode, max_frames) from rivals where rivals.kind = kinds.kind) as rivals,
           (select count(*) from takers where takers.kind = kinds.kind) as slots,
           (select count(*) from takers where takers.kind = kinds.kind and takers.task_id is null) as free_slots,
           (select min(case state when 'starting'
                       then greatest(0, coalesce(start_s, ready_in_s) - extract(epoch from now() - since))
                       else ready_in_s end)::float8
              from engine_power as power
             where power.state <> 'on' and asked.model = any(power.models)
               and power.seen_at > now() - ${seenWithin_s}::int * interval '1 second') as starts_in_s,
           exists (select from queues where queues.model = asked.model and paused_at is not null) as is_paused,
           coalesce(is_full, false) as is_user_full
      from asked
      join kinds on kinds.model = asked.model and kinds.mode is not distinct from asked.mode
                and kinds.frames is not distinct from asked.frames
      left join placed on placed.kind = kinds.kind and placed.task_id = asked.task_id
      left join running on running.model = asked.model
      left join owners on owners.user_id = asked.user_id`
}

/** A stretch of a queue: tasks of one mode and length that stand after the stretch before it, up to a tag. */
export interface Stretch {
  until_tag: number
  mode: string
  frames: number | null
  tasks: number
  expected_s: number
}

/** All waiting tasks of a model in stretches of `length` tasks, in their order. It reads the whole queue. */
export async function listStretches(db: Db, model: string, length: number): Promise<Stretch[]> {
  const { rows } = await sql<Stretch>`
    select max(max(queue_tag)) over (partition by stretch) as until_tag, mode, frames, count(*) as tasks,
           sum(expected_s)::float8 as expected_s
      from (select queue_tag, params ->> 'mode' as mode, (params ->> 'frames')::int as frames, expected_s,
                   (row_number() over (order by queue_tag, created_at, task_id) - 1) / ${length}::int as stretch
              from tasks where model = ${model} and status = 'queued') as waiting
     group by stretch, mode, frames order by stretch`.execute(db)
  return rows
}
