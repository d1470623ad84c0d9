import type { Db, Trx } from '../../platform/db/database.ts'
import * as engineQueries from './engine-queries.ts'
import * as queries from './fleet-queries.ts'

/** A list without pages ends here. */
const maxListed = 1000
const whole = <T>(items: T[]) => ({ items, total: items.length, page: 1, page_size: maxListed })

/** The workers that are there, with what they run and the slots in their own processes. */
export async function listWorkers(db: Db) {
  const [workers, slots] = [await queries.listWorkers(db), await queries.listSlots(db)]
  return whole(
    workers.map((worker) => ({ ...worker, slots: slots.filter(({ owner }) => owner === worker.worker_id) })),
  )
}

/** Every engine's slots. */
export async function listSlots(db: Db) {
  return whole(await queries.listSlots(db))
}

/** What each worker last found out about each engine that it serves. */
export async function listEngines(db: Db) {
  const reports = await engineQueries.listReports(db)
  return whole(
    reports.map(({ offers, ...report }) => ({
      ...report,
      offers: [...Map.groupBy(offers, (key) => key.slice(0, key.lastIndexOf('/')))].map(([model, keys]) => ({
        model,
        modes: keys.map((key) => key.slice(key.lastIndexOf('/') + 1)),
      })),
    })),
  )
}

/** An engine that a worker does not serve any more. */
export function forgetEngine(db: Db, engine: string, worker_id: string): Promise<void> {
  return engineQueries.forgetReport(db, engine, worker_id)
}

/** How much waits for each model, and since when. */
export async function listQueues(db: Db) {
  return whole(await queries.listQueues(db))
}

/** A worker that drains ends what it runs and takes nothing more. False when there is no such worker. */
export function setDraining(trx: Trx, worker_id: string, draining: boolean): Promise<boolean> {
  return queries.setDraining(trx, worker_id, draining)
}

/** Nothing is taken from a paused queue; what runs goes on, and submissions are accepted. */
export function setPaused(trx: Trx, model: string, by: string | null): Promise<void> {
  return queries.setPaused(trx, model, by)
}
