import { inBatches } from '../../platform/concurrency/in-batches.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Log } from '../../platform/log.ts'
import * as attempts from './attempt-queries.ts'
import * as queries from './reap-queries.ts'
import { failTask, releaseAll } from './end-task.ts'
import { retryDelay_s } from './retry-rules.ts'

const batch = 100
const lost = {
  code: 'worker_lost',
  message: 'The worker that ran the task stopped.',
  error_class: 'worker',
} as const
const overdue = {
  code: 'deadline_exceeded',
  message: 'The task did not end in time.',
  error_class: 'deadline',
} as const

/** The message to the owner. If several workers were lost with the task, it says that the task may be the cause. */
const lostText = (failures: number): string =>
  failures > 1
    ? `${failures} workers stopped while they ran the task; it may be too large for them.`
    : lost.message

/**
 * Takes tasks with an expired lease away from their workers: requeues them, or fails them and releases their money once the
 * attempts are used up. Any number of processes may call it concurrently. Returns how many tasks it moved.
 */
export function reapLostTasks(db: Db, log: Log, max_attempts: number): Promise<number> {
  return inBatches(batch, (limit) =>
    db.transaction().execute(async (trx) => {
      const expired = await queries.lockExpired(trx, limit)
      for (const task of expired) {
        const failures = task.failed_attempts + 1
        const final = failures >= max_attempts
        log.warn({ task_id: task.task_id, attempt: task.attempt, final }, 'attempt_lost')
        const reason = { ...lost, message: lostText(failures) }
        const frees_slot = false // the engine may still compute it
        const delay_s = failures === 1 ? 0 : retryDelay_s(failures)
        if (final) await failTask(trx, task, { reason, frees_slot })
        else await attempts.requeue(trx, task, { outcome: 'lost', delay_s, reason, frees_slot })
      }
      return expired.length
    }),
  )
}

/** Longer than usual between two calls: the database was away, or this process was suspended. */
const silent_ms = 3_000

/**
 * Returns a function that reaps at each call, but only once the database has answered this process for a whole lease without
 * a break: leases that expired during an outage say nothing about their workers, which renew them as soon as they can.
 */
export function createReaper(
  { db, log }: { db: Db; log: Log },
  { lease_s, max_attempts }: { lease_s: number; max_attempts: number },
  now: () => number = () => performance.now(),
): () => Promise<number> {
  let heard_at = now()
  let trusts_at = heard_at
  return async () => {
    if (now() - heard_at > silent_ms) trusts_at = now() + lease_s * 1000
    const moved = now() < trusts_at ? await queries.hear(db) : await reapLostTasks(db, log, max_attempts)
    heard_at = now()
    return moved
  }
}

/** Fails tasks past their deadline and releases their holds, in batches until none is left. Returns their number. */
export function failOverdueTasks(db: Db, log: Log, signal?: AbortSignal): Promise<number> {
  const failSome = (limit: number) =>
    db.transaction().execute(async (trx) => {
      return releaseAll(trx, log, await queries.failOverdue(trx, limit, overdue), 'task_overdue')
    })
  return inBatches(batch, failSome, signal)
}
