import { type RawBuilder, sql } from 'kysely'
import type { Db, Trx } from '../../platform/db/database.ts'
import * as wallet from '../../wallet/wallet.ts'
import type { TaskLimits } from '../task/limits.ts'
import type { NewTask } from '../task/queries.ts'

/** The tag of tasks that are taken before all others. */
export const headOfQueue = sql<number>`'-infinity'::float8`

/** A task that is to be put into the queue, and the money that is set aside for it. */
export interface Submission {
  task: NewTask
  /** None for what is free. */
  hold: wallet.NewHold | undefined
}

export interface Enqueued {
  /** By the database's clock. */
  at: Date
  is_queued: boolean
  /** Whether tasks with a lower priority may stand before it: `overtake` has to follow in the same transaction. */
  overtakes: boolean
  /** What stays spendable; null where nothing was set aside. */
  balance: number | null
}

export type SubmissionLimits = Pick<TaskLimits, 'max_active' | 'per_minute'>

/**
 * Puts a task at the end of its user's turns, and sets its money aside; where a limit is reached it does nothing. The user's
 * counts are locked first, so that of two submissions at once the second one counts the first, and stands behind it.
 * The caller has to undo a task without a balance whose key may not spend that much. @throws the database's error where the
 * balance is too low: see `wallet.takingFault`.
 */
export async function enqueue(trx: Trx, submission: Submission, limits: SubmissionLimits): Promise<Enqueued> {
  const [enqueued] = await insertTasks(trx, [submission], {
    limits,
    lock: sql`for no key update of counts`,
    overtaking: sql`true`,
  })
  return enqueued!
}

/**
 * Puts tasks of any users into the queue in one statement, those of one user in their order, with the same answers as if each
 * came alone. It waits for nobody, so that nobody's lock keeps others waiting: whose rows are locked, who has reached a limit
 * or has too little money, and what would overtake others is left out, for `enqueue` to decide. All have the same priority,
 * and none is spent by a key with a cap.
 */
export function enqueueTogether(
  db: Db,
  submissions: readonly Submission[],
  limits: SubmissionLimits,
): Promise<Enqueued[]> {
  return insertTasks(db, submissions, {
    limits,
    lock: sql`for no key update of counts skip locked for key share of users skip locked`,
    overtaking: sql`turns.lowest_priority >= excluded.lowest_priority`,
    funds: wallet.lockedFunds(sql`select user_id from asked`),
  })
}

interface InsertOptions {
  limits: SubmissionLimits
  /** How the users and their counts are locked. */
  lock: RawBuilder<unknown>
  /** Which turns may go on, by what they are by now. */
  overtaking: RawBuilder<unknown>
  /** Leaves out what the balance would not cover. */
  funds?: ReturnType<typeof wallet.lockedFunds>
}

async function insertTasks(
  db: Db,
  submissions: readonly Submission[],
  { limits: { max_active, per_minute }, lock, overtaking, funds }: InsertOptions,
): Promise<Enqueued[]> {
  const all = <K extends keyof NewTask>(column: K) => submissions.map(({ task }) => task[column])
  const holds = wallet.placeHolds(
    submissions.flatMap(({ task, hold }) => (hold ? [{ ...hold, task_id: task.task_id }] : [])),
    { made: sql.table('task') },
  )
  const { rows } = await sql<Enqueued>`
    with asked as materialized (
      select * from unnest(
        ${all('task_id')}::text[], ${all('user_id')}::uuid[], ${all('parent_task_id')}::text[], ${all('model')}::text[],
        ${all('prompt')}::text[], ${all('original_prompt')}::text[], ${all('negative_prompt')}::text[],
        ${all('params').map((params) => JSON.stringify(params))}::text[], ${all('cost')}::bigint[],
        ${all('request_id')}::text[], ${all('deadline_at')}::timestamptz[], ${all('priority')}::smallint[],
        ${all('expected_s')}::real[]
      ) with ordinality as asked (task_id, user_id, parent_task_id, model, prompt, original_prompt, negative_prompt, params,
                                  cost, request_id, deadline_at, priority, expected_s, position)
    ), owner as materialized (
      select user_id, queue_weight,
             case role when 'admin' then ${max_active.admin}::int else ${max_active.user}::int end - queued - running as room,
             ${per_minute}::int
               - case submitted_minute when date_trunc('minute', now()) then submitted else 0 end as room_this_minute
        from users join task_counts as counts using (user_id)
       where user_id in (select user_id from asked)
       order by user_id ${lock}
    )${funds ? sql`, ${funds.ctes}` : sql``}, standing as (
      select asked.*, expected_s::float8 / queue_weight as step,
             least(room, room_this_minute) >= row_number() over earlier
             ${funds ? sql`and ${funds.covers(sql`sum(cost) over earlier`)}` : sql``} as fits
        from asked join owner using (user_id) ${funds ? funds.join(sql.ref('asked.user_id')) : sql``}
      window earlier as (partition by user_id order by position)
    ), allowed as materialized (
      select * from standing where fits
    ), round as materialized (
      select user_id, model, coalesce(virtual_time, 0) as virtual_time, sum(step) as steps, min(priority) as priority
        from allowed left join queues using (model)
       group by user_id, model, virtual_time
    ), turn as (
      insert into queue_turns as turns (user_id, model, last_tag, lowest_priority)
      select user_id, model, virtual_time + steps, priority from round
      on conflict (user_id, model) do update set
        last_tag = (select greatest(turns.last_tag, virtual_time) + steps from round
                     where (user_id, model) = (excluded.user_id, excluded.model)),
        lowest_priority = least(turns.lowest_priority, excluded.lowest_priority)
        where ${overtaking}
      returning user_id, model, last_tag, lowest_priority
    ), task as (
      insert into tasks (task_id, user_id, parent_task_id, model, prompt, original_prompt, negative_prompt, params, cost,
                         request_id, deadline_at, priority, expected_s, queue_tag)
      select task_id, user_id, parent_task_id, model, prompt, original_prompt, negative_prompt, params::jsonb, cost,
             request_id, deadline_at, priority, expected_s,
             last_tag - coalesce(sum(step) over (partition by user_id, model order by position
                                                 rows between 1 following and unbounded following), 0)
        from allowed join turn using (user_id, model)
       order by position
      returning task_id, user_id
    ), ${holds.ctes}
    select now() as at, task.task_id is not null as is_queued, coalesce(lowest_priority < priority, false) as overtakes,
           ${holds.balance} as balance
      from asked left join task using (task_id) left join turn on (turn.user_id, turn.model) = (asked.user_id, asked.model)
           ${holds.join(sql.ref('asked.task_id'))}
     order by position`.execute(db)
  return rows
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
 * and each of them the next one's. Nobody else's place changes. A task whose worker was lost keeps its place before everybody's.
 */
export async function overtake(
  trx: Trx,
  { user_id, model, task_id, priority }: Pick<NewTask, 'user_id' | 'model' | 'task_id' | 'priority'>,
): Promise<void> {
  // A task that is being taken or canceled is passed by: waiting for it could be waiting for each other.
  await sql`
    with waiting as (
      select task_id, queue_tag, created_at from tasks
       where user_id = ${user_id} and model = ${model} and status = 'queued' and queue_tag > ${headOfQueue}
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
