import type { Engine } from '../engines/engines.ts'
import { announce } from '../events/events.ts'
import type { Waker } from '../platform/db/wake.ts'
import * as attempts from './attempt-queries.ts'
import { type RunDeps, runTask } from './run-task.ts'
import { queuedChannel } from './tasks.ts'

/** An engine with the number of operations it does at once. */
export interface EngineEntry {
  engine: Engine
  slots: number
}

export interface ClaimLoop {
  /**
   * Takes no more tasks and waits for those under way, at most `patience_ms`; then hands them back to the queue for another
   * worker. Resolves when nothing of this loop writes any more.
   */
  stop(patience_ms: number): Promise<void>
}

/** How long a loop sleeps when nobody wakes it: retries become due without a hint, and a hint may be lost. */
const look_ms = 500
/** How long an engine's word on what it offers holds. */
const askEngine_ms = 30_000

/** Keeps an engine's slots busy with queued tasks of its models. */
export function startClaimLoop(
  deps: RunDeps & { waker: Pick<Waker, 'listen' | 'wake'> },
  { engine, slots }: EngineEntry,
): ClaimLoop {
  const handBack = new AbortController()
  const running = new Set<Promise<void>>()
  let stopping = false
  let wake = (): void => {}
  const unlisten = deps.waker.listen(queuedChannel, () => wake())

  const sleep = (): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, look_ms)
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })

  let offered: { models: string[]; asked_at: number } | undefined
  const offeredModels = async (): Promise<string[]> => {
    if (!offered || performance.now() - offered.asked_at > askEngine_ms) {
      const capabilities = await engine.capabilities(handBack.signal)
      offered = { models: capabilities.map(({ model }) => model), asked_at: performance.now() }
    }
    return offered.models
  }

  const claimOne = async (): Promise<attempts.ClaimedTask | undefined> => {
    const models = await offeredModels()
    const { worker_id, lease_s } = deps.settings
    return deps.db.transaction().execute(async (trx) => {
      const task = await attempts.claim(trx, { worker_id, models, lease_s })
      if (task) {
        const { task_id, attempt } = task
        await attempts.insertAttempt(trx, { task_id, attempt, worker_id, engine: engine.name })
      }
      return task
    })
  }

  const loop = async (): Promise<void> => {
    while (!stopping) {
      let woken = false
      const asleep = sleep()
      void asleep.then(() => (woken = true))
      try {
        while (!stopping && running.size < slots) {
          const task = await claimOne()
          if (!task) break
          announce(deps.waker, task.user_id)
          const run = runTask(deps, engine, task, handBack.signal)
            .catch((error: unknown) =>
              deps.log.error({ err: error, task_id: task.task_id }, 'attempt_not_settled'),
            )
            .finally(() => {
              running.delete(run)
              wake()
            })
          running.add(run)
        }
      } catch (error) {
        deps.log.warn({ err: error, engine: engine.name }, 'claim_failed')
      }
      if (!woken) await asleep
    }
  }
  const ended = loop()

  return {
    stop: async (patience_ms) => {
      stopping = true
      unlisten()
      wake()
      await ended
      const timer = setTimeout(() => handBack.abort(), patience_ms)
      await Promise.all(running)
      clearTimeout(timer)
    },
  }
}
