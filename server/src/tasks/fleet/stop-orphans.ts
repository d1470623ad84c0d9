import { type Engine, EngineError, type Operation } from '../../engines/engines.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Notifier } from '../../platform/db/notifier.ts'
import { poll, type Poll } from '../../platform/db/poll.ts'
import type { Log } from '../../platform/log.ts'
import { freeSlot, claimOrphans } from './slot-queries.ts'
import { queuedChannel, slotsChannel } from '../task/channels.ts'

/** How often an engine is asked about an orphaned operation. */
const askEvery_ms = 1000
const answerWithin_ms = 10_000

export interface OrphanDeps {
  db: Db
  log: Log
  notifier: Pick<Notifier, 'listen' | 'notify'>
}

/**
 * Cancels what an engine still computes for tasks that have ended or run elsewhere, and frees each slot once the engine is done:
 * a server that cannot cancel keeps its slot until it is idle. Any worker that serves the engine does this, so it also works
 * after the one that started the operation is gone. Returns how many such operations there were.
 */
export async function stopOrphans(deps: OrphanDeps, engine: Engine, owner: string): Promise<number> {
  const orphans = await claimOrphans(deps.db, { engine: engine.name, owner, every_ms: askEvery_ms / 2 })
  for (const { slot, task_id, attempt, operation } of orphans) {
    const log = deps.log.child({ engine: engine.name, task_id, attempt })
    try {
      const isDone = operation === null || (await stopped(engine, operation as Operation))
      if (!isDone) continue
      await freeSlot(deps.db, { engine: engine.name, owner, slot }, { task_id, attempt })
      deps.notifier.notify(queuedChannel)
      log.info('slot_freed')
    } catch (error) {
      if (!(error instanceof EngineError)) throw error
      log.warn({ err: error }, 'engine_not_asked') // the next run retries
    }
  }
  return orphans.length
}

async function stopped(engine: Engine, operation: Operation): Promise<boolean> {
  const signal = AbortSignal.timeout(answerWithin_ms)
  if ((await engine.cancel(operation, signal)) === 'still_busy') {
    const { status } = await engine.inspect(operation, signal)
    if (status === 'running' || status === 'waiting') return false
  }
  await engine.forget(operation)
  return true
}

/** Calls `stopOrphans` after each notification and every second, until it is stopped. */
export function startOrphanLoop(deps: OrphanDeps, engine: Engine, owner: string): Pick<Poll, 'stop'> {
  return poll(async () => void (await stopOrphans(deps, engine, owner)), {
    notifier: deps.notifier,
    channels: [slotsChannel],
    every_ms: askEvery_ms,
    onError: (error) => deps.log.warn({ err: error, engine: engine.name }, 'orphans_not_stopped'),
  })
}
