import { sql } from 'kysely'
import type { JobClock } from '../../engines/engines.ts'
import type { Db, Trx } from '../../platform/db/database.ts'

/** Notes what a job says, and for how long it has said the same; it is hung once that is longer than `limit_s`. */
export async function noteJob(
  db: Db,
  { engine, job, says, limit_s }: { engine: string; job: string; says: string; limit_s: number },
): Promise<JobClock> {
  const { rows } = await sql<JobClock>`
    insert into engine_jobs as clock (engine, job, says) values (${engine}, ${job}, ${says})
    on conflict (engine, job) do update set
      says = excluded.says,
      since = case when clock.says = excluded.says then clock.since else now() end,
      is_hung = clock.is_hung
        or (clock.says = excluded.says and clock.since < now() - ${limit_s}::float8 * interval '1 second')
    returning extract(epoch from now() - since)::float8 as said_for_s, is_hung`.execute(db)
  return rows[0]!
}

export async function listHungJobs(db: Db, engine: string): Promise<string[]> {
  const rows = await db
    .selectFrom('engine_jobs')
    .select('job')
    .where('engine', '=', engine)
    .where('is_hung', '=', true)
    .orderBy('job')
    .execute()
  return rows.map(({ job }) => job)
}

export async function forgetJob(db: Db, engine: string, job: string): Promise<void> {
  await db.deleteFrom('engine_jobs').where('engine', '=', engine).where('job', '=', job).execute()
}

/** Removes clocks of jobs that no worker has asked about for a week. A job that hangs keeps its clock while its engine has slots. */
export async function removeOldClocks(trx: Trx): Promise<void> {
  await sql`
    delete from engine_jobs
     where since < now() - interval '7 days'
       and not (is_hung and exists (select from engine_slots as slot where slot.engine = engine_jobs.engine))`.execute(
    trx,
  )
}
