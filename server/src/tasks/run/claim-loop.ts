import type { Capability, Engine } from '../../engines/engines.ts'
import { announce } from '../../events/events.ts'
import type { Notifier } from '../../platform/db/notifier.ts'
import { poll } from '../../platform/db/poll.ts'
import type { Tracing } from '../../platform/tracing/tracing.ts'
import * as slotQueries from '../fleet/slot-queries.ts'
import { beginAttempt } from './attempt.ts'
import { chooseModel } from '../queue/choose-model.ts'
import * as claims from '../queue/claim-queries.ts'
import { type RunDeps, runTask } from './run-task.ts'
import { traceAttempt } from './observe/trace-attempt.ts'
import { startOrphanLoop } from '../fleet/stop-orphans.ts'
import { queuedChannel } from '../task/channels.ts'
import { watchEngine } from '../fleet/watch-engine.ts'

/** An engine that a worker serves. */
export interface EngineEntry {
  engine: Engine
  slots: number
  /** Whether it is a server, whose slots all workers share. */
  shared: boolean
  /** For administrators: the kind in the engines file, and the URL without credentials. */
  kind?: string
  url?: string | null
  /** The models of its entry in the engines file. */
  models?: readonly string[]
}

export interface WorkerSettings {
  worker_id: string
  lease_s: number
  max_attempts: number
  /** Milliseconds between two calls of `Engine.inspect`. */
  inspect_every_ms: number
  /** How many tasks of one user may run at once. */
  limits: claims.RunningLimits
  /** Seconds for which a slot keeps to its model while tasks of others wait. */
  max_stint_s: number
}

export type WorkerDeps = RunDeps & {
  tracing: Pick<Tracing, 'span' | 'goOn'>
  notifier: Pick<Notifier, 'listen' | 'notify'>
  settings: WorkerSettings
}

export interface ClaimLoop {
  /**
   * Claims no more tasks and waits up to `patience_ms` for running ones, then hands them back to the queue. Resolves when
   * nothing of this loop writes any more. After a second call the earlier end counts.
   */
  stop(patience_ms: number): Promise<void>
}

/** The poll interval. Notifications are not enough: they may be lost, and no notification tells that a backoff has ended. */
const look_ms = 500

/** Claims queued tasks for the free slots of an engine and runs them, and stops the engine's orphaned operations. */
export function startClaimLoop(
  deps: WorkerDeps,
  { engine, slots, shared, kind = engine.name, url = null, models = [] }: EngineEntry,
): ClaimLoop {
  const { worker_id, lease_s, limits, max_stint_s } = deps.settings
  const owner = shared ? '' : worker_id
  const handBack = new AbortController()
  const running = new Set<Promise<void>>()
  const watch = watchEngine(deps, { engine, slots, kind, url, owner, worker_id, models }, handBack.signal)

  /** Undefined when no slot is free or no task can be claimed. Repeats while it lost a race for a user's last allowed task. */
  const claimOne = async (offers: readonly Capability[]): Promise<claims.ClaimedTask | undefined> => {
    for (;;) {
      const place = { engine: engine.name, owner, worker_id }
      const models = offers.map(({ model }) => model)
      const free = await slotQueries.findFreeSlot(deps.db, { ...place, models })
      const of = free && (await nextTask(free, offers))
      if (!of) return undefined
      const { task, contended } = await claims.claim(deps.db, { ...place, lease_s, limits, of })
      if (task || !contended) return task
    }
  }

  /**
   * Chooses what to claim: the task whose operation is still in the slot, or else the next task of a model. If another worker takes
   * that slot meanwhile, a free one with another model may get the task.
   */
  const nextTask = async (
    slot: slotQueries.FreeSlot,
    offers: readonly Capability[],
  ): Promise<claims.Claim['of'] | undefined> => {
    if (slot.left_task_id !== null) return { task_id: slot.left_task_id }
    // Most often another worker has what the hint was about: that is found out without a claim.
    if (!slot.has_queued) return undefined
    if (offers.length === 1) return offers[0]
    const loaded =
      slot.loaded_model === null
        ? undefined
        : { model: slot.loaded_model, for_s: slot.loaded_for_s ?? Number.POSITIVE_INFINITY }
    const model = chooseModel(await claims.listNextTasks(deps.db, offers, limits), loaded, max_stint_s)
    return offers.find((offer) => offer.model === model)
  }

  const claimAll = async (stopping: AbortSignal): Promise<void> => {
    const offers = await watch.offers()
    while (!stopping.aborted && running.size < watch.limit()) {
      const task = await claimOne(offers)
      if (!task) break
      announce(deps.notifier, task.user_id)
      const began_at = performance.now()
      const attempt = beginAttempt(deps, task, engine.name, handBack.signal)
      const run = traceAttempt(deps.tracing, attempt.task, engine.name, () => runTask(deps, engine, attempt))
        .then((said) => watch.hear(said, { task_id: task.task_id, began_at }))
        .catch((error: unknown) =>
          deps.log.error({ err: error, task_id: task.task_id }, 'attempt_not_settled'),
        )
        .finally(() => {
          attempt[Symbol.dispose]()
          running.delete(run)
          loop.hint()
        })
      running.add(run)
    }
  }
  const loop = poll(claimAll, {
    notifier: deps.notifier,
    channels: [queuedChannel],
    every_ms: look_ms,
    onError: (error) => deps.log.warn({ err: error, engine: engine.name }, 'claim_failed'),
  })
  const orphans = startOrphanLoop(deps, engine, owner)

  return {
    stop: async (patience_ms) => {
      await loop.stop()
      const timer = setTimeout(() => handBack.abort(), patience_ms)
      await Promise.all(running)
      clearTimeout(timer)
      await orphans.stop()
    },
  }
}
