import { sql } from 'kysely'
import type { Db } from '../platform/db/database.ts'
import type { EventType } from './tables.ts'

export interface EventRow {
  user_id: string
  seq: number
  task_id: string
  type: EventType
  /** JSON text. */
  data: string
}

const columns = [
  'user_id',
  'seq',
  'task_id',
  'type',
  sql<string>`data::text`.as('data'), // node-postgres would parse it, only to have it written again
] as const

/** The numbers of a user's oldest event that is kept and of the newest one; both 0 before the first. */
export function findBounds(db: Db, user_id: string): Promise<{ oldest: number; newest: number }> {
  return db
    .selectFrom('task_events')
    .select((eb) => [
      eb.fn.coalesce(eb.fn.min('seq'), eb.lit(0)).as('oldest'),
      eb.fn.coalesce(eb.fn.max('seq'), eb.lit(0)).as('newest'),
    ])
    .where('user_id', '=', user_id)
    .executeTakeFirstOrThrow()
}

/** A page of what a user's tasks, or one of them, went through: numbers above `after`, up to `to`, oldest first. */
export function listAfter(
  db: Db,
  user_id: string,
  { after, to, task_id, limit }: { after: number; to: number; task_id: string | undefined; limit: number },
): Promise<EventRow[]> {
  return db
    .selectFrom('task_events')
    .select(columns)
    .where('user_id', '=', user_id)
    .where('seq', '>', after)
    .where('seq', '<=', to)
    .$if(task_id !== undefined, (query) => query.where('task_id', '=', task_id!))
    .orderBy('seq')
    .limit(limit)
    .execute()
}

/** What is new for each of these users, at most `limit` events of each, oldest first. One statement for all of them. */
export async function listNew(
  db: Db,
  users: readonly { user_id: string; after: number }[],
  limit: number,
): Promise<EventRow[]> {
  const { rows } = await sql<EventRow>`
    select event.user_id, event.seq, event.task_id, event.type, event.data::text as data
      from unnest(${users.map(({ user_id }) => user_id)}::uuid[], ${users.map(({ after }) => after)}::bigint[])
           as asked(user_id, after)
     cross join lateral (
       select * from task_events
        where user_id = asked.user_id and seq > asked.after
        order by seq limit ${limit}
     ) as event
     order by event.user_id, event.seq`.execute(db)
  return rows
}

/** Removes progress written before an instant, at most `limit` rows; how many. */
export async function deleteProgress(db: Db, before: Date, limit: number): Promise<number> {
  const deleted = await db
    .deleteFrom('task_events')
    .where((eb) =>
      eb(
        eb.refTuple('user_id', 'seq'),
        'in',
        eb
          .selectFrom('task_events')
          .select(['user_id', 'seq'])
          .where('type', '=', 'task.progress')
          .where('created_at', '<', before)
          .limit(limit)
          .$asTuple('user_id', 'seq'),
      ),
    )
    .executeTakeFirst()
  return Number(deleted.numDeletedRows)
}

/**
 * Users with events written before an instant that may go. Steps from user to user along the key: however many events there
 * are, it looks at two of each.
 */
export async function listUsersWithEventsBefore(db: Db, before: Date): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    with recursive oldest as (
      (select user_id, seq, created_at from task_events order by user_id, seq limit 1)
      union all
      select next.* from oldest cross join lateral (
        select user_id, seq, created_at from task_events
         where user_id > oldest.user_id order by user_id, seq limit 1
      ) as next
    )
    select user_id from oldest
     where created_at < ${before}
       and exists (select from task_events where user_id = oldest.user_id and seq > oldest.seq)`.execute(db)
  return rows.map(({ user_id }) => user_id)
}

/** Removes a user's events written before an instant, at most `limit`, but never the newest one; how many. */
export async function deleteBefore(db: Db, user_id: string, before: Date, limit: number): Promise<number> {
  const deleted = await db
    .deleteFrom('task_events')
    .where('user_id', '=', user_id)
    .where('seq', 'in', (eb) =>
      eb
        .selectFrom((oldest) =>
          oldest
            .selectFrom('task_events')
            .select(['seq', 'created_at'])
            .where('user_id', '=', user_id)
            .orderBy('seq')
            .limit(limit)
            .as('oldest'),
        )
        .select('oldest.seq')
        .where('oldest.created_at', '<', before),
    )
    .where('seq', '<', (eb) =>
      eb
        .selectFrom('task_events as other')
        .select(({ fn }) => fn.max('other.seq').as('newest'))
        .where('other.user_id', '=', user_id),
    )
    .executeTakeFirst()
  return Number(deleted.numDeletedRows)
}
