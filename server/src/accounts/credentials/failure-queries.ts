import { type RawBuilder, sql } from 'kysely'
import type { Db, Trx } from '../../platform/db/database.ts'
import { deleteUnlocked } from '../../platform/db/delete-unlocked.ts'

export interface Counter {
  subject: Buffer
  /** Null for a counter that belongs to no account. */
  account: Buffer | null
  rules: CountRules
}

export interface CountRules {
  /** Failures at which the counter locks. */
  threshold: number
  /** Length of the first lock; each further failure doubles it. */
  base_s: number
  max_s: number
  /** Failures without a success at which the lock does not end by itself. */
  forever_at: number
  /** Failures are forgotten after it. */
  forget_s: number
  /** Whether these times start at the first counted failure or at the last. */
  since: 'first' | 'last'
}

/** The driver reads `infinity` as `Infinity`. */
type Instant = Date | number

/** An attempt that is in flight for longer belongs to a process that died; it counts as a failure. */
const longestAttempt_s = 60

/**
 * Reserves one of the failures that are left, for an attempt whose outcome is not known yet; after a lock has ended, one at a
 * time. False, and nothing changes, while the counter is locked or everything is reserved.
 */
export async function reserve(db: Db, { subject, account, rules }: Counter, now: Date): Promise<boolean> {
  const after = (seconds: number) => new Date(now.getTime() + seconds * 1000)
  const isLost = sql<boolean>`t.in_flight_until <= ${now}`
  const inFlight = sql<number>`case when ${isLost} then 0 else t.in_flight end`
  const failures = sql<number>`
    case when t.last_at <= ${after(-rules.forget_s)} then 0 else t.failures end
    + case when ${isLost} then t.in_flight else 0 end`
  const { rows } = await sql`
    insert into auth_throttle as t (subject, account, failures, in_flight, in_flight_until, locked_until, last_at)
    values (${subject}, ${account}, 0, 1, ${after(longestAttempt_s)}, null, ${now})
    on conflict (subject) do update set
      failures = ${failures},
      in_flight = ${inFlight} + 1,
      in_flight_until = excluded.in_flight_until,
      locked_until = null,
      last_at = case when ${failures} = 0 then excluded.last_at else t.last_at end
    where (t.locked_until is null or t.locked_until <= ${now})
      and (${inFlight} = 0 or ${failures} + ${inFlight} < ${rules.threshold}::int)
    returning subject`.execute(db)
  return rows.length > 0
}

/** Turns a reservation into a failure. Returns whether it locks the counter. */
export async function fail(db: Db, subject: Buffer, rules: CountRules, now: Date): Promise<boolean> {
  const { threshold, base_s, max_s, forever_at } = rules
  const since = rules.since === 'last' ? sql`${now}::timestamptz` : sql`last_at`
  const { rows } = await sql<{ locks: boolean }>`
    update auth_throttle set
      failures = failures + 1,
      in_flight = greatest(in_flight - 1, 0),
      last_at = ${since},
      locked_until = case
        when failures + 1 < ${threshold}::int then null
        when failures + 1 >= ${forever_at}::int then 'infinity'
        else ${since}
          + least(${max_s}::int, ${base_s}::int * 2 ^ least(failures + 1 - ${threshold}::int, 10)) * interval '1 second'
      end
    where subject = ${subject}
    returning locked_until is not null as locks`.execute(db)
  return rows[0]?.locks ?? false
}

/** Returns a reservation without counting a failure. Deletes a counter at zero. */
export function release(db: Db, subject: Buffer): Promise<void> {
  return returnReservation(db, subject, sql`t.failures`)
}

/** Returns a reservation and resets the failures. Other attempts keep their reservations. */
export function reset(db: Db, subject: Buffer): Promise<void> {
  return returnReservation(db, subject, sql`0`)
}

async function returnReservation(db: Db, subject: Buffer, failures: RawBuilder<unknown>): Promise<void> {
  await sql`
    with gone as (
      delete from auth_throttle as t where subject = ${subject} and in_flight <= 1 and ${failures} = 0)
    update auth_throttle as t set
      failures = ${failures},
      in_flight = greatest(in_flight - 1, 0),
      locked_until = case when ${failures} = 0 then null else locked_until end
    where subject = ${subject} and not (in_flight <= 1 and ${failures} = 0)`.execute(db)
}

export async function findLock(db: Db, subject: Buffer, now: Date): Promise<Instant | undefined> {
  const row = await db
    .selectFrom('auth_throttle')
    .select('locked_until')
    .where('subject', '=', subject)
    .where('locked_until', '>', now)
    .executeTakeFirst()
  return row?.locked_until ?? undefined
}

export async function removeAccount(trx: Trx, account: Buffer): Promise<void> {
  await trx.deleteFrom('auth_throttle').where('account', '=', account).execute()
}

/** Deletes counters whose last failure and lock are both older. */
export async function removeStale(db: Db, before: Date): Promise<void> {
  const isOver = sql`last_at < ${before} and (locked_until is null or locked_until < ${before})`
  await deleteUnlocked(db, 'auth_throttle', isOver)
}
