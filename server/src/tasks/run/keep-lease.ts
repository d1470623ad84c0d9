import type { Db } from '../../platform/db/database.ts'
import type { Log } from '../../platform/log.ts'
import { type HeldAttempt, renewLease } from './attempt-queries.ts'

/** The lease has expired or passed to another worker: this one must stop and write nothing more. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost'
}

/** Two renewals in a row may fail if the third comes in time; see docs/decisions/0004. */
const beatsPerLease = 4

/** Renews the lease until disposed. Aborts `lost` when the lease has passed on, or could not be renewed for its whole length. */
export function keepLease(
  { db, log }: { db: Db; log: Log },
  task: HeldAttempt,
  { lease_s, lost }: { lease_s: number; lost: AbortController },
): Disposable {
  let renewed_at = performance.now()
  let busy = false
  const giveUpInTime = (): void => {
    if (performance.now() - renewed_at > lease_s * 1000) lost.abort(new LeaseLost())
  }
  const beat = async (): Promise<void> => {
    if (busy) return giveUpInTime() // the last renewal may never get an answer
    busy = true
    const asked_at = performance.now()
    try {
      if (await renewLease(db, task, lease_s)) renewed_at = asked_at
      else lost.abort(new LeaseLost())
    } catch (error) {
      log.warn({ err: error, task_id: task.task_id }, 'heartbeat_failed')
    } finally {
      busy = false
    }
    giveUpInTime()
  }
  const timer = setInterval(() => void beat(), (lease_s * 1000) / beatsPerLease)
  return { [Symbol.dispose]: () => clearInterval(timer) }
}
