import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

export interface LivePicture {
  picture: Buffer
  etag: string
}

/** Replaces the picture of an attempt. False when the attempt no longer holds the task, or is being ended. */
export async function replace(
  db: Db,
  held: { task_id: string; attempt: number },
  { picture, etag }: LivePicture,
): Promise<boolean> {
  const replaced = await db
    .insertInto('live_pictures')
    .columns(['task_id', 'attempt', 'picture', 'etag'])
    .expression((eb) =>
      eb
        .selectFrom('tasks')
        .select([
          'task_id',
          'attempt',
          sql<Buffer>`${picture}::bytea`.as('picture'),
          sql<string>`${etag}::text`.as('etag'),
        ])
        .where('task_id', '=', held.task_id)
        .where('attempt', '=', held.attempt)
        .where('status', '=', 'running')
        // Or a picture could come right after the end of the attempt, which removes it.
        .forShare()
        .skipLocked(),
    )
    .onConflict((conflict) =>
      conflict.column('task_id').doUpdateSet((eb) => ({
        attempt: eb.ref('excluded.attempt'),
        picture: eb.ref('excluded.picture'),
        etag: eb.ref('excluded.etag'),
        shown_at: sql<Date>`now()`,
      })),
    )
    .returning('task_id')
    .executeTakeFirst()
  return replaced !== undefined
}

/** The picture of the attempt that runs. */
export function find(db: Db, task_id: string): Promise<LivePicture | undefined> {
  return db
    .selectFrom('live_pictures')
    .innerJoin('tasks', (join) =>
      join
        .onRef('tasks.task_id', '=', 'live_pictures.task_id')
        .onRef('tasks.attempt', '=', 'live_pictures.attempt'),
    )
    .select(['live_pictures.picture', 'live_pictures.etag'])
    .where('live_pictures.task_id', '=', task_id)
    .where('tasks.status', '=', 'running')
    .executeTakeFirst()
}

/** Removes pictures whose attempt does not run any more; returns how many. */
export async function removeAbandoned(db: Db): Promise<number> {
  const removed = await db
    .deleteFrom('live_pictures')
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('tasks')
            .select('tasks.task_id')
            .whereRef('tasks.task_id', '=', 'live_pictures.task_id')
            .whereRef('tasks.attempt', '=', 'live_pictures.attempt')
            .where('tasks.status', '=', 'running'),
        ),
      ),
    )
    .executeTakeFirst()
  return Number(removed.numDeletedRows)
}
