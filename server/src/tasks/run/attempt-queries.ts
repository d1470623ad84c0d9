import { type Selectable, sql } from 'kysely'
import type { Db, Trx } from '../../platform/db/database.ts'
import { statement, type Values } from '../../platform/db/statement.ts'
import * as wallet from '../../wallet/wallet.ts'
import type { TaskMedia } from '../task/media.ts'
import { headOfQueue } from '../queue/enqueue-queries.ts'
import { emptySlot } from '../fleet/slot-queries.ts'
import type { TaskTables } from '../task/tables.ts'

// What workers write to tasks. Leases follow the database's clock, so workers' clocks may differ.

type AttemptRow = Selectable<TaskTables['task_attempts']>

function leaseEnd(lease_s: number) {
  return sql<Date>`now() + ${lease_s}::int * interval '1 second'`
}

/** Finds the operation of the newest earlier attempt that has one, and its engine. */
export function findLastOperation(db: Db, task_id: string, before: number) {
  return db
    .selectFrom('task_attempts')
    .select(['engine', 'operation'])
    .where('task_id', '=', task_id)
    .where('attempt', '<', before)
    .where('operation', 'is not', null)
    .orderBy('attempt', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** The attempt that a worker holds. Every write names it, so a worker that lost its lease changes nothing. */
export interface HeldAttempt {
  task_id: string
  attempt: number
}

function whereHeld(db: Db, held: HeldAttempt) {
  return db
    .updateTable('tasks')
    .where('task_id', '=', held.task_id)
    .where('attempt', '=', held.attempt)
    .where('status', '=', 'running')
}

/** Renews the lease, and writes the progress if given; false when the attempt no longer holds the task. */
export async function renewLease(
  db: Db,
  held: HeldAttempt,
  lease_s: number,
  progress?: number | null,
): Promise<boolean> {
  const renewed = await whereHeld(db, held)
    .set({ lease_expires_at: leaseEnd(lease_s) })
    .$if(progress !== undefined, (query) => query.set({ progress: progress!, updated_at: sql<Date>`now()` }))
    .returning('task_id')
    .executeTakeFirst()
  return renewed !== undefined
}

/** How an attempt ended; null if it has not. */
export async function findOutcome(db: Db, { task_id, attempt }: HeldAttempt): Promise<AttemptRow['outcome']> {
  const row = await db
    .selectFrom('task_attempts')
    .select('outcome')
    .where('task_id', '=', task_id)
    .where('attempt', '=', attempt)
    .executeTakeFirst()
  return row?.outcome ?? null
}

const saveOperationOf = statement(
  (_, value: Values<HeldAttempt & { operation: string }>) => sql`
  with seen as (
    update engine_slots set unseen_until = null
     where task_id = ${value('task_id')} and attempt = ${value('attempt')} and unseen_until is not null
  )
  update task_attempts set operation = ${value('operation')}::jsonb
   where task_id = ${value('task_id')} and attempt = ${value('attempt')}`,
)

/** Keeps what the engine calls the work, and ends a hold of the slot for work that nobody sees. */
export async function saveOperation(
  db: Db,
  { task_id, attempt }: HeldAttempt,
  operation: NonNullable<AttemptRow['operation']>,
): Promise<void> {
  await saveOperationOf(db, { task_id, attempt, operation: JSON.stringify(operation) })
}

interface Completion {
  task_id: string
  attempt: number
  result_key: string
  media: string | null
}

const freed = sql.join(Object.keys(emptySlot).map((column) => sql`${sql.ref(column)} = null`))

/** Locks the owner's counts before money moves, in the order of submissions: the other order could deadlock. */
const completeHeld = statement(
  (_, value: Values<Completion>) => sql<{ task_id: string }>`
  with completed as (
    update tasks set
      status = 'completed', result_key = ${value('result_key')}, media = ${value('media')}::jsonb, progress = 1,
      lease_expires_at = null, completed_at = now(), updated_at = now()
     where task_id = ${value('task_id')} and attempt = ${value('attempt')} and status = 'running'
    returning task_id, user_id, attempt
  ), counts as materialized (
    select user_id from task_counts where user_id = (select user_id from completed) for no key update
  ), ended as (
    select task_id, user_id from completed join counts using (user_id)
  ), done as (
    update task_attempts as done set ended_at = now(), outcome = 'completed' from completed
     where (done.task_id, done.attempt) = (completed.task_id, completed.attempt) and outcome is null
  ), freed as (
    update engine_slots as slot set ${freed} from completed
     where (slot.task_id, slot.attempt) = (completed.task_id, completed.attempt)
  ), unshown as (
    delete from live_pictures as shown using completed
     where (shown.task_id, shown.attempt) = (completed.task_id, completed.attempt)
  ), ${wallet.captureHolds(sql`ended`).ctes}
  select task_id from completed`,
)

/**
 * Completes the task, captures its hold, ends the attempt and frees the slot, in one statement. False when the attempt no longer
 * holds the task.
 */
export async function complete(
  db: Db,
  { task_id, attempt }: HeldAttempt,
  result_key: string,
  media: TaskMedia | null = null,
): Promise<boolean> {
  const given = { task_id, attempt, result_key, media: media && JSON.stringify(media) }
  return (await completeHeld(db, given)).length > 0
}

export interface Reason {
  code: string
  message: string
  /** What caused it. */
  error_class: NonNullable<AttemptRow['error_class']>
}

interface Ending {
  outcome: NonNullable<AttemptRow['outcome']>
  reason?: Reason
  /** Whether the engine is done with the operation. If not, `stopOrphans` frees the slot later. */
  frees_slot: boolean
}

/** Fails the task for good. False when the attempt no longer holds the task. */
export async function fail(
  trx: Trx,
  held: HeldAttempt,
  { reason, frees_slot }: { reason: Reason; frees_slot: boolean },
): Promise<boolean> {
  const failed = await whereHeld(trx, held).set(failedWith(reason)).returning('task_id').executeTakeFirst()
  const outcome = reason.error_class === 'worker' ? 'lost' : 'failed'
  if (failed) await endAttempt(trx, held, { outcome, reason, frees_slot })
  return failed !== undefined
}

/**
 * Puts the task back into the queue; it can be claimed after `delay_s` seconds. It keeps its old place, except that a task whose
 * worker was lost goes before all others of its model. That is fair, since the queue's virtual time has advanced for it
 * already. If its operation may still run on a shared server, the task is reserved for a few more seconds for workers that
 * serve that engine: they can pick the operation up. False when the attempt no longer holds the task.
 */
export async function requeue(
  trx: Trx,
  held: HeldAttempt,
  ending: Ending & { outcome: 'failed' | 'lost' | 'handed_back'; delay_s: number },
): Promise<boolean> {
  const counts = ending.outcome === 'handed_back' ? 0 : 1
  const run_after = sql<Date>`now() + ${ending.delay_s}::float8 * interval '1 second'`
  const reserved_until = ending.frees_slot
    ? null
    : sql<Date | null>`(
        select ${run_after} + ${reserved_s}::int * interval '1 second' from engine_slots as slot
         where slot.task_id = tasks.task_id and slot.attempt = tasks.attempt and slot.owner = ''
           and slot.unseen_until is null
           and not exists (select from engine_pauses as pause where pause.engine = slot.engine))`
  const requeued = await whereHeld(trx, held)
    .set((eb) => ({
      status: 'queued',
      failed_attempts: eb('failed_attempts', '+', counts),
      lease_expires_at: null,
      worker_id: null,
      progress: null,
      run_after,
      reserved_until,
      ...(ending.outcome === 'lost' && { queue_tag: sql<number>`${headOfQueue}` }),
      updated_at: sql<Date>`now()`,
    }))
    .returning('task_id')
    .executeTakeFirst()
  if (requeued) await endAttempt(trx, held, ending)
  return requeued !== undefined
}

/** Seconds. A worker that serves the engine claims the task within one second; three leave a margin. */
const reserved_s = 3

/** Ends the attempt, removes its live picture, and frees its slot if told to, in one statement. */
export async function endAttempt(trx: Trx, held: HeldAttempt, ending: Ending): Promise<void> {
  const { outcome, reason, frees_slot } = ending
  await trx
    .with('freed', (cte) =>
      cte
        .updateTable('engine_slots')
        .set(emptySlot)
        .where('task_id', '=', held.task_id)
        .where('attempt', '=', held.attempt)
        .where(sql<boolean>`${frees_slot}`)
        .returning('slot'),
    )
    .with('unshown', (cte) =>
      cte
        .deleteFrom('live_pictures')
        .where('task_id', '=', held.task_id)
        .where('attempt', '=', held.attempt)
        .returning('task_id'),
    )
    .updateTable('task_attempts')
    .set({
      ended_at: sql<Date>`now()`,
      outcome,
      error_class: reason?.error_class ?? null,
      error_code: reason?.code ?? null,
      error_message: reason?.message ?? null,
    })
    .where('task_id', '=', held.task_id)
    .where('attempt', '=', held.attempt)
    .where('outcome', 'is', null)
    .execute()
}

export function failedWith(reason: Pick<Reason, 'code' | 'message'>) {
  return {
    status: 'failed',
    error_code: reason.code,
    error_message: reason.message,
    progress: null,
    lease_expires_at: null,
    reserved_until: null,
    completed_at: sql<Date>`now()`,
    updated_at: sql<Date>`now()`,
  } as const
}
