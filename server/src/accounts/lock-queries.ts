import { sql } from 'kysely'
import type { Db, Trx } from '../platform/db/database.ts'

export interface Counter {
  subject: Buffer
  account: Buffer
}

export interface CountRules {
  /** Failures at which the first lock begins. */
  threshold: number
  base_s: number
  max_s: number
  /** Failures without a success at which the lock has no end. */
  forever_at: number
  /** Without a failure for so long, counting begins anew. */
  forget_s: number
}

/** `Infinity` is how the driver reads `infinity`. */
type Instant = Date | number

/**
 * Counts an attempt, in one statement and before its outcome is known. Nothing comes back while the counter is locked, and
 * nothing changes then: attempts do not make a lock longer.
 */
export async function count(
  db: Db,
  { subject, account }: Counter,
  rules: CountRules,
  now: Date,
): Promise<{ failures: number; locked_until: Instant | null } | undefined> {
  const forgetBefore = new Date(now.getTime() - rules.forget_s * 1000)
  const { threshold, base_s, max_s, forever_at } = rules
  const { rows } = await sql<{ failures: number; locked_until: Instant | null }>`
    insert into auth_throttle as t (subject, account, failures, locked_until, last_at)
    values (${subject}, ${account}, 1, null, ${now})
    on conflict (subject) do update set
      failures = case when t.last_at < ${forgetBefore} then 1 else t.failures + 1 end,
      locked_until = case
        when t.last_at < ${forgetBefore} or t.failures + 1 < ${threshold}::int then null
        when t.failures + 1 >= ${forever_at}::int then 'infinity'
        else ${now}::timestamptz
          + least(${max_s}::int, ${base_s}::int * 2 ^ least(t.failures + 1 - ${threshold}::int, 10)) * interval '1 second'
      end,
      last_at = ${now}
    where t.locked_until is null or t.locked_until <= ${now}
    returning failures, locked_until`.execute(db)
  return rows[0]
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

export async function remove(db: Db, subjects: readonly Buffer[]): Promise<void> {
  await db.deleteFrom('auth_throttle').where('subject', 'in', subjects).execute()
}

export async function removeAccount(trx: Trx, account: Buffer): Promise<void> {
  await trx.deleteFrom('auth_throttle').where('account', '=', account).execute()
}

/**
 * Undoes one count. A lock goes with the count that began it, which is the last one then: nobody is counted while locked.
 */
export async function takeBack(db: Db, subject: Buffer, counted: number): Promise<void> {
  await db
    .updateTable('auth_throttle')
    .set((eb) => ({
      failures: eb('failures', '-', 1),
      locked_until: eb.case().when('failures', '=', counted).then(null).else(eb.ref('locked_until')).end(),
    }))
    .where('subject', '=', subject)
    .where('failures', '>', 0)
    .execute()
}

/** Counters that say nothing any more. */
export async function removeStale(db: Db, before: Date): Promise<void> {
  await db
    .deleteFrom('auth_throttle')
    .where('last_at', '<', before)
    .where((eb) => eb.or([eb('locked_until', 'is', null), eb('locked_until', '<', before)]))
    .execute()
}
