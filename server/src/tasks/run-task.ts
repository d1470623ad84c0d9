import { setTimeout as wait } from 'node:timers/promises'
import { type Engine, EngineError, type EngineRequest, type Operation } from '../engines/engines.ts'
import { announce } from '../events/events.ts'
import type { Db, Trx } from '../platform/db/database.ts'
import { despiteOutage, isOutage } from '../platform/db/outage.ts'
import type { Waker } from '../platform/db/wake.ts'
import type { Log } from '../platform/log.ts'
import * as wallet from '../wallet/wallet.ts'
import * as attempts from './attempt-queries.ts'
import type { ReceiveVideo } from './receive-video.ts'
import { retryDelay_s } from './state.ts'

export interface RunDeps {
  db: Db
  waker: Pick<Waker, 'wake'>
  log: Log
  /** Brings a finished video from the engine into storage. */
  receive: ReceiveVideo
  settings: RunSettings
}

export interface RunSettings {
  worker_id: string
  lease_s: number
  max_attempts: number
  /** Milliseconds between two looks at an operation. */
  inspect_every_ms: number
}

/** The lease has passed to another worker: this one stops, and writes nothing more. */
class LeaseLost extends Error {
  override readonly name = 'LeaseLost'
}

/** At most this often is progress written. */
const progressEvery_ms = 500
const cancelWithin_ms = 10_000

/**
 * Runs one attempt of a claimed task to its end: completed, failed, or back in the queue. Never throws for what an engine
 * does; a lease that is lost ends it without a trace. When `signal` aborts, the task is handed back.
 */
export async function runTask(
  deps: RunDeps,
  engine: Engine,
  task: attempts.ClaimedTask,
  signal: AbortSignal,
): Promise<void> {
  const log = deps.log.child({
    task_id: task.task_id,
    attempt: task.attempt,
    engine: engine.name,
    request_id: task.request_id,
  })
  const lost = new AbortController()
  const heartbeat = keepLease(deps, task, lost)
  const began = performance.now()
  let operation: Operation | undefined
  try {
    const stop = AbortSignal.any([signal, lost.signal])
    operation = await findOrStart(deps, engine, task, stop)
    await watch(deps, engine, operation, task, stop)
    const result_key = `videos/${task.task_id}.mp4`
    await deps.receive(engine, operation, task, { result_key, signal: stop })
    if (await despiteOutage(() => complete(deps.db, task, result_key), lost.signal)) {
      announce(deps.waker, task.user_id)
      await engine.forget(operation)
      log.info({ duration_ms: Math.round(performance.now() - began) }, 'task_completed')
    }
  } catch (error) {
    if (lost.signal.aborted || error instanceof LeaseLost) return log.warn('lease_lost')
    const failed = await despiteOutage(() => settle(deps, task, error, signal, log), lost.signal)
    announce(deps.waker, task.user_id)
    if (failed && operation) await abandon(engine, operation, log)
  } finally {
    heartbeat[Symbol.dispose]()
  }
}

/** Renews the lease until disposed. A database that is away is tried again until the lease would be over. */
function keepLease(deps: RunDeps, task: attempts.ClaimedTask, lost: AbortController): Disposable {
  const { lease_s } = deps.settings
  let renewed_at = performance.now()
  let busy = false
  const beat = async (): Promise<void> => {
    if (busy) return
    busy = true
    const asked_at = performance.now()
    try {
      if (await attempts.renewLease(deps.db, task, lease_s)) renewed_at = asked_at
      else lost.abort(new LeaseLost())
    } catch (error) {
      deps.log.warn({ err: error, task_id: task.task_id }, 'heartbeat_failed')
    } finally {
      busy = false
    }
    if (performance.now() - renewed_at > lease_s * 1000) lost.abort(new LeaseLost())
  }
  const timer = setInterval(() => void beat(), (lease_s * 1000) / 3)
  return { [Symbol.dispose]: () => clearInterval(timer) }
}

