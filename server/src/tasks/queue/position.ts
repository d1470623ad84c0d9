import type { Db } from '../../platform/db/database.ts'
import type { FindFarPlace } from './long-queues.ts'
import * as queries from './position-queries.ts'
import type { QueueOut } from '../task/schemas.ts'
import type { TaskLimits } from '../task/limits.ts'

interface QueueDeps {
  db: Db
  limits: Pick<TaskLimits, 'max_running'>
  findFarPlace: FindFarPlace
}

/** Position and reason to wait of queued tasks, by id. Leaves out tasks that are no longer queued. */
export async function findPositions(
  deps: QueueDeps,
  task_ids: readonly string[],
): Promise<Map<string, QueueOut>> {
  if (task_ids.length === 0) return new Map()
  const places = await queries.listPlaces(deps.db, task_ids, deps.limits.max_running)
  const found = places.map(async ({ task_id, ...place }) => [task_id, await tellPlace(deps, place)] as const)
  return new Map(await Promise.all(found))
}

/** The position of a task that would be submitted now. */
export async function findPositionOfNew(
  deps: QueueDeps,
  task: { user_id: string; model: string; mode: string; frames: number; expected_s: number },
): Promise<QueueOut> {
  return tellPlace(deps, await queries.findNewPlace(deps.db, task, deps.limits.max_running))
}

async function tellPlace({ findFarPlace }: QueueDeps, place: queries.Place): Promise<QueueOut> {
  const { ahead, ahead_s } = place
  return toOut(place, ahead === null || ahead_s === null ? await findFarPlace(place) : { ahead, ahead_s })
}

/**
 * The wait is the expected work before the task and of what runs, divided by the slots of the model. Where an engine must be
 * started first, that comes before the work, as one slot does it.
 */
function toOut(place: queries.Place, { ahead, ahead_s }: Awaited<ReturnType<FindFarPlace>>): QueueOut {
  const { running_s, slots, free_slots, starts_in_s, is_paused, is_user_full, backoff_s } = place
  const position = ahead + 1
  if (is_paused) return { position, estimated_seconds: null, reason: 'paused' }
  if (slots === 0)
    return starts_in_s === null
      ? { position, estimated_seconds: null, reason: 'no_worker' }
      : {
          position,
          estimated_seconds: Math.ceil(Math.max(backoff_s, starts_in_s + ahead_s)),
          reason: 'engine_starting',
        }
  const estimated_seconds = Math.ceil(Math.max(backoff_s, (ahead_s + running_s) / slots))
  if (backoff_s > 0) return { position, estimated_seconds, reason: 'retry_backoff' }
  if (is_user_full) return { position, estimated_seconds, reason: 'user_limit' }
  return ahead < free_slots
    ? { position, estimated_seconds: 0, reason: null }
    : { position, estimated_seconds, reason: 'engine_busy' }
}
