import type { JobClocks } from '../../engines/engines.ts'
import type { Db } from '../../platform/db/database.ts'
import { isOutage } from '../../platform/db/retry.ts'
import type { Log } from '../../platform/log.ts'
import * as queries from './job-clock-queries.ts'

/** The clocks of an engine's jobs, which all workers share. An outage of the database only delays them. */
export function createJobClocks({ db, log }: { db: Db; log: Log }, engine: string): JobClocks {
  const unlessAway = async <T>(work: Promise<T>): Promise<T | undefined> => {
    try {
      return await work
    } catch (error) {
      if (!isOutage(error)) throw error
      log.warn({ err: error, engine }, 'job_clock_not_kept')
      return undefined
    }
  }
  return {
    note: (job, says, limit_s) => unlessAway(queries.noteJob(db, { engine, job, says, limit_s })),
    listHung: () => queries.listHungJobs(db, engine),
    forget: (job) => unlessAway(queries.forgetJob(db, engine, job)),
  }
}
