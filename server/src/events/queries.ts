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
  sql<string>`data::text`.as('data'), // as text: node-postgres would parse it only for us to write it again
] as const

/** A user's oldest and newest event numbers; both 0 without events. */
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

/** Events of a user's tasks, or of one task, with numbers above `after` up to `to`, oldest first. */
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

/** New events of these users, at most `limit` of each, oldest first, in one statement. */
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

/** Deletes progress events from before an instant, at most `limit`; returns how many. */
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
 * Users with deletable events from before an instant. Skips from user to user along the key, so that it reads two events of
 * each, however many there are.
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

/** Deletes a user's events from before an instant, at most `limit`, but never the newest; returns how many. */
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
