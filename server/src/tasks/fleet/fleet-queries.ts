import { sql } from 'kysely'
import type { Db, Trx } from '../../platform/db/database.ts'
import { seenWithin_s } from './slot-queries.ts'

// Workers, queues and slots, for administrators.

const isRecent = (column: string) =>
  sql<boolean>`${sql.ref(column)} > now() - ${seenWithin_s}::int * interval '1 second'`

/** SQL: whether the slot holds an orphaned operation. */
const isDraining = sql<boolean>`slot.task_id is not null and not exists (
  select from tasks where tasks.task_id = slot.task_id and tasks.attempt = slot.attempt and tasks.completed_at is null
     and (slot.unseen_until is null or tasks.status = 'running'))`

export function listWorkers(db: Db) {
  return db
    .selectFrom('workers')
    .select(['worker_id', 'version', 'host', 'pid', 'started_at', 'seen_at', 'draining_since'])
    .select(isRecent('seen_at').as('is_alive'))
    .select(
      sql<string[]>`array(select task_id from tasks
        where tasks.worker_id = workers.worker_id and tasks.status = 'running' order by task_id)`.as(
        'task_ids',
      ),
    )
    .orderBy('started_at')
    .orderBy('worker_id')
    .execute()
}

/** Workers that were heard of lately, and how many of them drain. */
export async function countWorkers(db: Db): Promise<{ working: number; draining: number }> {
  const { rows } = await sql<{ working: number; draining: number }>`
    select (count(*) filter (where draining_since is null))::int as working,
           (count(*) filter (where draining_since is not null))::int as draining
      from workers where ${isRecent('seen_at')}`.execute(db)
  return rows[0]!
}

export function listSlots(db: Db) {
  return db
    .selectFrom('engine_slots as slot')
    .select([
      'engine',
      'owner',
      'slot',
      'models',
      'loaded_model',
      'task_id',
      'taken_at',
      isDraining.as('is_draining'),
    ])
    .orderBy('engine')
    .orderBy('owner')
    .orderBy('slot')
    .execute()
}

/** Lists all queues, and all models with waiting or running tasks. Only what has not ended has an index of its own for both. */
export async function listQueues(db: Db) {
  const { rows } = await sql<{
    model: string
    queued: number
    running: number
    oldest_wait_s: number
    slots: number
    paused_at: Date | null
    paused_by: string | null
  }>`
    with waiting as (
      select model, count(*) filter (where status = 'queued') as queued,
             count(*) filter (where status = 'running') as running,
             coalesce(extract(epoch from now() - min(created_at) filter (where status = 'queued')), 0)::int as oldest_wait_s
        from tasks where completed_at is null group by model
    )
    select model, coalesce(queued, 0) as queued, coalesce(running, 0) as running,
           coalesce(oldest_wait_s, 0) as oldest_wait_s, paused_at, paused_by,
           (select count(*) from engine_slots as slot
             where model = any(slot.models) and ${isRecent('slot.seen_at')}) as slots
      from queues full join waiting using (model) order by model`.execute(db)
  return rows
}

/** False when there is no such worker. */
export async function setDraining(trx: Trx, worker_id: string, draining: boolean): Promise<boolean> {
  const row = await trx
    .updateTable('workers')
    .set({ draining_since: draining ? sql<Date>`coalesce(draining_since, now())` : null })
    .where('worker_id', '=', worker_id)
    .returning('worker_id')
    .executeTakeFirst()
  return row !== undefined
}

/** Takes an engine out, or puts it back if `by` is null. False when it is not known: no worker has reported it. */
export async function setEnginePaused(trx: Trx, engine: string, by: string | null): Promise<boolean> {
  if (by === null) await trx.deleteFrom('engine_pauses').where('engine', '=', engine).execute()
  else
    await trx
      .insertInto('engine_pauses')
      .values({ engine, paused_by: by })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  const known = await trx
    .selectFrom('engine_reports')
    .select('engine')
    .where('engine', '=', engine)
    .limit(1)
    .executeTakeFirst()
  return known !== undefined
}

/** A queue can be paused before any worker has offered its model. */
export async function setPaused(trx: Trx, model: string, by: string | null): Promise<void> {
  const paused =
    by === null ? { paused_at: null, paused_by: null } : { paused_at: sql<Date>`now()`, paused_by: by }
  await trx
    .insertInto('queues')
    .values({ model, ...paused })
    .onConflict((conflict) => conflict.column('model').doUpdateSet(paused))
    .execute()
}
