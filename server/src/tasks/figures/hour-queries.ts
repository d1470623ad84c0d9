import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { seenWithin_s } from '../fleet/slot-queries.ts'

// What was done hour by hour. Hours are those of UTC.

/** Adds a minute of each slot that is offered to the hour of its engine. */
export async function addMinute(db: Db): Promise<void> {
  await sql`
    insert into engine_hours as known (engine, hour, busy_s, offered_s)
    select engine, date_trunc('hour', now(), 'UTC'), 60 * count(*) filter (where task_id is not null), 60 * count(*)
      from engine_slots where seen_at > now() - ${seenWithin_s}::int * interval '1 second' group by engine
    on conflict (engine, hour) do update
      set busy_s = known.busy_s + excluded.busy_s, offered_s = known.offered_s + excluded.offered_s`.execute(
    db,
  )
}

/** The hour after the newest that was counted; null where none was. */
export async function findUncounted(db: Db): Promise<Date | null> {
  const { rows } = await sql<{ hour: Date | null }>`
    select max(hour) + interval '1 hour' as hour from model_hours`.execute(db)
  return rows[0]!.hour
}

/** Counts the videos of an hour; the second time it changes nothing. */
export async function countHour(db: Db, hour: Date): Promise<void> {
  await sql`
    insert into model_hours (hour, model, videos, video_s, bytes)
    select ${hour}::timestamptz, model, count(*), sum(${video_s}), sum(${bytes})
      from tasks where ${completedWithin(sql`${hour}::timestamptz`, sql`${hour}::timestamptz + interval '1 hour'`)} group by model
     union all select ${hour}::timestamptz, '', 0, 0, 0
    on conflict do nothing`.execute(db)
}

/** Videos of old versions have no media. */
const video_s = sql`coalesce((media ->> 'duration_s')::float8, (params ->> 'duration_seconds')::float8, 0)`
const bytes = sql`coalesce((media ->> 'bytes')::bigint, 0)`

/** By the index of results. Both ends are named, or a plan for any instant would read the whole table. */
const completedWithin = (from: ReturnType<typeof sql>, to: ReturnType<typeof sql>) =>
  sql`result_key is not null and completed_at >= ${from} and completed_at < ${to}`

export async function forgetHours(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('engine_hours').where('hour', '<', before).execute()
  await db.deleteFrom('model_hours').where('hour', '<', before).execute()
}

export interface ModelHour {
  hour: Date
  model: string
  videos: number
  video_s: number
  bytes: number
}

/** Videos by hour and model since the beginning of an hour; those that are not counted yet are counted now. */
export async function listModelHours(db: Db, since: Date): Promise<ModelHour[]> {
  const { rows } = await sql<ModelHour>`
    select hour, model, videos, video_s, bytes from model_hours where hour >= ${since} and model <> ''
     union all
    select date_trunc('hour', completed_at, 'UTC'), model, count(*)::int, sum(${video_s})::float8, sum(${bytes})::bigint
      from tasks
     where ${completedWithin(
       sql`greatest(${since}::timestamptz, (select max(hour) + interval '1 hour' from model_hours))`,
       sql`now() + interval '1 hour'`,
     )}
     group by 1, 2 order by hour, model`.execute(db)
  return rows
}

export interface EngineHour {
  engine: string
  hour: Date
  busy_s: number
  offered_s: number
}

/** Of these engines, or of all. */
export function listEngineHours(db: Db, since: Date, engines?: readonly string[]): Promise<EngineHour[]> {
  return db
    .selectFrom('engine_hours')
    .select(['engine', 'hour', 'busy_s', 'offered_s'])
    .where('hour', '>=', since)
    .$if(engines !== undefined, (query) => query.where('engine', '=', sql<string>`any(${engines}::text[])`))
    .orderBy('engine')
    .orderBy('hour')
    .execute()
}
