import { sql } from 'kysely'
import type { Capability, EngineProblem, ReportedChoices } from '../../engines/engines.ts'
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

/** SQL: whether a report is recent and its worker reached the engine. */
export const isReachable = sql<boolean>`reached_at is not null and reached_at >= checked_at and
  greatest(checked_at, coalesce(rests_until, checked_at)) > now() - ${seenWithin_s}::int * interval '1 second'`

/** The newest report of each worker on each engine. An engine that rests is not asked, so its report may be old. */
export function listReports(db: Db) {
  return db
    .selectFrom('engine_reports')
    .leftJoin('engine_power', 'engine_power.engine', 'engine_reports.engine')
    .leftJoin('engine_pauses', 'engine_pauses.engine', 'engine_reports.engine')
    .selectAll('engine_reports')
    .select([
      isReachable.as('is_reachable'),
      'engine_power.state as power_state',
      'engine_power.since as power_since',
      'engine_power.start_s as power_start_s',
      'engine_power.failures as power_failures',
      'engine_power.error as power_error',
      'engine_pauses.paused_at',
      'engine_pauses.paused_by',
    ])
    .orderBy('engine_reports.engine')
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
       -- no "exists": PostgreSQL may read all waiting tasks for that
       where (select true from tasks where tasks.model = wanted.model and tasks.status = 'queued' limit 1)) as is_wanted`.execute(
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

/**
 * Writes what an engine has to choose from. Of the models that it offers, parameters that it does not report any more are
 * removed; what it has for others stays.
 */
export async function saveChoices(
  trx: Trx,
  engine: string,
  offered: readonly string[],
  reported: readonly ReportedChoices[],
): Promise<void> {
  await trx
    .deleteFrom('engine_choices')
    .where('engine', '=', engine)
    .where('model', 'in', [...offered, ''])
    .execute()
  if (reported.length === 0) return
  await trx
    .insertInto('engine_choices')
    .values(reported.map((each) => ({ engine, ...each })))
    .onConflict((conflict) =>
      conflict.columns(['engine', 'model', 'parameter']).doUpdateSet((eb) => ({
        choices: eb.ref('excluded.choices'),
        seen_at: sql<Date>`now()`,
      })),
    )
    .execute()
}

/** What these engines have to choose from, as they reported it last; of one model, or of all. */
export function listChoices(db: Db, engines: readonly string[], model?: string) {
  return db
    .selectFrom('engine_choices')
    .select(['engine', 'model', 'parameter', 'choices'])
    .where('engine', '=', sql<string>`any(${engines}::text[])`)
    .$if(model !== undefined, (query) => query.where('model', '=', model!))
    .orderBy('engine')
    .execute()
}

/** Removes choices that no worker has reported for a month: their engine is in no engines file any more. */
export async function removeAbandonedChoices(trx: Trx): Promise<void> {
  await sql`delete from engine_choices where seen_at < now() - interval '30 days'`.execute(trx)
}

/** Removes slots that no worker has offered for a day: their engine is in no engines file any more. */
export async function removeAbandonedSlots(trx: Trx): Promise<void> {
  await sql`delete from engine_slots where seen_at < now() - interval '1 day'`.execute(trx)
}
