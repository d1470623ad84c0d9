import { type RawBuilder, sql } from 'kysely'
import type { Capability } from '../../engines/engines.ts'
import type { Db, Trx } from '../../platform/db/database.ts'
import { statement, type Values } from '../../platform/db/statement.ts'

/** One operation that an engine does at once; see `engine_slots`. */
export interface Slot {
  engine: string
  /** The worker that has the engine in its own process; empty for a server that all workers share. */
  owner: string
  slot: number
}

/** What a slot that is free says of the next task. */
export interface FreeSlot {
  /** The model that the engine has loaded, and for how many seconds it has computed nothing else. */
  loaded_model: string | null
  loaded_for_s: number | null
  /** A queued task whose operation an earlier attempt left in this slot. */
  left_task_id: string | null
  /** Whether there is a queued task of a model that the engine offers, due or not, of whomever. */
  has_queued: boolean
}

/** SQL: whether a worker may take slots of an engine: not while it drains, nor while the engine is being stopped or is taken out. */
export const mayTake = (
  worker_id: RawBuilder<string>,
  engine: RawBuilder<string>,
): RawBuilder<boolean> => sql`
  not exists (select from workers where workers.worker_id = ${worker_id} and draining_since is not null)
  and not exists (select from engine_power as power where power.engine = ${engine} and power.state = 'stopping')
  and not exists (select from engine_pauses as pause where pause.engine = ${engine})`

/**
 * SQL: whether `slot` holds a task that waits for its operation there to be picked up. No `exists`: PostgreSQL would read all
 * waiting tasks, to have them at hand for each slot.
 */
export const isLeft: RawBuilder<boolean> = sql`
  slot.unseen_until is null and (
    select waiting.attempt = slot.attempt and waiting.status = 'queued' and waiting.run_after <= now()
      from tasks as waiting where waiting.task_id = slot.task_id) is true`

interface Asked {
  engine: string
  owner: string
  worker_id: string
  /** Those that the engine offers. */
  models: readonly string[]
}

const findFree = statement(
  (_, value: Values<Asked>) => sql<FreeSlot>`
    select loaded_model, extract(epoch from now() - loaded_at)::float8 as loaded_for_s, task_id as left_task_id,
           exists (select from tasks where status = 'queued' and model = any(${value('models')}::text[])) as has_queued
      from engine_slots as slot
     where slot.engine = ${value('engine')} and slot.owner = ${value('owner')}
       and (task_id is null or ${isLeft}) and ${mayTake(value('worker_id'), value('engine'))}
     order by task_id is null, slot limit 1`,
  { shares: true },
)

/** Finds a free slot of an engine, first those with an operation to pick up. Undefined when there is none. Locks nothing. */
export async function findFreeSlot(db: Db, of: Asked): Promise<FreeSlot | undefined> {
  return (await findFree(db, of))[0]
}

/** An engine counts as present for so long after a worker reported it; workers report every five seconds. */
export const seenWithin_s = 20

/** SQL: whether a slot's engine was seen lately, is not being started or stopped nor taken out, and accepts such a video. */
export function takes(
  model: ReturnType<typeof sql>,
  mode: ReturnType<typeof sql>,
  frames: ReturnType<typeof sql>,
) {
  return sql<boolean>`${model} || '/' || ${mode} = any(slot.offers)
    and coalesce((slot.frame_limits ->> ${model})::int >= ${frames}, true)
    and slot.seen_at > now() - ${seenWithin_s}::int * interval '1 second'
    and not exists (select from engine_power as power where power.engine = slot.engine and power.state <> 'on')
    and not exists (select from engine_pauses as pause where pause.engine = slot.engine)`
}

/** Records a worker's heartbeat; `draining` says that an administrator asked it to take no more tasks. */
export async function beat(
  db: Db,
  worker: { worker_id: string; version: string; host: string; pid: number },
): Promise<{ draining: boolean }> {
  const row = await db
    .insertInto('workers')
    .values(worker)
    .onConflict((conflict) => conflict.column('worker_id').doUpdateSet({ seen_at: sql<Date>`now()` }))
    .returning('draining_since')
    .executeTakeFirstOrThrow()
  return { draining: row.draining_since !== null }
}

/** The columns of a free slot. */
export const emptySlot = {
  task_id: null,
  attempt: null,
  taken_at: null,
  checked_at: null,
  unseen_until: null,
}

export function offerKeys(offers: readonly Capability[]): string[] {
  return offers.flatMap(({ model, modes }) => modes.map((mode) => `${model}/${mode}`))
}

/**
 * Brings an engine's slots in line with its entry: adds missing ones, removes surplus ones once they are free, and updates
 * what they offer and how long their videos may be. Creates missing queues of its models.
 */
export async function offerSlots(
  trx: Trx,
  {
    engine,
    owner,
    slots,
    offers,
  }: { engine: string; owner: string; slots: number; offers: readonly Capability[] },
): Promise<void> {
  const models = offers.map(({ model }) => model)
  const keys = offerKeys(offers)
  const limits = Object.fromEntries(
    offers.flatMap(({ model, max_frames }) => (max_frames === undefined ? [] : [[model, max_frames]])),
  )
  await sql`insert into queues (model) select unnest(${models}::text[]) on conflict do nothing`.execute(trx)
  await sql`
    insert into engine_slots (engine, owner, slot, models, offers, frame_limits)
    select ${engine}, ${owner}, slot, ${models}::text[], ${keys}::text[], ${JSON.stringify(limits)}::jsonb from generate_series(1, ${slots}::int) as slot
    on conflict (engine, owner, slot) do update set models = excluded.models, offers = excluded.offers,
      frame_limits = excluded.frame_limits, seen_at = now()`.execute(trx)
  await trx
    .deleteFrom('engine_slots')
    .where('engine', '=', engine)
    .where('owner', '=', owner)
    .where('slot', '>', slots)
    .where('task_id', 'is', null)
    .execute()
}

