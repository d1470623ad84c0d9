import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { longestCounted } from '../../platform/db/page.ts'
import { seenWithin_s } from '../fleet/slot-queries.ts'

// What is going on, at a cost that does not depend on how much waits.

/** The tasks of a model that wait. */
export interface Wait {
  model: string
  /** At most `longestCounted`. */
  tasks: number
  /** Of the model, on any engine. */
  running: number
  /** Since when the task waits that has waited longest, by the database's clock; a pause between two attempts begins it anew. */
  since: Date
  waited_s: number
  is_paused: boolean
}

/** Which tasks are looked at for the longest wait: the first ones may have had an attempt. */
const eldest = 100

/** Steps through the index of waiting tasks from one model to the next. */
export async function listWaits(db: Db): Promise<Wait[]> {
  const { rows } = await sql<Wait>`
    with recursive waiting (model) as (
      (select model from tasks where status = 'queued' order by model limit 1)
       union all
      select (select model from tasks where status = 'queued' and tasks.model > waiting.model order by model limit 1)
        from waiting where waiting.model is not null
    )
    select waiting.model, oldest.since, extract(epoch from greatest(now() - oldest.since, interval '0'))::float8 as waited_s,
           (select count(*)::int from (
             select from tasks where tasks.model = waiting.model and status = 'queued' limit ${longestCounted}) as counted) as tasks,
           (select count(*)::int from tasks where tasks.model = waiting.model and status = 'running') as running,
           queues.paused_at is not null as is_paused
      from waiting
      left join queues on queues.model = waiting.model
     cross join lateral (
       select min(greatest(created_at, run_after)) as since from (
         select created_at, run_after from tasks
          where tasks.model = waiting.model and status = 'queued' and deleted_at is null
          order by created_at limit ${eldest}) as first) as oldest
     where waiting.model is not null order by waiting.model`.execute(db)
  return rows
}

export async function countRunning(db: Db): Promise<number> {
  const { rows } = await sql<{ running: number }>`
    select count(*)::int as running from tasks where status = 'running'`.execute(db)
  return rows[0]!.running
}

/** Running tasks by model; those without are left out. */
export async function countRunningByModel(db: Db): Promise<{ model: string; running: number }[]> {
  const { rows } = await sql<{ model: string; running: number }>`
    select model, count(*)::int as running from tasks where status = 'running' group by model order by model`.execute(
    db,
  )
  return rows
}

export function listPaused(db: Db): Promise<{ model: string; paused_at: Date | null }[]> {
  return db
    .selectFrom('queues')
    .select(['model', 'paused_at'])
    .where('paused_at', 'is not', null)
    .orderBy('model')
    .execute()
}

export interface EngineSlots {
  engine: string
  slots: number
  free: number
  models: string[]
}

/** The slots of engines that were heard of lately, and which models they take. */
export async function listEngineSlots(db: Db): Promise<EngineSlots[]> {
  const { rows } = await sql<EngineSlots>`
    select engine, count(*)::int as slots, (count(*) filter (where task_id is null))::int as free,
           array(select distinct unnest(other.models) from engine_slots as other
                  where other.engine = slot.engine and other.seen_at > now() - ${seenWithin_s}::int * interval '1 second'
                  order by 1) as models
      from engine_slots as slot where seen_at > now() - ${seenWithin_s}::int * interval '1 second'
     group by engine order by engine`.execute(db)
  return rows
}

/** Of each worker, how many of its tasks have a lease that nobody renewed nor took over for a minute. */
export async function listAbandoned(db: Db): Promise<{ worker_id: string; tasks: number; since: Date }[]> {
  const { rows } = await sql<{ worker_id: string; tasks: number; since: Date }>`
    select worker_id, count(*)::int as tasks, min(lease_expires_at) as since from tasks
     where status = 'running' and lease_expires_at < now() - interval '1 minute' group by worker_id order by worker_id`.execute(
    db,
  )
  return rows
}

/** Why tasks have failed within the last hour, the most frequent reason first; what a caller canceled has not. */
export async function listFailures(db: Db): Promise<{ code: string; message: string; tasks: number }[]> {
  const { rows } = await sql<{ code: string; message: string; tasks: number }>`
    select error_code as code, (array_agg(error_message order by completed_at desc))[1] as message, count(*)::int as tasks
      from (select error_code, error_message, completed_at from tasks
             where status = 'failed' and completed_at > now() - interval '1 hour'
             order by completed_at desc limit ${longestCounted}) as failed
     where error_code <> 'canceled' group by error_code order by tasks desc, code`.execute(db)
  return rows
}

export interface Sample {
  /** Seconds since 1970. */
  arrived_s: number
  /** From its arrival to its first attempt. */
  waited_s: number
  /** From its first attempt to its end. */
  service_s: number
}

/** The newest tasks of a model that ended after an attempt, of the last week, in the order of their arrival. */
export async function listSamples(db: Db, model: string, limit: number): Promise<Sample[]> {
  const newest = (status: 'completed' | 'failed') => sql`
    (select created_at, started_at, completed_at from tasks
      where model = ${model} and status = ${status} and deleted_at is null and created_at > now() - interval '7 days'
      order by created_at desc limit ${limit})`
  const { rows } = await sql<Sample>`
    select extract(epoch from created_at)::float8 as arrived_s,
           greatest(0, extract(epoch from started_at - created_at))::float8 as waited_s,
           greatest(0, extract(epoch from completed_at - started_at))::float8 as service_s
      from (select * from (${newest('completed')} union all ${newest('failed')}) as ended
             where started_at is not null order by created_at desc limit ${limit}) as sampled
     order by created_at`.execute(db)
  return rows
}
