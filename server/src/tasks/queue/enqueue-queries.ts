import { type RawBuilder, sql } from 'kysely'
import { keepKeys } from '../../idempotency/idempotency.ts'
import type { Db, Trx } from '../../platform/db/database.ts'
import type { KeyedRequest } from '../../platform/http/idempotency-key.ts'
import type { Json } from '../../platform/json.ts'
import * as wallet from '../../wallet/wallet.ts'
import type { TaskLimits } from '../task/limits.ts'
import type { NewTask } from '../task/queries.ts'

/** The tag that puts a task before all others of its model. */
export const headOfQueue = sql<number>`'-infinity'::float8`

/** A task to enqueue, with the hold on its price. */
export interface Submission {
  task: NewTask
  /** Undefined for a free task. */
  hold: wallet.NewHold | undefined
  /** The request's Idempotency-Key, to be kept with its answer. Only of a batch. */
  keyed?: { request: KeyedRequest; answer: KeptAnswer } | undefined
}

/** An answer without what only the database knows: `balance` and `created_at`. */
export type KeptAnswer = { [field: string]: Json }

export interface Enqueued {
  /** By the database's clock. */
  at: Date
  is_queued: boolean
  /** Whether tasks with a lower priority may stand before it; the caller must then call `overtake` in the same transaction. */
  overtakes: boolean
  /** The balance after the hold; null without a hold. */
  balance: number | null
}

export type SubmissionLimits = Pick<TaskLimits, 'max_active' | 'per_minute'>

/**
 * Appends a task to its user's turns and places the hold on its price. Does nothing when a limit is reached (`is_queued` is
 * false). It locks the user's counts first, so a concurrent submission of the same user counts this one and stands behind it.
 * With a spend cap, a null `balance` means that the key may not spend that much: the caller must roll back.
 * @throws the database's error when the balance is too low; `wallet.takingFault` translates it.
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
 * Enqueues tasks of any users in one statement, those of one user in their order, with the same answers as one by one. It
 * never waits for a lock, so no user can delay the others. It leaves out (`is_queued` is false) whatever `enqueue` must decide
 * alone: a user whose rows are locked, who has reached a limit or has too little money, a task that would overtake others, and
 * a request whose key has been seen. All submissions must have the same priority and no spend cap. `now` is the time from
 * which keys are kept.
 */
export function enqueueInBatch(
  db: Db,
  submissions: readonly Submission[],
  limits: SubmissionLimits,
  now: Date,
): Promise<Enqueued[]> {
  const keyed = submissions.flatMap(({ task, keyed: key }) => (key ? [{ id: task.task_id, ...key }] : []))
  return insertTasks(db, submissions, {
    limits,
    lock: sql`for no key update of counts skip locked for key share of users skip locked`,
    overtaking: sql`turns.lowest_priority >= excluded.lowest_priority`,
    funds: wallet.lockedFunds(sql`select user_id from asked`),
    ...(keyed.length > 0 && { keys: { now, keyed } }),
  })
}

/** Locks what every submission of a user locks first. */
export async function lockCounts(trx: Trx, user_id: string): Promise<void> {
  await sql`select from task_counts where user_id = ${user_id} for no key update`.execute(trx)
}

interface InsertOptions {
  limits: SubmissionLimits
  /** The locking clause for users and their counts. */
  lock: RawBuilder<unknown>
  /** Which existing turns the statement may extend. */
  overtaking: RawBuilder<unknown>
  /** If given, submissions that the balance does not cover are left out. */
  funds?: ReturnType<typeof wallet.lockedFunds>
  /** The keys to keep with their answers. */
  keys?: { now: Date; keyed: readonly { id: string; request: KeyedRequest; answer: KeptAnswer }[] }
}

