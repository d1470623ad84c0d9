import { type Engine, EngineError, type Operation } from '../../engines/engines.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Notifier } from '../../platform/db/notifier.ts'
import { poll, type Poll } from '../../platform/db/poll.ts'
import type { Log } from '../../platform/log.ts'
import { claimOrphans, freeSlot, holdUnseen, type Orphan } from './slot-queries.ts'
import { queuedChannel, slotsChannel } from '../task/channels.ts'

/** How often an engine is asked about an orphaned operation. */
const askEvery_ms = 1000
const answerWithin_ms = 10_000
/** Seconds after which a submission whose answer was lost is a job of the server, if it ever will be. */
const startWithin_s = 60

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
  for (const orphan of orphans) {
    const { slot, task_id, attempt } = orphan
    const log = deps.log.child({ engine: engine.name, task_id, attempt })
    try {
      if (!(await isOver(deps.db, engine, orphan))) continue
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

/** Stops the work of an orphan. True once the engine is known, or must be assumed, to be done with it. */
async function isOver(db: Db, engine: Engine, orphan: Orphan): Promise<boolean> {
  const signal = AbortSignal.timeout(answerWithin_ms)
  const operation = orphan.operation as Operation | null
  if (orphan.unseen_s !== null) {
    if (orphan.unseen_s > 0 && !(await isStartOver(engine, orphan, signal))) return false
    if (operation) await engine.forget(operation)
    return true
  }
  if (!operation) return true
  switch (await engine.cancel(operation, signal)) {
    case 'still_busy': {
      const { status } = await engine.inspect(operation, signal)
      if (status === 'running' || status === 'waiting') return false
      break
    }
    case 'unseen': {
      const left_s = await holdUnseen(db, orphan, { from: 'start', assumed_s: engine.assumed_run_s })
      if (left_s > 0) return false
      break
    }
    case 'stopped':
  }
  await engine.forget(operation)
  return true
}

/** Whether a start whose answer was lost is over: the server has had time to make a job of it, and has no unfinished one. */
async function isStartOver(
  engine: Engine,
  { operation, ended_for_s }: Orphan,
  signal: AbortSignal,
): Promise<boolean> {
  if (operation !== null || ended_for_s === null || ended_for_s < startWithin_s) return false
  return (await engine.isIdle?.(signal)) ?? false
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
