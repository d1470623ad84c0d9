import { setTimeout as wait } from 'node:timers/promises'
import { type Engine, EngineError, type EngineRequest, type Operation } from '../engines/engines.ts'
import { announce } from '../events/events.ts'
import type { Db } from '../platform/db/database.ts'
import { retryOnDisconnect, isOutage } from '../platform/db/retry.ts'
import type { Notifier } from '../platform/db/notifier.ts'
import { isOutOfSpace } from '../platform/out-of-space.ts'
import type { Pictures } from '../platform/pictures/pictures.ts'
import type { Log } from '../platform/log.ts'
import type { ObjectStorage } from '../storage/storage.ts'
import * as attempts from './attempt-queries.ts'
import type { RunningLimits } from './claim-queries.ts'
import type { ReceiveVideo, Report } from './receive-video.ts'
import { videoKey } from './result-keys.ts'
import { removeStored } from './result-place.ts'
import { completeTask, failTask } from './end-task.ts'
import { failureText, retryDelay_s } from './state.ts'
import { keepLease, LeaseLost } from './keep-lease.ts'
import { retryOnEngineOutage } from './retry-on-engine-outage.ts'
import { toRequest } from './engine-request.ts'
import type { GenerateParams } from './tables.ts'

export interface RunDeps {
  db: Db
  notifier: Pick<Notifier, 'notify'>
  log: Log
  /** Brings a finished video from the engine into storage. */
  receive: ReceiveVideo
  storage: Pick<ObjectStorage, 'get' | 'remove'>
  pictures: Pick<Pictures, 'insist'>
  /** Hears how long a video took. */
  learnSpeed: (model: string, params: GenerateParams, took_s: number) => Promise<void>
  settings: RunSettings
}

export interface RunSettings {
  worker_id: string
  lease_s: number
  max_attempts: number
  /** Milliseconds between two looks at an operation. */
  inspect_every_ms: number
  /** How many tasks of one user may run at once. */
  limits: RunningLimits
  /** Seconds a slot stays with a model while others wait. */
  max_stint_s: number
}

/** At most this often is progress written. */
const progressEvery_ms = 500

/** What is known of the engine's side of an attempt. */
interface Work {
  /** Whether the engine may still be at it. */
  isBusy: boolean
}

/**
 * Runs one attempt of a claimed task to its end: completed, failed, or back in the queue. Never throws for what an engine
 * does; a lease that is lost ends it without a trace. When `signal` aborts, the task is handed back. Resolves to what it
 * says of the engine: it did its work, it failed, or nothing.
 */
export async function runTask(
  deps: RunDeps,
  engine: Engine,
  task: attempts.ClaimedTask,
  signal: AbortSignal,
): Promise<EngineError | 'completed' | undefined> {
  const log = deps.log.child({
    task_id: task.task_id,
    attempt: task.attempt,
    engine: engine.name,
    request_id: task.request_id,
  })
  const lost = new AbortController()
  const heartbeat = keepLease(deps, task, { lease_s: deps.settings.lease_s, lost })
  const began = performance.now()
  const work: Work = { isBusy: false }
  const result_key = videoKey(task.task_id)
  let isStored = false
  try {
    const stop = AbortSignal.any([signal, lost.signal])
    const { operation, isNew } = await findOrStart(deps, engine, task, work, stop)
    const report = await watch(deps, engine, operation, task, work, stop)
    const took_s = (performance.now() - began) / 1000
    isStored = true // or a part of the way there: an upload that is called off may have arrived
    const media = await retryOnEngineOutage(
      () => deps.receive(engine, operation, task, { result_key, report, signal: stop }),
      stop,
    )
    if (await retryOnDisconnect(() => completeTask(deps.db, task, result_key, media), lost.signal)) {
      announce(deps.notifier, task.user_id)
      await engine.forget(operation)
      log.info({ duration_ms: Math.round(performance.now() - began) }, 'task_completed')
      if (isNew) await deps.learnSpeed(task.model, task.params, took_s)
      return 'completed'
    }
    await removeUnwanted(deps, task.task_id, log)
    return undefined
  } catch (error) {
    if (lost.signal.aborted || error instanceof LeaseLost) {
      log.warn('lease_lost')
      if (isStored) await removeUnwanted(deps, task.task_id, log)
      return undefined
    }
    await retryOnDisconnect(() => settle(deps, task, work, error, signal, log), lost.signal)
    announce(deps.notifier, task.user_id)
    return error instanceof EngineError && error.fault === 'engine' ? error : undefined
  } finally {
    heartbeat[Symbol.dispose]()
  }
}

/**
 * The video of a task that was canceled while it was being stored is nobody's; of one that goes on elsewhere it is that
 * attempt's. Who dies before this leaves it to `sweepResults`.
 */
