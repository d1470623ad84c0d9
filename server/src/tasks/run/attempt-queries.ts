import { type Selectable, sql } from 'kysely'
import type { Db, Trx } from '../../platform/db/database.ts'
import type { TaskMedia } from '../task/media.ts'
import { headOfQueue } from '../queue/enqueue-queries.ts'
import { emptySlot } from '../fleet/slot-queries.ts'
import type { TaskTables } from '../task/tables.ts'

// What workers do to tasks. Leases are told by the database's clock: workers need no common one.

type AttemptRow = Selectable<TaskTables['task_attempts']>

function leaseEnd(lease_s: number) {
  return sql<Date>`now() + ${lease_s}::int * interval '1 second'`
}

/** The operation of the newest attempt before this one, and where it ran. */
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

/** The attempt that a worker holds. Every write names it, so that a worker that lost its lease changes no task. */
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

/** Moves the lease forward; false when the attempt is not ours any more. */
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

export async function saveOperation(
  db: Db,
  held: HeldAttempt,
  operation: NonNullable<AttemptRow['operation']>,
): Promise<void> {
  await db
    .updateTable('task_attempts')
    .set({ operation })
    .where('task_id', '=', held.task_id)
    .where('attempt', '=', held.attempt)
    .execute()
}

/** False when the attempt is not ours any more. Its slot is free: the engine is done. */
export async function complete(
  trx: Trx,
  held: HeldAttempt,
  result_key: string,
  media: TaskMedia | null = null,
): Promise<boolean> {
  const completed = await whereHeld(trx, held)
    .set({
      status: 'completed',
      result_key,
      media,
      progress: 1,
      lease_expires_at: null,
      completed_at: sql<Date>`now()`,
      updated_at: sql<Date>`now()`,
    })
    .returning('task_id')
    .executeTakeFirst()
  if (completed) await endAttempt(trx, held, { outcome: 'completed', frees_slot: true })
  return completed !== undefined
}

export interface Reason {
  code: string
  message: string
  /** Whose fault it was. */
  error_class: NonNullable<AttemptRow['error_class']>
}

/** How an attempt ended. */
interface Ending {
  outcome: NonNullable<AttemptRow['outcome']>
  reason?: Reason
  /** Whether the engine is known to be done with the operation. If not, the slot is freed when it is. */
  frees_slot: boolean
}

/** False when the attempt is not ours any more. */
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
 * Back into the queue, not before `delay_s` seconds from now: at its old place, or, where its worker was lost, before all
 * others of its model. It had its turn, and the queue's virtual time has moved on for it: nobody's share grows. An operation that may be alive on a server
 * that all workers share is waited for a little: whoever serves that engine may pick it up before others start anew. False
 * when the attempt is not ours any more.
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
         where slot.task_id = tasks.task_id and slot.attempt = tasks.attempt and slot.owner = '')`
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

/** Seconds. A worker that serves the engine claims within one; without such a worker the wait is for nothing. */
const reserved_s = 3

/** Attempt and slot in one statement. */
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
