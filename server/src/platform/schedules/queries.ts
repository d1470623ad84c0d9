import { sql } from 'kysely'
import type { Db } from '../db/database.ts'

/** A tick of a schedule as one worker holds it. A later claim of the same schedule has another tick or more attempts. */
export interface Claim {
  name: string
  tick: Date
  attempts: number
}

/** A schedule that is new is due at the tick after this one. */
export async function insert(db: Db, name: string, tick: Date): Promise<void> {
  await db
    .insertInto('schedules')
    .values({ name, tick, attempts: 0, lease_until: null })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Takes what is due: a newer tick than the last one, or the last one where its lease has run out and it may be tried again. */
export async function claim(
  db: Db,
  latest: { name: string; tick: Date }[],
  { lease_ms, max_attempts }: { lease_ms: number; max_attempts: number },
): Promise<Claim[]> {
  const names = latest.map(({ name }) => name)
  const ticks = latest.map(({ tick }) => tick)
  const { rows } = await sql<Claim>`
    with latest as (select * from unnest(${names}::text[], ${ticks}::timestamptz[]) as latest (name, tick)),
    due as (
      select name, greatest(schedules.tick, latest.tick) as tick
      from schedules join latest using (name)
      where (lease_until is null or lease_until <= now())
        and (schedules.tick < latest.tick or (lease_until is not null and attempts < ${max_attempts}))
      for update of schedules skip locked
    )
    update schedules set
      tick = due.tick,
      attempts = case when schedules.tick = due.tick then attempts + 1 else 1 end,
      lease_until = now() + ${lease_ms} * interval '1 ms'
    from due where schedules.name = due.name
    returning schedules.name, schedules.tick, attempts`.execute(db)
  return rows
}

/** False once the claim is somebody else's. */
export async function renew(db: Db, held: Claim, lease_ms: number): Promise<boolean> {
  const { numUpdatedRows } = await update(db, held)
    .set({ lease_until: sql<Date>`now() + ${lease_ms} * interval '1 ms'` })
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function finish(db: Db, held: Claim): Promise<void> {
  await update(db, held).set({ lease_until: null, failing_since: null }).execute()
}

/** It has failed, and may be tried again after this long. */
export async function postpone(db: Db, held: Claim, by_ms: number): Promise<void> {
  await update(db, held)
    .set({
      lease_until: sql<Date>`now() + ${by_ms} * interval '1 ms'`,
      failing_since: sql<Date>`coalesce(failing_since, now())`,
    })
    .execute()
}

/** What runs by the clock: which schedules fail, and the newest tick that any worker has begun. */
export async function findTicks(db: Db): Promise<{ failing: FailingSchedule[]; ticked_at: Date | null }> {
  const rows = await db
    .selectFrom('schedules')
    .select(['name', 'tick', 'failing_since'])
    .orderBy('name')
    .execute()
  return {
    failing: rows.flatMap(({ name, failing_since }) => (failing_since ? [{ name, failing_since }] : [])),
    ticked_at: rows.reduce<Date | null>(
      (newest, { tick }) => (newest && newest > tick ? newest : tick),
      null,
    ),
  }
}

export interface FailingSchedule {
  name: string
  failing_since: Date
}

/** Anybody may take it at once, as if it had not been begun. */
export async function handBack(db: Db, held: Claim): Promise<void> {
  await update(db, held)
    .set({ lease_until: sql<Date>`now()`, attempts: held.attempts - 1 })
    .execute()
}

function update(db: Db, { name, tick, attempts }: Claim) {
  return db
    .updateTable('schedules')
    .where('name', '=', name)
    .where('tick', '=', tick)
    .where('attempts', '=', attempts)
    .where('lease_until', 'is not', null)
}
