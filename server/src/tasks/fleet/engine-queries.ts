import { sql } from 'kysely'
import type { Capability, EngineProblem } from '../../engines/engines.ts'
import type { Db, Trx } from '../../platform/db/database.ts'
import { seenWithin_s, offerKeys } from './slot-queries.ts'

/** A worker's report on an engine. */
export interface EngineReport {
  engine: string
  worker_id: string
  kind: string
  url: string | null
  version: string | null
  offers: readonly Capability[]
  problems: readonly EngineProblem[]
  isReached: boolean
  failures: number
  /** Milliseconds left until the worker gives it tasks again. */
  rest_ms: number
}

export async function saveReport(
  db: Db,
  { offers, problems, isReached, rest_ms, ...report }: EngineReport,
): Promise<void> {
  const found = {
    ...report,
    offers: offerKeys(offers),
    problems: JSON.stringify(problems),
    rests_until: rest_ms > 0 ? sql<Date>`now() + ${rest_ms}::float8 * interval '1 millisecond'` : null,
    ...(isReached && { reached_at: sql<Date>`now()` }),
  }
  await db
    .insertInto('engine_reports')
    .values(found)
    .onConflict((conflict) =>
      conflict.columns(['engine', 'worker_id']).doUpdateSet({ ...found, checked_at: sql<Date>`now()` }),
    )
    .execute()
}

/** The newest report of each worker on each engine. An engine that rests is not asked, so its report may be old. */
export function listReports(db: Db) {
  return db
    .selectFrom('engine_reports')
    .selectAll()
    .select(
      sql<boolean>`reached_at is not null and reached_at >= checked_at and
        greatest(checked_at, coalesce(rests_until, checked_at)) > now() - ${seenWithin_s}::int * interval '1 second'`.as(
        'is_reachable',
      ),
    )
    .orderBy('engine')
    .orderBy('worker_id')
    .execute()
}

/** `model/mode` of all engines that were seen lately. */
export async function listSeenOffers(db: Db): Promise<string[]> {
  const { rows } = await sql<{ offer: string }>`
    select distinct unnest(offers) as offer from engine_slots
     where seen_at > now() - ${seenWithin_s}::int * interval '1 second'`.execute(db)
  return rows.map(({ offer }) => offer)
}

/** Whether tasks of any of these models wait. */
export async function isWanted(db: Db, models: readonly string[]): Promise<boolean> {
  const { rows } = await sql<{ is_wanted: boolean }>`
    select exists (
      select from unnest(${models}::text[]) as wanted (model)
       where exists (select from tasks where tasks.model = wanted.model and tasks.status = 'queued')) as is_wanted`.execute(
    db,
  )
  return rows[0]!.is_wanted
}

/** Removes the report of a worker that no longer serves the engine. */
export async function forgetReport(db: Db, engine: string, worker_id: string): Promise<void> {
  await db
    .deleteFrom('engine_reports')
    .where('engine', '=', engine)
    .where('worker_id', '=', worker_id)
    .execute()
}

/** Removes slots that no worker has offered for a day: their engine is in no engines file any more. */
export async function removeAbandonedSlots(trx: Trx): Promise<void> {
  await sql`delete from engine_slots where seen_at < now() - interval '1 day'`.execute(trx)
}