async function removeUnwanted({ db, storage }: RunDeps, task_id: string, log: Log): Promise<void> {
  try {
    if (!(await attempts.ownsNothing(db, task_id))) return
    await removeStored(storage, task_id)
    log.info('unwanted_result_removed')
  } catch (error) {
    log.warn({ err: error }, 'unwanted_result_left')
  }
}

/** Picks up what an earlier attempt left at this engine, if it is alive there; starts the work otherwise. */
async function findOrStart(
  { db, storage, pictures }: RunDeps,
  engine: Engine,
  task: attempts.ClaimedTask,
  work: Work,
  signal: AbortSignal,
): Promise<{ operation: Operation; isNew: boolean }> {
  const last =
    task.attempt === 1
      ? undefined
      : await retryOnDisconnect(() => attempts.findLastOperation(db, task.task_id, task.attempt), signal)
  if (last?.operation && last.engine === engine.name) {
    work.isBusy = true
    const { operation } = last
    const state = await retryOnEngineOutage(() => engine.inspect(operation, signal), signal)
    if (state.status === 'waiting' || state.status === 'running' || state.status === 'succeeded') {
      await retryOnDisconnect(() => attempts.saveOperation(db, task, operation), signal)
      return { operation, isNew: false }
    }
    work.isBusy = false
    await engine.forget(operation)
  }
  const request = await toRequest({ storage, pictures }, task, signal)
  const key = `${task.task_id}-${task.attempt}`
  const foreseen = engine.operationFor(key)
  if (foreseen) await retryOnDisconnect(() => attempts.saveOperation(db, task, foreseen), signal)
  const operation = await start(engine, request, { key, signal }, work)
  if (!foreseen) await retryOnDisconnect(() => attempts.saveOperation(db, task, operation), signal)
  return { operation, isNew: true }
}

/** An engine whose answer never arrived may be at work all the same, and so may one that was told to stop meanwhile. */
async function start(
  engine: Engine,
  request: EngineRequest,
  context: { key: string; signal: AbortSignal },
  work: Work,
): Promise<Operation> {
  work.isBusy = true
  try {
    return await engine.start(request, context)
  } catch (error) {
    if (error instanceof EngineError) work.isBusy = error.mayRun
    throw error
  }
}

/** Waits until the engine is done; what it says of the result. @throws EngineError when it failed or forgot the work. */
async function watch(
  deps: RunDeps,
  engine: Engine,
  operation: Operation,
  task: attempts.ClaimedTask,
  work: Work,
  signal: AbortSignal,
): Promise<Report | undefined> {
  let written_at = 0
  let written: number | null = null
  for (;;) {
    const state = await retryOnEngineOutage(() => engine.inspect(operation, signal), signal)
    work.isBusy =
      state.status === 'running' ||
      state.status === 'waiting' ||
      (state.status === 'failed' && state.error.mayRun)
    switch (state.status) {
      case 'succeeded':
        // All drawn, not yet stored.
        if (written !== null) await writeProgress(deps, task, 1)
        return state.report
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
  { db, notifier, settings }: RunDeps,
  task: attempts.ClaimedTask,
  progress: number,
): Promise<void> {
  const held = await attempts.renewLease(db, task, settings.lease_s, progress).catch((error: unknown) => {
    if (!isOutage(error)) throw error
    return true
  })
  if (!held) throw new LeaseLost()
  announce(notifier, task.user_id)
}

/** What becomes of a task whose attempt ended badly: back in the queue, or failed for good. */
async function settle(
  deps: RunDeps,
  task: attempts.ClaimedTask,
  work: Work,
  error: unknown,
  signal: AbortSignal,
  log: Log,
): Promise<void> {
  const frees_slot = !work.isBusy
  if (signal.aborted || isOutOfSpace(error)) {
    // That there is no room, wherever, is not the task's fault: it waits, within its deadline.
    const ending = { outcome: 'handed_back', delay_s: signal.aborted ? 0 : 60, frees_slot } as const
    await deps.db.transaction().execute((trx) => attempts.requeue(trx, task, ending))
    log.info({ err: error }, 'task_handed_back')
    return
  }
  const failure =
    error instanceof EngineError
      ? error
      : new EngineError('internal_error', 'An internal error stopped the task.', {
          fault: 'engine',
          cause: error,
        })
  const failures = task.failed_attempts + 1
  const final = !failure.retry || failures >= deps.settings.max_attempts
  const reason = { code: failure.code, message: failureText(failure, failures), error_class: failure.fault }
  log.warn({ err: error, final }, 'attempt_failed')
  await deps.db.transaction().execute((trx) =>
    final
      ? failTask(trx, task, { reason, frees_slot })
      : attempts.requeue(trx, task, {
          outcome: 'failed',
          delay_s: retryDelay_s(failures),
          reason,
          frees_slot,
        }),
  )
}
