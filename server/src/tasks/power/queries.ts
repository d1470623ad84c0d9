import { sql } from 'kysely'
import type { Db, Trx } from '../../platform/db/database.ts'
import { isReachable } from '../fleet/engine-queries.ts'
import { seenWithin_s } from '../fleet/slot-queries.ts'
import type { PowerFacts, PowerStep } from './rule.ts'

/** Records that the engine is started by need, and what estimates need to know of it. */
export async function offerPower(
  db: Db,
  { engine, models, ready_in_s }: { engine: string; models: readonly string[]; ready_in_s: number },
): Promise<void> {
  await sql`
    insert into engine_power (engine, models, ready_in_s) values (${engine}, ${models}::text[], ${ready_in_s})
    on conflict (engine) do update set models = excluded.models, seen_at = now(),
      ready_in_s = excluded.ready_in_s`.execute(db)
}

/** Locks the engine's row. Undefined while another process looks after it. */
export async function lockFacts(
  trx: Trx,
  engine: string,
): Promise<Omit<PowerFacts, 'waited_s' | 'elsewhere_s'> | undefined> {
  const { rows } = await sql<Omit<PowerFacts, 'waited_s' | 'elsewhere_s'>>`
    select state, failures, start_s, extract(epoch from now() - since)::float8 as for_s,
           extract(epoch from now() - active_at)::float8 as idle_for_s,
           exists (select from engine_slots as slot where slot.engine = power.engine and slot.task_id is not null) as is_busy,
           coalesce((select bool_or(${isReachable}) from engine_reports where engine_reports.engine = power.engine), false) as is_reached,
           (select extract(epoch from now() - max(reached_at))::float8 from engine_reports
             where engine_reports.engine = power.engine) as silent_s
      from engine_power as power where engine = ${engine} for update of power skip locked`.execute(trx)
  return rows[0]
}

/** A long queue is longer than a start in any case: so many tasks are looked at. */
const mostLookedAt = 1000

/** The seconds that the other engines need for what waits of these models; null when there are none. */
export async function findWorkElsewhere(
  trx: Trx,
  engine: string,
  models: readonly string[],
): Promise<number | null> {
  const { rows } = await sql<{ elsewhere_s: number | null }>`
    select work.seconds / nullif(others.slots, 0) as elsewhere_s
      from (select coalesce(sum(expected_s), 0)::float8 as seconds
              from (select expected_s from tasks where status = 'queued' and model = any(${models}::text[])
                     limit ${mostLookedAt}) as waiting) as work,
           (select count(*) as slots from engine_slots as slot
             where slot.engine <> ${engine} and slot.models && ${models}::text[]
               and slot.seen_at > now() - ${seenWithin_s}::int * interval '1 second') as others`.execute(trx)
  return rows[0]!.elsewhere_s
}

/** Locks the engine's slots, so that no task is claimed meanwhile. False if one is taken. */
export async function lockFreeSlots(trx: Trx, engine: string): Promise<boolean> {
  const slots = await trx
    .selectFrom('engine_slots')
    .select('task_id')
    .where('engine', '=', engine)
    .forUpdate()
    .execute()
  return slots.every(({ task_id }) => task_id === null)
}

const stateAfter = { start: 'starting', started: 'on', stop: 'stopping', stopped: 'off' } as const

/** Writes down a step; after `started` from `starting`, how long the start took: half of the newest, half of what was known. */
export async function saveStep(trx: Trx, engine: string, step: Exclude<PowerStep, 'failed'>): Promise<void> {
  const took_s = sql<number>`extract(epoch from now() - since)::real`
  await trx
    .updateTable('engine_power')
    .set({
      state: stateAfter[step],
      since: sql<Date>`now()`,
      active_at: sql<Date>`now()`,
      ...(step === 'started' && {
        failures: 0,
        error: null,
        start_s: sql<
          number | null
        >`case when state = 'starting' then coalesce((start_s + ${took_s}) / 2, ${took_s}) else start_s end`,
      }),
    })
    .where('engine', '=', engine)
    .execute()
}

/** A start or stop came to nothing: the engine counts as what it was before. */
export async function saveFailure(db: Db, engine: string, error: string): Promise<void> {
  await sql`
    update engine_power set error = ${error}, since = now(), active_at = now(),
           failures = failures + (state = 'starting')::int,
           state = case state when 'starting' then 'off' else 'on' end
     where engine = ${engine} and state in ('starting', 'stopping')`.execute(db)
}

/** The engine computes, or tasks wait for it: it is not idle. */
export async function noteActive(trx: Trx, engine: string): Promise<void> {
  await trx
    .updateTable('engine_power')
    .set({ active_at: sql<Date>`now()` })
    .where('engine', '=', engine)
    .execute()
}

/** Removes those that no worker has looked after for a day: their entry is gone, or is started by hand now. */
export async function removeAbandonedPower(db: Db): Promise<void> {
  await sql`delete from engine_power where seen_at < now() - interval '1 day'`.execute(db)
}
