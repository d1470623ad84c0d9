import type { FastifyReply, FastifyRequest } from 'fastify'
import type { EventStreams } from '../events/events.ts'
import type { Db } from '../platform/db/database.ts'
import * as queries from './task/queries.ts'
import { hasEnded } from './task/state.ts'
import { findTask } from './tasks.ts'

/**
 * Streams a task's events, from the first or from after `after`, until the task has ended.
 * @throws AppError 404 `task_not_found`, 429 `too_many_streams`, 503 `busy`.
 */
export async function watchTask(
  { db, streams }: { db: Db; streams: EventStreams },
  request: FastifyRequest,
  reply: FastifyReply,
  { user_id, task_id, after }: { user_id: string; task_id: string; after: number | undefined },
): Promise<void> {
  const { status } = await findTask(db, user_id, task_id)
  const present = async () => {
    const { status, data } = await queries.findEventData(db, task_id)
    return { type: `task.${status}` as const, data }
  }
  await streams.serve(request, reply, {
    user_id,
    after,
    task: { task_id, has_ended: hasEnded(status), present },
  })
}
