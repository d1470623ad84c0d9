import type { Db } from '../../platform/db/database.ts'
import { retryOnConflict, isOutage } from '../../platform/db/retry.ts'
import { batch } from '../../platform/concurrency/batch.ts'
import { type Enqueued, enqueueTogether, type Submission, type SubmissionLimits } from './enqueue-queries.ts'

/** Puts a task into the queue; undefined where it has to come alone, which is so for each that was in a statement that failed. */
export type EnqueueTogether = (submission: Submission) => Promise<Enqueued | undefined>

/** Tasks in one statement. Beyond 16 the price of one more hardly falls: what is left are its own rows and their triggers. */
const max_size = 32
/** A statement takes a few milliseconds, on a machine with too much to do some tens. Another beside it would skip its users. */
const patience_ms = 200

/**
 * Submissions that come at once are written at once, whoever they are from. A statement has a price of its own, planning,
 * checks and a write to disk, which is more than that of the rows it adds: eight tasks take half the time of eight statements.
 */
export function createEnqueueTogether(db: Db, limits: SubmissionLimits): EnqueueTogether {
  const put = batch(
    (submissions: readonly Submission[]) => retryOnConflict(() => enqueueTogether(db, submissions, limits)),
    { max_size, patience_ms },
  )
  return async (submission) => {
    try {
      const enqueued = await put(submission)
      return enqueued.is_queued ? enqueued : undefined
    } catch (error) {
      if (isOutage(error)) throw error // it may be in the queue
      return undefined
    }
  }
}