async function insertTasks(
  db: Db,
  submissions: readonly Submission[],
  { limits: { max_active, per_minute }, lock, overtaking, funds, keys }: InsertOptions,
): Promise<Enqueued[]> {
  const all = <K extends keyof NewTask>(column: K) => submissions.map(({ task }) => task[column])
  const holds = wallet.placeHolds(
    submissions.flatMap(({ task, hold }) => (hold ? [{ ...hold, task_id: task.task_id }] : [])),
    { made: sql.table('task') },
  )
  const kept = keys && keepAnswers(keys, holds)
  const { rows } = await sql<Enqueued>`
    with asked as materialized (
      select * from unnest(
        ${all('task_id')}::text[], ${all('user_id')}::uuid[], ${all('parent_task_id')}::text[], ${all('model')}::text[],
        ${all('prompt')}::text[], ${all('original_prompt')}::text[], ${all('negative_prompt')}::text[],
        ${all('params').map((params) => JSON.stringify(params))}::text[], ${all('cost')}::bigint[],
        ${all('request_id')}::text[], ${all('traceparent')}::text[], ${all('deadline_at')}::timestamptz[], ${all('priority')}::smallint[],
        ${all('expected_s')}::real[]
      ) with ordinality as asked (task_id, user_id, parent_task_id, model, prompt, original_prompt, negative_prompt, params,
                                  cost, request_id, traceparent, deadline_at, priority, expected_s, position)
    ), owner as materialized (
      select user_id, queue_weight,
             case role when 'admin' then ${max_active.admin}::int else ${max_active.user}::int end - queued - running as room,
             ${per_minute}::int
               - case submitted_minute when date_trunc('minute', now()) then submitted else 0 end as room_this_minute
        from users join task_counts as counts using (user_id)
       where user_id in (select user_id from asked)
       order by user_id ${lock}
    )${funds ? sql`, ${funds.ctes}` : sql``}${kept ? sql`, ${kept.asked}` : sql``}, standing as (
      select asked.*, expected_s::float8 / queue_weight as step,
             least(room, room_this_minute) >= row_number() over earlier
             ${funds ? sql`and ${funds.covers(sql`sum(cost) over earlier`)}` : sql``}
             ${kept ? sql`and ${kept.isFree}` : sql``} as fits
        from asked join owner using (user_id) ${funds ? funds.join(sql.ref('asked.user_id')) : sql``}
             ${kept ? kept.join(sql.ref('asked.task_id')) : sql``}
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
                         request_id, traceparent, deadline_at, priority, expected_s, queue_tag)
      select task_id, user_id, parent_task_id, model, prompt, original_prompt, negative_prompt, params::jsonb, cost,
             request_id, traceparent, deadline_at, priority, expected_s,
             last_tag - coalesce(sum(step) over (partition by user_id, model order by position
                                                 rows between 1 following and unbounded following), 0)
        from allowed join turn using (user_id, model)
       order by position
      returning task_id, user_id
    ), ${holds.ctes}${kept ? sql`, ${kept.kept}` : sql``}
    select now() as at, task.task_id is not null as is_queued, coalesce(lowest_priority < priority, false) as overtakes,
           ${holds.balance} as balance
      from asked left join task using (task_id) left join turn on (turn.user_id, turn.model) = (asked.user_id, asked.model)
           ${holds.join(sql.ref('asked.task_id'))}
     order by position`.execute(db)
  return rows
}

/** Keeps each key with the answer that its request gets. */
function keepAnswers(
  { now, keyed }: NonNullable<InsertOptions['keys']>,
  holds: ReturnType<typeof wallet.placeHolds>,
) {
  const { kept, ...keys } = keepKeys(
    keyed.map(({ id, request }) => ({ ...request, id })),
    now,
  )
  const balance = sql`coalesce(${holds.balance}, ${wallet.spendable(sql.ref('task.user_id'))})`
  const answers = sql`
    select task.task_id, answer::jsonb || jsonb_build_object('balance', ${balance}, 'created_at',
             to_char(now() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
      from unnest(${keyed.map(({ id }) => id)}::text[], ${keyed.map(({ answer }) => JSON.stringify(answer))}::text[])
             as given (task_id, answer)
           join task using (task_id) ${holds.join(sql.ref('task.task_id'))}`
  return { ...keys, kept: kept(answers) }
}

/** What the limits on submissions compare. */
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
 * Moves a new task before the tasks of the same user and model that have a lower priority: it takes the first one's tag, and
 * each of them takes the next one's. No other user's position changes. A task whose worker was lost stays first.
 */
export async function overtake(
  trx: Trx,
  { user_id, model, task_id, priority }: Pick<NewTask, 'user_id' | 'model' | 'task_id' | 'priority'>,
): Promise<void> {
  // Skips tasks that are being claimed or canceled: waiting for them could deadlock.
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

/** Moves a user's turn back to the last task that still waits, after others were taken out of the queue. */
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

/** Seconds per million pixels, by model; null where no video was made yet. */
export function listSpeeds(db: Db): Promise<{ model: string; seconds_per_unit: number | null }[]> {
  return db.selectFrom('queues').select(['model', 'seconds_per_unit']).execute()
}

/** Updates the moving average of a model's speed; the new value weighs a fifth. */
export async function learnSpeed(db: Db, model: string, seconds_per_unit: number): Promise<void> {
  await db
    .updateTable('queues')
    .set({
      seconds_per_unit: sql`coalesce(0.8 * seconds_per_unit + 0.2 * ${seconds_per_unit}::float8, ${seconds_per_unit}::float8)`,
    })
    .where('model', '=', model)
    .execute()
}
