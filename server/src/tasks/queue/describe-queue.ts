import type { Db } from '../../platform/db/database.ts'
import * as queries from './describe-queries.ts'
import type { QueueOut } from '../task/schemas.ts'
import type { TaskLimits } from '../task/limits.ts'

interface QueueDeps {
  db: Db
  limits: Pick<TaskLimits, 'max_running'>
}

/** Where each of these queued tasks stands, and why it waits, by id; what does not wait any more is left out. */
export async function describeQueued(
  { db, limits }: QueueDeps,
  task_ids: readonly string[],
): Promise<Map<string, QueueOut>> {
  if (task_ids.length === 0) return new Map()
  const places = await queries.listPlaces(db, task_ids, limits.max_running)
  return new Map(places.map(({ task_id, ...place }) => [task_id, toOut(place)]))
}

/** Where a task would stand if it were submitted now. */
export async function describeNewcomer(
  { db, limits }: QueueDeps,
  task: { user_id: string; model: string; mode: string; frames: number; expected_s: number },
): Promise<QueueOut> {
  return toOut(await queries.findNewPlace(db, task, limits.max_running))
}

/** A wait is what stands before a task and what runs now, shared among the slots of the model. */
export function toOut(place: queries.Place): QueueOut {
  const { ahead, ahead_s, running_s, slots, free_slots, is_paused, is_user_full, backoff_s } = place
  const position = ahead + 1
  if (is_paused) return { position, estimated_seconds: null, reason: 'paused' }
  if (slots === 0) return { position, estimated_seconds: null, reason: 'no_worker' }
  const estimated_seconds = Math.ceil(Math.max(backoff_s, (ahead_s + running_s) / slots))
  if (backoff_s > 0) return { position, estimated_seconds, reason: 'retry_backoff' }
  if (is_user_full) return { position, estimated_seconds, reason: 'user_limit' }
  return ahead < free_slots
    ? { position, estimated_seconds: 0, reason: null }
    : { position, estimated_seconds, reason: 'engine_busy' }
}
