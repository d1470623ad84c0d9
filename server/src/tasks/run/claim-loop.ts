import type { Capability, Engine } from '../../engines/engines.ts'
import { announce } from '../../events/events.ts'
import type { Notifier } from '../../platform/db/notifier.ts'
import { poll } from '../../platform/db/poll.ts'
import * as slotQueries from '../fleet/slot-queries.ts'
import { beginAttempt } from './attempt.ts'
import { chooseModel } from '../queue/choose-model.ts'
import * as claims from '../queue/claim-queries.ts'
import { type RunDeps, runTask } from './run-task.ts'
import { startOrphanLoop } from '../fleet/stop-orphans.ts'
import { queuedChannel } from '../task/channels.ts'
import { watchEngine } from '../fleet/watch-engine.ts'

/** An engine with the number of operations it does at once. */
export interface EngineEntry {
  engine: Engine
  slots: number
  /** Whether it is a server that every worker reaches: its slots are shared by all of them. */
  shared: boolean
  /** For administrators: the word of the engines file, and the address without credentials. */
  kind?: string
  url?: string | null
}

export interface WorkerSettings {
  worker_id: string
  lease_s: number
  max_attempts: number
  /** Milliseconds between two looks at an operation. */
  inspect_every_ms: number
  /** How many tasks of one user may run at once. */
  limits: claims.RunningLimits
  /** Seconds a slot stays with a model while others wait. */
  max_stint_s: number
}

export type WorkerDeps = RunDeps & {
  notifier: Pick<Notifier, 'listen' | 'notify'>
  settings: WorkerSettings
}

export interface ClaimLoop {
  /**
   * Takes no more tasks and waits for those under way, at most `patience_ms`; then hands them back to the queue for another
   * worker. Resolves when nothing of this loop writes any more. Called again, the shorter patience counts.
   */
  stop(patience_ms: number): Promise<void>
}

/** Without a hint: retries become due by the clock, and a hint may be lost. */
const look_ms = 500

/** Keeps an engine's slots busy with queued tasks of its models, and stops there what nobody wants any more. */
export function startClaimLoop(
  deps: WorkerDeps,
  { engine, slots, shared, kind = engine.name, url = null }: EngineEntry,
): ClaimLoop {
  const { worker_id, lease_s, limits, max_stint_s } = deps.settings
  const owner = shared ? '' : worker_id
  const handBack = new AbortController()
  const running = new Set<Promise<void>>()
  const watch = watchEngine(deps, { engine, slots, kind, url, owner, worker_id }, handBack.signal)

  /** Undefined when there is nothing to do, or nowhere to do it. */
  const claimOne = async (offers: readonly Capability[]): Promise<claims.ClaimedTask | undefined> => {
    for (;;) {
      const { task, contended } = await deps.db.transaction().execute(async (trx) => {
        const free = await slotQueries.lockFreeSlot(trx, { engine: engine.name, owner, worker_id })
        const of = free && (await nextTask(trx, free, offers))
        if (!of) return { task: undefined, contended: false }
        return claims.claim(trx, { slot: free, worker_id, lease_s, limits, of })
      })
      if (task || !contended) return task
    }
  }

  /** What an earlier attempt left in the slot, or the next task of a model; the model is a question only if there are more. */
  const nextTask = async (
    trx: Parameters<typeof slotQueries.lockFreeSlot>[0],
    slot: slotQueries.FreeSlot,
    offers: readonly Capability[],
  ): Promise<claims.Claim['of'] | undefined> => {
    if (slot.left_task_id !== null) return { task_id: slot.left_task_id }
    if (offers.length === 1) return offers[0]
    const loaded =
      slot.loaded_model === null
        ? undefined
        : { model: slot.loaded_model, for_s: slot.loaded_for_s ?? Number.POSITIVE_INFINITY }
    const model = chooseModel(await claims.listNextTasks(trx, offers, limits), loaded, max_stint_s)
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
      const run = runTask(deps, engine, attempt)
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