/** Frees a slot, unless another attempt has taken it since. */
export async function freeSlot(
  db: Db,
  { engine, owner, slot }: Slot,
  held: { task_id: string; attempt: number },
): Promise<void> {
  await db
    .updateTable('engine_slots')
    .set(emptySlot)
    .where('engine', '=', engine)
    .where('owner', '=', owner)
    .where('slot', '=', slot)
    .where('task_id', '=', held.task_id)
    .where('attempt', '=', held.attempt)
    .execute()
}

/** An engine that has made videos of a model may take this much longer for one that nobody sees. */
const unseenMargin = 1.5
const assumedRun_s = 600

const hold = statement(
  (_, value: Values<{ task_id: string; attempt: number; from: 'start' | 'now'; assumed_s: number }>) => sql<{
    left_s: number
  }>`
    update engine_slots as slot
       set unseen_until = case ${value('from')}::text when 'now' then now() else done.started_at end
             + interval '1 second' * coalesce(${unseenMargin}::float8 * queue.seconds_per_unit *
               (task.params ->> 'width_px')::float8 * (task.params ->> 'height_px')::float8 *
               (task.params ->> 'frames')::float8 / 1e6, ${value('assumed_s')}::float8)
      from task_attempts as done join tasks as task using (task_id) left join queues as queue on queue.model = task.model
     where done.task_id = ${value('task_id')} and done.attempt = ${value('attempt')}
       and slot.task_id = done.task_id and slot.attempt = done.attempt
    returning extract(epoch from slot.unseen_until - now())::float8 as left_s`,
)

/**
 * Holds the slot of an attempt for as long as the engine may compute it unseen: `from` its start or from now on, as long as a
 * video of its model and size takes; `assumed_s` (default 600) while none was made. Resolves to the seconds that are left.
 */
export async function holdUnseen(
  db: Db,
  { task_id, attempt }: { task_id: string; attempt: number },
  { from, assumed_s = assumedRun_s }: { from: 'start' | 'now'; assumed_s: number | undefined },
): Promise<number> {
  const [held] = await hold(db, { task_id, attempt, from, assumed_s })
  return held?.left_s ?? 0
}

/** An operation that an engine may still compute, although its task has ended, runs elsewhere, or cannot find it again. */
export interface Orphan {
  slot: number
  task_id: string
  attempt: number
  operation: object | null
  /** Seconds for which the slot is held because the engine cannot be asked; null if it can be. */
  unseen_s: number | null
  /** Seconds since the attempt has ended. */
  ended_for_s: number | null
}

/**
 * Claims the slots of an engine that hold an orphaned operation: its task has ended, or runs elsewhere, or the engine cannot be
 * asked about it. An operation that waits to be picked up is none. Each slot goes to one process at a time, at most once per
 * `every_ms`.
 */
export async function claimOrphans(
  db: Db,
  { engine, owner, every_ms }: { engine: string; owner: string; every_ms: number },
) {
  const { rows } = await sql<Orphan>`
    with leftover as (
      select slot.slot, slot.task_id, slot.attempt, slot.unseen_until
        from engine_slots as slot join tasks as task using (task_id)
       where slot.engine = ${engine} and slot.owner = ${owner}
         and (task.completed_at is not null or task.attempt <> slot.attempt
              or (slot.unseen_until is not null and task.status <> 'running'))
         and (slot.checked_at is null or slot.checked_at < now() - ${every_ms}::int * interval '1 millisecond')
         for no key update of slot skip locked
    ), checked as (
      update engine_slots as slot set checked_at = now() from leftover
       where slot.engine = ${engine} and slot.owner = ${owner} and slot.slot = leftover.slot
      returning leftover.slot, leftover.task_id, leftover.attempt, leftover.unseen_until
    )
    select slot, task_id, attempt, done.operation, extract(epoch from unseen_until - now())::float8 as unseen_s,
           extract(epoch from now() - done.ended_at)::float8 as ended_for_s
      from checked left join task_attempts as done using (task_id, attempt)`.execute(db)
  return rows
}

/** Removes one worker, or those that sent no heartbeat for so long, with the slots of their own engines. Returns how many. */
export async function removeWorkers(
  trx: Trx,
  which: { worker_id: string } | { silent_s: number },
): Promise<number> {
  const workers = trx.deleteFrom('workers').returning('worker_id')
  const gone = await (
    'worker_id' in which
      ? workers.where('worker_id', '=', which.worker_id)
      : workers.where('seen_at', '<', sql<Date>`now() - ${which.silent_s}::int * interval '1 second'`)
  ).execute()
  if (gone.length > 0) {
    const owners = gone.map(({ worker_id }) => worker_id)
    await trx.deleteFrom('engine_slots').where('owner', 'in', owners).execute()
    await trx.deleteFrom('engine_reports').where('worker_id', 'in', owners).execute()
  }
  return gone.length
}
