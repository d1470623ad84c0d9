import { isDeepStrictEqual } from 'node:util'
import { setTimeout as wait } from 'node:timers/promises'
import { type Engine, EngineError, type Operation } from '../../engines/engines.ts'
import type { Pictures } from '../../platform/pictures/pictures.ts'
import type { Span } from '../../platform/tracing/tracing.ts'
import type { ObjectStorage } from '../../storage/storage.ts'
import { showPictures } from '../live/show-pictures.ts'
import { removeUnwanted } from '../results/purge.ts'
import type { ReceiveVideo } from '../results/receive-video.ts'
import type { Report } from '../task/media.ts'
import type { GenerateParams } from '../task/tables.ts'
import type { Attempt, AttemptDeps } from './attempt.ts'
import { toRequest } from './engine-request.ts'
import { retryOnEngineOutage } from './retry-on-engine-outage.ts'

export interface RunDeps extends AttemptDeps {
  /** Transfers a finished video from the engine to storage. */
  receive: ReceiveVideo
  storage: Pick<ObjectStorage, 'get' | 'remove'>
  pictures: Pick<Pictures, 'admitAlways'>
  config: { ffmpeg_path: string | null }
  /** Updates the estimates with the time that a video took. */
  learnSpeed: (model: string, params: GenerateParams, took_s: number) => Promise<void>
  settings: AttemptDeps['settings'] & {
    /** Milliseconds between two calls of `Engine.inspect`. */
    inspect_every_ms: number
  }
}

/**
 * Runs an attempt to its end: the task is completed, failed or requeued. A failure of the engine does not reject; after a lost
 * lease it writes nothing. Resolves to what it says of the engine: `completed`, an error of the engine or of the model on it, or
 * undefined for nothing.
 */
export async function runTask(
  deps: RunDeps,
  engine: Engine,
  attempt: Attempt,
): Promise<EngineError | 'completed' | undefined> {
  const { task, signal } = attempt
  const began_at = performance.now()
  let mayBeStored = false
  try {
    const { operation, isNew } = await attempt.during('starting', () => findOrStart(deps, engine, attempt))
    const report = await attempt.during('computing', (span) =>
      waitForEngine(deps, engine, attempt, operation, span),
    )
    const took_s = (performance.now() - began_at) / 1000
    mayBeStored = true // an aborted upload may have succeeded
    const isOurs = await attempt.during('storing', async () => {
      const receive = () => deps.receive(engine, operation, task, { report, signal })
      return attempt.complete(await retryOnEngineOutage(receive, signal))
    })
    if (!isOurs) {
      await removeUnwanted(deps, task.task_id, attempt.log)
      return undefined
    }
    await engine.forget(operation)
    if (isNew) await deps.learnSpeed(task.model, task.params, took_s)
    return 'completed'
  } catch (error) {
    const ended = await attempt.end(error)
    if (ended !== 'lease_lost') return isEnginesOrModels(error) ? error : undefined
    if (mayBeStored) await removeUnwanted(deps, task.task_id, attempt.log)
    return undefined
  }
}

function isEnginesOrModels(error: unknown): error is EngineError {
  return error instanceof EngineError && error.fault !== 'request'
}

/** Continues an earlier attempt's operation if the engine still has it; starts a new one otherwise. */
async function findOrStart(
  deps: RunDeps,
  engine: Engine,
  attempt: Attempt,
): Promise<{ operation: Operation; isNew: boolean }> {
  const { task, key, signal } = attempt
  const left = await attempt.findLeftOperation()
  if (left && (await isAlive(engine, attempt, left))) {
    await attempt.saveOperation(left)
    return { operation: left, isNew: false }
  }
  const request = await toRequest(deps, task, signal)
  const foreseen = engine.operationFor(key)
  const hold = () => attempt.holdUnseen(engine.assumed_run_s)
  await (foreseen ? attempt.saveOperation(foreseen) : hold())
  attempt.isEngineBusy = true // also if the answer to the start is lost, or the attempt is aborted meanwhile
  let operation: Operation
  try {
    operation = await engine.start(request, { key, signal })
  } catch (error) {
    if (error instanceof EngineError) attempt.isEngineBusy = error.mayRun
    if (!foreseen && attempt.isEngineBusy && !signal.aborted) await hold() // it may have begun only now
    throw error
  }
  if (!isDeepStrictEqual(operation, foreseen)) await attempt.saveOperation(operation)
  return { operation, isNew: true }
}

async function isAlive(engine: Engine, attempt: Attempt, operation: Operation): Promise<boolean> {
  attempt.isEngineBusy = true
  const { status } = await retryOnEngineOutage(
    () => engine.inspect(operation, attempt.signal),
    attempt.signal,
  )
  if (status === 'waiting' || status === 'running' || status === 'succeeded') return true
  attempt.isEngineBusy = false
  await engine.forget(operation)
  return false
}

/** Polls until the engine is done; resolves to its report. @throws EngineError when the operation failed or is lost. */
async function waitForEngine(
  deps: RunDeps,
  engine: Engine,
  attempt: Attempt,
  operation: Operation,
  span: Span,
): Promise<Report | undefined> {
  const { task, log, signal } = attempt
  await using live = showPictures({ ...deps, log }, task)
  let hasProgress = false
  let known: string | undefined
  for (let inspections = 1; ; inspections++) {
    const state = await retryOnEngineOutage(() => engine.inspect(operation, signal), signal)
    if (state.status !== known) span.note(state.status)
    known = state.status
    span.tell({ 'clipwright.inspections': inspections }) // a span for each would be most of the trace
    attempt.isEngineBusy =
      state.status === 'running' ||
      state.status === 'waiting' ||
      (state.status === 'failed' && state.error.mayRun)
    switch (state.status) {
      case 'succeeded':
        // Generated, but not stored yet.
        if (hasProgress) await attempt.writeProgress(1)
        return state.report
      case 'failed':
        throw state.error
      case 'lost':
        throw new EngineError('engine_lost_task', 'The engine lost the task.', { fault: 'engine' })
      case 'running':
        if (state.progress !== null) {
          hasProgress = true
          await attempt.writeProgress(state.progress)
        }
        live.offer(engine.livePicture?.(operation))
        break
      case 'waiting':
        break
    }
    await wait(deps.settings.inspect_every_ms, undefined, { signal })
  }
}
