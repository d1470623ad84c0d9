import type { Db, Trx } from '../../platform/db/database.ts'
import { noSuch } from '../../platform/errors.ts'
import * as engineQueries from './engine-queries.ts'
import * as queries from './fleet-queries.ts'

/** The page size that lists without pages report. */
const maxListed = 1000
const whole = <T>(items: T[]) => ({ items, total: items.length, page: 1, page_size: maxListed })

/** Lists all workers, with their running tasks and the slots of the engines in their processes. */
export async function listWorkers(db: Db) {
  const [workers, slots] = [await queries.listWorkers(db), await queries.listSlots(db)]
  return whole(
    workers.map((worker) => ({ ...worker, slots: slots.filter(({ owner }) => owner === worker.worker_id) })),
  )
}

/** Lists the slots of all engines. */
export async function listSlots(db: Db) {
  return whole(await queries.listSlots(db))
}

/** Lists the newest report of each worker on each engine that it serves. */
export async function listEngines(db: Db) {
  const reports = await engineQueries.listReports(db)
  return whole(
    reports.map(
      ({ offers, power_state, power_since, power_start_s, power_failures, power_error, ...report }) => ({
        ...report,
        power:
          power_state === null
            ? null
            : {
                state: power_state,
                since: power_since!,
                start_s: power_start_s,
                failures: power_failures!,
                error: power_error,
              },
        offers: [...Map.groupBy(offers, (key) => key.slice(0, key.lastIndexOf('/')))].map(
          ([model, keys]) => ({
            model,
            modes: keys.map((key) => key.slice(key.lastIndexOf('/') + 1)),
          }),
        ),
      }),
    ),
  )
}

export type EngineReported = Awaited<ReturnType<typeof listEngines>>['items'][number]

/** Removes the report of a worker that no longer serves the engine. */
export function forgetEngine(db: Db, engine: string, worker_id: string): Promise<void> {
  return engineQueries.forgetReport(db, engine, worker_id)
}

/**
 * Gives an engine no more tasks, or tasks again if `by` is null; what runs there goes on.
 * @throws AppError 404 `engine_not_found` when no worker knows it.
 */
export async function setEnginePaused(trx: Trx, engine: string, by: string | null): Promise<void> {
  if (!(await queries.setEnginePaused(trx, engine, by))) throw noSuch('engine')
}

/** Lists the queues, with their waiting tasks and the longest wait. */
export async function listQueues(db: Db) {
  return whole(await queries.listQueues(db))
}

/** Makes a worker drain, or resume: a draining worker claims no more tasks. False when there is no such worker. */
export function setDraining(trx: Trx, worker_id: string, draining: boolean): Promise<boolean> {
  return queries.setDraining(trx, worker_id, draining)
}

/**
 * Pauses a queue, or resumes it if `by` is null. No task of a paused queue is claimed; running tasks go on, and submissions are
 * accepted.
 */
export function setPaused(trx: Trx, model: string, by: string | null): Promise<void> {
  return queries.setPaused(trx, model, by)
}
