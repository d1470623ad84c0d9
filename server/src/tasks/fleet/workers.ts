import type { Db } from '../../platform/db/database.ts'
import type { Log } from '../../platform/log.ts'
import { removeAbandonedChoices, removeAbandonedSlots } from './engine-queries.ts'
import { removeOldClocks } from './job-clock-queries.ts'
import { beat, removeWorkers } from './slot-queries.ts'

const beatEvery_ms = 5_000
/** Twelve heartbeats. Its tasks are taken over much earlier, when their leases expire. */
const silentAfter_s = 60

/** Registers a worker and sends its heartbeats until it leaves. An outage of the database costs heartbeats, not the worker. */
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
        .catch((error: unknown) => log.warn({ err: error }, 'leave_failed')) // `removeSilentWorkers` removes it later
    },
  }
}

/**
 * Removes workers without a heartbeat for a minute, with the slots of their own engines, and the slots of engines that are
 * gone.
 */
export async function removeSilentWorkers(db: Db, log: Log): Promise<void> {
  const forgotten = await db.transaction().execute((trx) => removeWorkers(trx, { silent_s: silentAfter_s }))
  await db.transaction().execute(async (trx) => {
    await removeAbandonedSlots(trx)
    await removeAbandonedChoices(trx)
    await removeOldClocks(trx)
  })
  if (forgotten > 0) log.warn({ workers: forgotten }, 'workers_forgotten')
}