/** Picks up what an earlier attempt left at this engine, if it is alive there; starts the work otherwise. */
async function findOrStart(
  { db }: RunDeps,
  engine: Engine,
  task: attempts.ClaimedTask,
  signal: AbortSignal,
): Promise<Operation> {
  const last = await despiteOutage(() => attempts.findLastOperation(db, task.task_id, task.attempt), signal)
  if (last?.operation && last.engine === engine.name) {
    const state = await engine.inspect(last.operation, signal)
    if (state.status === 'waiting' || state.status === 'running' || state.status === 'succeeded') {
      await despiteOutage(() => attempts.saveOperation(db, task, last.operation!), signal)
      return last.operation
    }
    await engine.forget(last.operation)
  }
  const operation = await engine.start(toRequest(task), { key: `${task.task_id}-${task.attempt}`, signal })
  await despiteOutage(() => attempts.saveOperation(db, task, operation), signal)
  return operation
}

function toRequest({ model, prompt, negative_prompt, params }: attempts.ClaimedTask): EngineRequest {
  const { mode, width_px, height_px, fps, frames, seed } = params
  return {
    model,
    mode,
    prompt: prompt ?? '',
    negative_prompt,
    width_px,
    height_px,
    fps,
    frames,
    seed,
    image: null,
  }
}

/** Waits until the engine is done. @throws EngineError when it failed or forgot the work. */
async function watch(
  deps: RunDeps,
  engine: Engine,
  operation: Operation,
  task: attempts.ClaimedTask,
  signal: AbortSignal,
): Promise<void> {
  let written_at = 0
  let written: number | null = null
  for (;;) {
    const state = await engine.inspect(operation, signal)
    switch (state.status) {
      case 'succeeded':
        // All drawn, not yet stored.
        if (written !== null) await writeProgress(deps, task, 1)
        return
      case 'failed':
        throw state.error
      case 'lost':
        throw new EngineError('engine_lost_task', 'The engine lost the task.', { fault: 'engine' })
      case 'running':
        if (
          state.progress !== null &&
          state.progress !== written &&
          performance.now() - written_at > progressEvery_ms
        ) {
          written = state.progress
          written_at = performance.now()
          await writeProgress(deps, task, state.progress)
        }
        break
      case 'waiting':
        break
    }
    await wait(deps.settings.inspect_every_ms, undefined, { signal })
  }
}

/** Progress is only shown: a database that is away does not end the attempt. */
async function writeProgress(
  { db, waker, settings }: RunDeps,
  task: attempts.ClaimedTask,
  progress: number,
): Promise<void> {
  const held = await attempts.renewLease(db, task, settings.lease_s, progress).catch((error: unknown) => {
    if (!isOutage(error)) throw error
    return true
  })
  if (!held) throw new LeaseLost()
  announce(waker, task.user_id)
}

/** Result and money in one transaction. False when another attempt has the task. */
function complete(db: Db, task: attempts.ClaimedTask, result_key: string): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const completed = await attempts.complete(trx, task, result_key)
    if (completed) await wallet.capture(trx, task.task_id)
    return completed
  })
}

/** Failed for good, with the money back. */
export async function failTask(trx: Trx, task: attempts.Hold, reason: attempts.Reason): Promise<boolean> {
  const failed = await attempts.fail(trx, task, reason)
  if (failed) await wallet.release(trx, task.task_id)
  return failed
}

/** Nobody will ask for this operation again. */
async function abandon(engine: Engine, operation: Operation, log: Log): Promise<void> {
  try {
    await engine.cancel(operation, AbortSignal.timeout(cancelWithin_ms))
  } catch (error) {
    log.warn({ err: error }, 'cancel_failed')
  }
}

/** What becomes of a task whose attempt ended badly: back in the queue, or failed for good, which is true. */
async function settle(
  deps: RunDeps,
  task: attempts.ClaimedTask,
  error: unknown,
  signal: AbortSignal,
  log: Log,
): Promise<boolean> {
  if (signal.aborted) {
    await deps.db
      .transaction()
      .execute((trx) => attempts.requeue(trx, task, { outcome: 'handed_back', delay_s: 0 }))
    log.info('task_handed_back')
    return false
  }
  const failure =
    error instanceof EngineError
      ? error
      : new EngineError('internal_error', 'An internal error stopped the task.', {
          fault: 'engine',
          cause: error,
        })
  const reason = { code: failure.code, message: failure.message }
  const failures = task.failed_attempts + 1
  const final = !failure.retry || failures >= deps.settings.max_attempts
  log.warn({ err: error, final }, 'attempt_failed')
  await deps.db
    .transaction()
    .execute((trx) =>
      final
        ? failTask(trx, task, reason)
        : attempts.requeue(trx, task, { outcome: 'failed', delay_s: retryDelay_s(failures), reason }),
    )
  return final
}
