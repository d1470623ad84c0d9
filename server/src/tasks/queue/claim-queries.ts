import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Capability } from '../../engines/engines.ts'
import type { Db } from '../../platform/db/database.ts'
import { statement, type Values } from '../../platform/db/statement.ts'
import { isLeft, mayTake } from '../fleet/slot-queries.ts'
import type { TaskTables } from '../task/tables.ts'

// How workers claim tasks. Leases and waits follow the database's clock, so workers' clocks may differ.

/** How many tasks of one user may run at once, by role. */
export interface RunningLimits {
  user: number
  admin: number
}

/** The next task of each model and mode: how long it has waited, in seconds. Leaves out those without a task. */
export async function listNextTasks(
  db: Db,
  offers: readonly Capability[],
  limits: RunningLimits,
): Promise<{ model: string; waited_s: number }[]> {
  const pairs = offers.flatMap(({ model, modes, max_frames = null }) =>
    modes.map((mode) => ({ model, mode, max_frames })),
  )
  const { rows } = await sql<{ model: string; waited_s: number }>`
    select wanted.model, head.waited_s
      from unnest(${pairs.map(({ model }) => model)}::text[], ${pairs.map(({ mode }) => mode)}::text[],
                  ${pairs.map(({ max_frames }) => max_frames)}::int[]) as wanted (model, mode, max_frames)
     cross join lateral (
       select extract(epoch from now() - greatest(task.created_at, task.run_after))::float8 as waited_s
         from tasks as task
        where task.model = wanted.model and task.params ->> 'mode' = wanted.mode and ${isWithin(sql`wanted.max_frames`)} and ${mayRun(limits)}
        order by queue_tag, created_at, task_id limit 1) as head`.execute(db)
  return rows
}

const isWithin = (max_frames: Sql) =>
  sql`coalesce((task.params ->> 'frames')::int <= ${max_frames}::int, true)`

/**
 * SQL: queued, due, in a queue that is not paused, of a user who may run another one. The last two are subqueries on purpose:
 * they run per task in the queue's order, while a join would be made for the whole queue before the first task is taken.
 */
const mayRun = (limits: SqlLimits) => sql`
  task.status = 'queued' and task.run_after <= now() and (task.reserved_until is null or task.reserved_until <= now())
  and (select paused_at from queues where queues.model = task.model) is null
  and coalesce((
    select counts.running < ${limitOf(limits)} from task_counts as counts join users as owner using (user_id)
     where counts.user_id = task.user_id), true)`

type SqlLimits = { [role in keyof RunningLimits]: Sql | number }

const limitOf = ({ user, admin }: SqlLimits) =>
  sql`case owner.role when 'admin' then ${admin}::int else ${user}::int end`

/** What a worker needs to know of the task that it claimed. */
export type ClaimedTask = Pick<
  Selectable<TaskTables['tasks']>,
  | 'task_id'
  | 'user_id'
  | 'parent_task_id'
  | 'model'
  | 'prompt'
  | 'negative_prompt'
  | 'params'
  | 'attempt'
  | 'failed_attempts'
  | 'request_id'
  | 'traceparent'
> & {
  /** Seconds from when it could be taken until it was. */
  waited_s: number
}

export interface Claim {
  /** Whose slot the task takes; see `Slot`. */
  engine: string
  owner: string
  worker_id: string
  lease_s: number
  limits: RunningLimits
  /** The next task of a model, or one whose operation an earlier attempt left in a slot. */
  of: Capability | { task_id: string }
}

type Bound = Omit<Claim, 'limits' | 'of'> & { user: number; admin: number }
type OfModel = Bound & { model: string; modes: string[]; max_frames: number | null }
type OfTask = Bound & { task_id: string }
type Claimed = Partial<ClaimedTask> & { candidate_id: string; has_slot: boolean }
type Sql = RawBuilder<unknown>

