import type { Db } from '../../platform/db/database.ts'
import type { Log } from '../../platform/log.ts'
import { forgetAbandonedSlots } from './engine-queries.ts'
import { beat, removeWorkers } from './slot-queries.ts'

const beatEvery_ms = 5_000
/** Twelve beats. Its tasks are taken over much earlier, by their leases. */
const silentAfter_s = 60

/**
 * Puts a worker on the list of those that are there, and keeps it there until it leaves. A database that is away costs
 * beats, not the worker.
 */
export async function registerWorker(
  { db, log }: { db: Db; log: Log },
  worker: { worker_id: string; version: string; host: string; pid: number },
): Promise<{ leave(): Promise<void> }> {
  let was = false
  const tell = async (): Promise<void> => {
    const { draining } = await beat(db, worker)
    if (draining !== was) log.info({ draining }, 'worker_draining')
    was = draining
  }
  await tell()
  const timer = setInterval(() => {
    tell().catch((error: unknown) => log.warn({ err: error }, 'beat_failed'))
  }, beatEvery_ms)
  return {
    leave: async () => {
      clearInterval(timer)
      await db
        .transaction()
        .execute((trx) => removeWorkers(trx, worker))
        .catch((error: unknown) => log.warn({ err: error }, 'leave_failed')) // it is forgotten later
    },
  }
}

/** Takes workers off the list that have not been heard of for a minute, with the slots in their own processes; and the slots of engines that are gone. */
export async function forgetSilentWorkers(db: Db, log: Log): Promise<void> {
  const forgotten = await db.transaction().execute((trx) => removeWorkers(trx, { silent_s: silentAfter_s }))
  await db.transaction().execute((trx) => forgetAbandonedSlots(trx))
  if (forgotten > 0) log.warn({ workers: forgotten }, 'workers_forgotten')
}
