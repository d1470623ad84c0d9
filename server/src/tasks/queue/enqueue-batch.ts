import pg from 'pg'
import type { Db } from '../../platform/db/database.ts'
import { isOutage, retryOnConflict } from '../../platform/db/retry.ts'
import { batch } from '../../platform/concurrency/batch.ts'
import { type Enqueued, enqueueInBatch, type Submission, type SubmissionLimits } from './enqueue-queries.ts'

/** Enqueues a task together with others. Resolves to undefined when the task must be enqueued alone, or its statement failed. */
export type EnqueueInBatch = (submission: Submission) => Promise<Enqueued | undefined>

/** Tasks per statement. Beyond 16 the cost per task hardly falls: its own rows and their triggers remain. */
const max_size = 32
/** A statement takes a few milliseconds, tens on an overloaded machine. A concurrent one would skip the same users. */
const patience_ms = 200

/**
 * Batches concurrent submissions of all users into one statement. The fixed cost of a statement (planning, checks, a write to
 * disk) exceeds that of its rows: a batch of eight takes half the time of eight statements.
 */
export function createEnqueueInBatch(db: Db, limits: SubmissionLimits, clock: () => Date): EnqueueInBatch {
  const put = batch(
    (submissions: readonly Submission[]) =>
      retryOnConflict(() => enqueueInBatch(db, submissions, limits, clock())),
    { max_size, patience_ms },
  )
  return async (submission) => {
    try {
      const enqueued = await put(submission)
      return enqueued.is_queued ? enqueued : undefined
    } catch (error) {
      if (isOutage(error) || isOurMistake(error)) throw error // after an outage it may be in the queue
      return undefined
    }
  }
}

/** Whether the statement itself is wrong: SQLSTATE class 42. Alone each task would pass, and nobody would hear of it. */
function isOurMistake(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code?.startsWith('42') === true
}
