import { type RawBuilder, sql } from 'kysely'
import type { Db, Trx } from '../platform/db/database.ts'
import type { TaskLimits } from './context.ts'
import type { NewTask } from './queries.ts'

export interface Enqueued {
  /** By the database's clock. */
  at: Date
  is_queued: boolean
  /** Whether tasks with a lower priority may stand before it. */
  overtakes: boolean
  /** What stays spendable; null where nothing was set aside. */
  balance: number | null
}

export type SubmissionLimits = Pick<TaskLimits, 'max_active' | 'per_minute'>

/**
 * Inserts a queued task at the end of its user's turns, and does beside it what `hold` says (CTEs after `task`, the last of them
 * `held`). Where a limit is reached it does nothing, nor where the task would overtake others and may not: `overtake` has to
 * follow in the same transaction. (Of two that come at the same moment, one that may not is counted for its minute.) Touching
 * the counts first locks them, so that of two submissions at once the second one counts the first, and stands behind it.
 */
export async function enqueue(
  db: Db,
  task: NewTask,
  {
    limits,
    hold,
    mayOvertake,
  }: { limits: SubmissionLimits; hold: RawBuilder<unknown> | undefined; mayOvertake: boolean },
): Promise<Enqueued> {
  const { user_id, model, expected_s, priority } = task
  const { max_active, per_minute } = limits
  const virtual_time = sql`coalesce((select virtual_time from queues where queues.model = ${model}), 0)`
  const { rows } = await sql<Enqueued>`
    with owner as (
      select queue_weight, case role when 'admin' then ${max_active.admin}::int else ${max_active.user}::int end as max_active
        from users where user_id = ${user_id}
    ), passed as (
      select from queue_turns where user_id = ${user_id} and model = ${model} and lowest_priority < ${priority}
    ), counted as (
      insert into task_counts as counts (user_id, submitted_minute, submitted)
      select ${user_id}, date_trunc('minute', now()), 1 from owner where ${mayOvertake} or not exists (select from passed)
      on conflict (user_id) do update set
        submitted_minute = excluded.submitted_minute,
        submitted = case when counts.submitted_minute = excluded.submitted_minute then counts.submitted + 1 else 1 end
        where counts.queued + counts.running < (select max_active from owner)
          and (counts.submitted < ${per_minute} or counts.submitted_minute is distinct from excluded.submitted_minute)
      returning 1
    ), turn as (
      insert into queue_turns (user_id, model, last_tag, lowest_priority)
      select ${user_id}, ${model}, ${virtual_time} + ${expected_s}::float8 / queue_weight, ${priority}
        from owner, counted
      on conflict (user_id, model) do update set
        last_tag = greatest(queue_turns.last_tag, ${virtual_time})
                   + ${expected_s}::float8 / (select queue_weight from owner),
        lowest_priority = least(queue_turns.lowest_priority, excluded.lowest_priority)
        where ${mayOvertake} or queue_turns.lowest_priority >= excluded.lowest_priority -- as it is by now
      returning last_tag, lowest_priority
    ), task as (
      insert into tasks (task_id, user_id, parent_task_id, model, prompt, original_prompt, negative_prompt, params, cost,
                         request_id, deadline_at, priority, expected_s, queue_tag)
      select ${task.task_id}, ${user_id}, ${task.parent_task_id}, ${model}, ${task.prompt}, ${task.original_prompt},
             ${task.negative_prompt},
             ${JSON.stringify(task.params)}::jsonb, ${task.cost}, ${task.request_id}, ${task.deadline_at}, ${priority},
             ${expected_s}, last_tag
        from turn
      returning task_id, user_id
    )${hold ? sql`, ${hold}` : sql``}
    select now() as at, exists (select from task) as is_queued,
           exists (select from turn where lowest_priority < ${priority}) as overtakes,
           ${hold ? sql`(select balance_after from held)` : sql`null::bigint`} as balance
      from owner`.execute(db)
  const [enqueued] = rows
  if (!enqueued) throw new Error('The user is gone')
  return enqueued
}

/** What limits of submissions look at. */
export async function findLoad(
  trx: Trx,
  user_id: string,
): Promise<{ at: Date; role: 'user' | 'admin'; active: number }> {
  const { rows } = await sql<{ at: Date; role: 'user' | 'admin'; active: number }>`
    select now() as at, role, queued + running as active
      from users join task_counts using (user_id) where user_id = ${user_id}`.execute(trx)
  return rows[0]!
}

/**
 * Moves a new task before those of its user and model that have a lower priority: it takes the place of the first of them,
 * and each of them the next one's. Nobody else's place changes.
 */
export async function overtake(
  trx: Trx,
  { user_id, model, task_id, priority }: Pick<NewTask, 'user_id' | 'model' | 'task_id' | 'priority'>,
): Promise<void> {
  // A task that is being taken or canceled is passed by: waiting for it could be waiting for each other.
  await sql`
    with waiting as (
      select task_id, queue_tag, created_at from tasks
       where user_id = ${user_id} and model = ${model} and status = 'queued'
         and (priority < ${priority} or task_id = ${task_id})
         for no key update skip locked
    ), places as (
      select task_id,
             lead(queue_tag) over (order by queue_tag, created_at, task_id) as next_tag,
             min(queue_tag) over () as first_tag
        from waiting
    ), moved as (
      update tasks set queue_tag = coalesce(places.next_tag, places.first_tag)
        from places where tasks.task_id = places.task_id and tasks.status = 'queued'
      returning tasks.task_id
    )
    update queue_turns set lowest_priority = ${priority}
     where user_id = ${user_id} and model = ${model} and (select count(*) from moved) <= 1`.execute(trx)
}

/** A user who takes tasks out of the queue stands where the last of the others stands. */
export async function resetTurn(trx: Trx, user_id: string, model: string): Promise<void> {
  await trx
    .updateTable('queue_turns')
    .set({
      last_tag: sql`least(last_tag, coalesce((
        select max(queue_tag) from tasks
         where user_id = ${user_id} and model = ${model} and status = 'queued' and deleted_at is null), 0))`,
    })
    .where('user_id', '=', user_id)
    .where('model', '=', model)
    .execute()
}

/** Seconds that an engine takes for a million pixels, by model, as far as it is known. */
export function listSpeeds(db: Db): Promise<{ model: string; seconds_per_unit: number | null }[]> {
  return db.selectFrom('queues').select(['model', 'seconds_per_unit']).execute()
}

/** Takes one more video into account, with a fifth of the weight. */
export async function learnSpeed(db: Db, model: string, seconds_per_unit: number): Promise<void> {
  await db
    .updateTable('queues')
    .set({
      seconds_per_unit: sql`coalesce(0.8 * seconds_per_unit + 0.2 * ${seconds_per_unit}::float8, ${seconds_per_unit}::float8)`,
    })
    .where('model', '=', model)
    .execute()
}
