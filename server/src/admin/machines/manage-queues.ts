import * as accounts from '../../accounts/accounts.ts'
import * as audit from '../../audit/audit.ts'
import { noSuch } from '../../platform/errors.ts'
import * as tasks from '../../tasks/tasks.ts'
import type { Actor } from '../context/actor.ts'
import type { AdminDeps } from '../context/context.ts'
import { manageUser } from '../users/manage-user.ts'

/** Makes a worker drain, or claim tasks again. @throws AppError 404 `worker_not_found`. */
export async function drainWorker(
  deps: AdminDeps,
  by: Actor,
  worker_id: string,
  draining: boolean,
): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    if (!(await tasks.setDraining(trx, worker_id, draining))) throw noSuch('worker')
    const about = { actor: by.user_id, subject: `worker:${worker_id}`, details: { draining } }
    await audit.record(trx, 'worker_drained', by.origin, about)
  })
}

/** Takes an engine out; see `takeOutEngine`. @throws AppError 404 `engine_not_found`. */
export async function takeOutEngine(deps: AdminDeps, by: Actor, engine: string, hand_back: boolean) {
  const handed_back = await deps.db.transaction().execute(async (trx) => {
    const task_ids = await tasks.takeOutEngine(trx, engine, { by: by.user_id, hand_back })
    const details = { paused: true, handed_back: task_ids }
    await audit.record(trx, 'engine_paused', by.origin, {
      actor: by.user_id,
      subject: `engine:${engine}`,
      details,
    })
    return task_ids
  })
  deps.notifier.notify(tasks.queuedChannel)
  return { handed_back }
}

/** Gives an engine tasks again. @throws AppError 404 `engine_not_found`. */
export async function putBackEngine(deps: AdminDeps, by: Actor, engine: string): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    await tasks.setEnginePaused(trx, engine, null)
    const about = { actor: by.user_id, subject: `engine:${engine}`, details: { paused: false } }
    await audit.record(trx, 'engine_paused', by.origin, about)
  })
  deps.notifier.notify(tasks.queuedChannel)
}

/** Pauses or resumes a model's queue. @throws AppError 404 `queue_not_found` for a model with neither offer nor queued tasks. */
export async function pauseQueue(deps: AdminDeps, by: Actor, model: string, paused: boolean): Promise<void> {
  const { items } = await tasks.listQueues(deps.db)
  const isKnown =
    items.some((queue) => queue.model === model) || deps.catalog.models.some(({ name }) => name === model)
  if (!isKnown) throw noSuch('queue')
  await deps.db.transaction().execute(async (trx) => {
    await tasks.setPaused(trx, model, paused ? by.user_id : null)
    const about = { actor: by.user_id, subject: `queue:${model}`, details: { paused } }
    await audit.record(trx, 'queue_paused', by.origin, about)
  })
  if (!paused) deps.notifier.notify(tasks.queuedChannel)
}

/** Sets the weight of a user's share of the queue, from the next submission on. @throws AppError 404 `user_not_found`. */
export function setQueueWeight(deps: AdminDeps, by: Actor, user_id: string, weight: number) {
  return manageUser(deps, by, user_id, async (trx) => {
    await accounts.setQueueWeight(trx, user_id, weight)
    return { event: 'queue_weight_changed', details: { weight } }
  })
}

/** Fails a user's task; the user sees the reason. @throws AppError 404 `task_not_found`, 409 `task_ended`. */
export function failTask(deps: AdminDeps, by: Actor, task_id: string, reason: string): Promise<void> {
  return tasks.failTaskByHand(deps, task_id, reason, (trx) =>
    audit.record(trx, 'task_failed', by.origin, { actor: by.user_id, subject: task_id, details: { reason } }),
  )
}