/** Locks the task, the slot and the owner's counts in this order, as the statement that completes a task does. */
const claiming = (value: Values<Bound>, task: Sql, slot: Sql) => sql<Claimed>`
  with candidate as materialized (
    select task_id, user_id from tasks as task where ${task}
     order by queue_tag, created_at, task_id limit 1 for update skip locked
  ), place as materialized (
    select slot.engine, slot.owner, slot.slot from engine_slots as slot
     where slot.engine = ${value('engine')} and slot.owner = ${value('owner')} and ${slot}
       and ${mayTake(value('worker_id'), value('engine'))} and exists (select from candidate)
     order by slot.slot limit 1 for update skip locked
  ), admitted as (
    select candidate.task_id
      from candidate cross join place join task_counts as counts using (user_id) join users as owner using (user_id)
     where counts.running < ${limitOf({ user: value('user'), admin: value('admin') })}
       for no key update of counts
  ), claimed as (
    update tasks set
      status = 'running', attempt = attempt + 1, worker_id = ${value('worker_id')}, progress = null, reserved_until = null,
      lease_expires_at = now() + ${value('lease_s')}::int * interval '1 second',
      started_at = coalesce(started_at, now()), updated_at = now()
      from admitted where tasks.task_id = admitted.task_id
    returning tasks.task_id, user_id, parent_task_id, model, prompt, negative_prompt, params, attempt, failed_attempts, request_id, traceparent, queue_tag,
              greatest(0, extract(epoch from now() - greatest(created_at, run_after)))::float8 as waited_s
  ), attempt as (
    insert into task_attempts (task_id, attempt, worker_id, engine)
    select task_id, attempt, ${value('worker_id')}, ${value('engine')} from claimed
  ), taken as (
    update engine_slots as slot set
      task_id = claimed.task_id, attempt = claimed.attempt, taken_at = now(), checked_at = null, unseen_until = null,
      loaded_model = claimed.model, loaded_at = case when loaded_model = claimed.model then loaded_at else now() end
      from claimed cross join place
     where (slot.engine, slot.owner, slot.slot) = (place.engine, place.owner, place.slot)
  ), opened as (
    insert into queues (model, virtual_time) select model, queue_tag from claimed
     where not exists (select from queues where queues.model = claimed.model) -- a conflict would be waited for
    on conflict do nothing
  ), clock as (
    update queues set virtual_time = claimed.queue_tag from claimed
     where queues.model = (select model from queues as free where free.model = claimed.model for no key update skip locked)
       and queues.virtual_time < claimed.queue_tag
  )
  select candidate.task_id as candidate_id, exists (select from place) as has_slot, claimed.*
    from candidate left join claimed using (task_id)`

const claimOfModel = statement((_, value: Values<OfModel>) =>
  claiming(
    value,
    sql`task.model = ${value('model')} and task.params ->> 'mode' = any(${value('modes')}::text[])
      and ${isWithin(value('max_frames'))} and ${mayRun({ user: value('user'), admin: value('admin') })}`,
    sql`slot.task_id is null`,
  ),
)

const claimOfTask = statement((_, value: Values<OfTask>) =>
  claiming(
    value,
    sql`task.task_id = ${value('task_id')} and task.status = 'queued' and task.run_after <= now()`,
    sql`slot.task_id = ${value('task_id')} and ${isLeft}`,
  ),
)

/**
 * Claims a queued task for a free slot, in one statement: it is running from now on, under a lease, as a new attempt, and the
 * queue's virtual time advances. Concurrent claims skip each other's tasks and slots; one that finds the queue's clock locked
 * leaves it to the next. Only claims for the same user wait for each other, because the user's limit is checked again under the
 * lock of their counts; `contended` says that it was reached just now. Without a task it writes and locks nothing.
 */
export async function claim(
  db: Db,
  { limits, of, ...rest }: Claim,
): Promise<{ task: ClaimedTask | undefined; contended: boolean }> {
  const bound = { ...rest, ...limits }
  const [row] =
    'task_id' in of
      ? await claimOfTask(db, { ...bound, task_id: of.task_id })
      : await claimOfModel(db, {
          ...bound,
          model: of.model,
          modes: [...of.modes],
          max_frames: of.max_frames ?? null,
        })
  if (!row) return { task: undefined, contended: false }
  const { candidate_id: _, has_slot, ...task } = row
  return task.attempt == null
    ? { task: undefined, contended: has_slot }
    : { task: task as ClaimedTask, contended: false }
}
