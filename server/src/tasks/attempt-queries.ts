import { type Selectable, sql } from 'kysely'
import type { Db, Trx } from '../platform/db/database.ts'
import type { TaskTables } from './tables.ts'

// What workers do to tasks. Leases are told by the database's clock: workers need no common one.

type TaskRow = Selectable<TaskTables['tasks']>
type AttemptRow = Selectable<TaskTables['task_attempts']>

const claimed = [
  'task_id',
  'user_id',
  'model',
  'prompt',
  'negative_prompt',
  'params',
  'attempt',
  'failed_attempts',
  'request_id',
] as const
export type ClaimedTask = Pick<TaskRow, (typeof claimed)[number]>

/**
 * Takes the oldest queued task of these models: it is running from now on, under a lease, as a new attempt. Claims in
 * several processes pass each other by; none waits, and none gets what another has.
 */
export function claim(
  trx: Trx,
  worker: { worker_id: string; models: readonly string[]; lease_s: number },
): Promise<ClaimedTask | undefined> {
  return trx
    .updateTable('tasks')
    .set((eb) => ({
      status: 'running',
      attempt: eb('attempt', '+', 1),
      worker_id: worker.worker_id,
      lease_expires_at: leaseEnd(worker.lease_s),
      progress: null,
      started_at: sql<Date>`coalesce(started_at, now())`,
      updated_at: sql<Date>`now()`,
    }))
    .where('task_id', '=', (eb) =>
      eb
        .selectFrom('tasks')
        .select('task_id')
        .where('status', '=', 'queued')
        .where('model', 'in', worker.models)
        .where('run_after', '<=', sql<Date>`now()`)
        .orderBy('created_at')
        .orderBy('task_id')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returning(claimed)
    .executeTakeFirst()
}

function leaseEnd(lease_s: number) {
  return sql<Date>`now() + ${lease_s}::int * interval '1 second'`
}

export async function insertAttempt(
  trx: Trx,
  attempt: { task_id: string; attempt: number; worker_id: string; engine: string },
): Promise<void> {
  await trx.insertInto('task_attempts').values(attempt).execute()
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

/** Which attempt a worker holds: part of every write it makes, so that one that lost its lease changes nothing. */
export interface Hold {
  task_id: string
  attempt: number
}

function held(db: Db, hold: Hold) {
  return db
    .updateTable('tasks')
    .where('task_id', '=', hold.task_id)
    .where('attempt', '=', hold.attempt)
    .where('status', '=', 'running')
}

/** Moves the lease forward; false when the attempt is not ours any more. */
export async function renewLease(
  db: Db,
  hold: Hold,
  lease_s: number,
  progress?: number | null,
): Promise<boolean> {
  const renewed = await held(db, hold)
    .set({ lease_expires_at: leaseEnd(lease_s) })
    .$if(progress !== undefined, (query) => query.set({ progress: progress!, updated_at: sql<Date>`now()` }))
    .returning('task_id')
    .executeTakeFirst()
  return renewed !== undefined
}

export async function saveOperation(
  db: Db,
  hold: Hold,
  operation: NonNullable<AttemptRow['operation']>,
): Promise<void> {
  await db
    .updateTable('task_attempts')
    .set({ operation })
    .where('task_id', '=', hold.task_id)
    .where('attempt', '=', hold.attempt)
    .execute()
}

/** False when the attempt is not ours any more. */
export async function complete(trx: Trx, hold: Hold, result_key: string): Promise<boolean> {
  const completed = await held(trx, hold)
    .set({
      status: 'completed',
      result_key,
      progress: 1,
      lease_expires_at: null,
      completed_at: sql<Date>`now()`,
      updated_at: sql<Date>`now()`,
    })
    .returning('task_id')
    .executeTakeFirst()
  if (completed) await endAttempt(trx, hold, 'completed')
  return completed !== undefined
}

export interface Reason {
  code: string
  message: string
}

/** False when the attempt is not ours any more. */
export async function fail(trx: Trx, hold: Hold, reason: Reason): Promise<boolean> {
  const failed = await held(trx, hold).set(failedWith(reason)).returning('task_id').executeTakeFirst()
  if (failed) await endAttempt(trx, hold, 'failed', reason)
  return failed !== undefined
}

/** Back into the queue, not before `delay_s` seconds from now. False when the attempt is not ours any more. */
export async function requeue(
  trx: Trx,
  hold: Hold,
  why: { outcome: 'failed' | 'lost' | 'handed_back'; delay_s: number; reason?: Reason },
): Promise<boolean> {
  const counts = why.outcome === 'handed_back' ? 0 : 1
  const requeued = await held(trx, hold)
    .set((eb) => ({
      status: 'queued',
      failed_attempts: eb('failed_attempts', '+', counts),
      lease_expires_at: null,
      worker_id: null,
      progress: null,
      run_after: sql<Date>`now() + ${why.delay_s}::float8 * interval '1 second'`,
      updated_at: sql<Date>`now()`,
    }))
    .returning('task_id')
    .executeTakeFirst()
  if (requeued) await endAttempt(trx, hold, why.outcome, why.reason)
  return requeued !== undefined
}

async function endAttempt(
  trx: Trx,
  hold: Hold,
  outcome: NonNullable<AttemptRow['outcome']>,
  reason?: Reason,
): Promise<void> {
  await trx
    .updateTable('task_attempts')
    .set({
      ended_at: sql<Date>`now()`,
      outcome,
      error_code: reason?.code ?? null,
      error_message: reason?.message ?? null,
    })
    .where('task_id', '=', hold.task_id)
    .where('attempt', '=', hold.attempt)
    .where('outcome', 'is', null)
    .execute()
}

function failedWith(reason: Reason) {
  return {
    status: 'failed',
    error_code: reason.code,
    error_message: reason.message,
    progress: null,
    lease_expires_at: null,
    completed_at: sql<Date>`now()`,
    updated_at: sql<Date>`now()`,
  } as const
}

/** Running tasks whose worker has not been heard of; locked, and passed by when another process is at them. */
export function lockExpired(trx: Trx, limit: number) {
  return trx
    .selectFrom('tasks')
    .select(['task_id', 'attempt', 'failed_attempts'])
    .where('status', '=', 'running')
    .where('lease_expires_at', '<', sql<Date>`now()`)
    .orderBy('lease_expires_at')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute()
}

/** Fails tasks past their deadline, whatever they are doing; returns their ids. */
export async function failOverdue(trx: Trx, limit: number, reason: Reason): Promise<string[]> {
  const overdue = trx
    .selectFrom('tasks')
    .select('task_id')
    .where('completed_at', 'is', null)
    .where('deadline_at', '<', sql<Date>`now()`)
    .orderBy('deadline_at')
    .limit(limit)
    .forUpdate()
    .skipLocked()
  const failed = await trx
    .updateTable('tasks')
    .set(failedWith(reason))
    .where('task_id', 'in', overdue)
    .returning(['task_id', 'attempt'])
    .execute()
  for (const hold of failed) await endAttempt(trx, hold, 'failed', reason)
  return failed.map((row) => row.task_id)
}
