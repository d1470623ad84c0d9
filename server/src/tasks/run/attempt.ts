import { EngineError, type Operation } from '../../engines/engines.ts'
import { announce } from '../../events/events.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Notifier } from '../../platform/db/notifier.ts'
import { isOutage, retryOnDisconnect } from '../../platform/db/retry.ts'
import type { Log } from '../../platform/log.ts'
import type { Metrics } from '../../platform/metrics.ts'
import type { Span, Tracing } from '../../platform/tracing/tracing.ts'
import { isOutOfSpace } from '../../platform/files/out-of-space.ts'
import type { ClaimedTask } from '../queue/claim-queries.ts'
import type { TaskMedia } from '../task/media.ts'
import { videoKey } from '../task/object-keys.ts'
import * as attempts from './attempt-queries.ts'
import { failTask } from './end-task.ts'
import { keepLease, LeaseLost } from './keep-lease.ts'
import { holdUnseen } from '../fleet/slot-queries.ts'
import { observeAttempts, type Phase } from './observe/observe-attempts.ts'
import { failureText, retryDelay_s } from './retry-rules.ts'

export interface AttemptDeps {
  db: Db
  notifier: Pick<Notifier, 'notify'>
  log: Log
  metrics: Pick<Metrics, 'counter' | 'histogram'>
  tracing: Pick<Tracing, 'span'>
  settings: { lease_s: number; max_attempts: number }
}

/**
 * One attempt at a task: its lease, which is renewed until the attempt is disposed, and every write that a worker makes under it.
 * Each write names the attempt, so a worker that lost its lease changes nothing. Each is retried while the database is away,
 * except for progress.
 */
export interface Attempt extends Disposable {
  readonly task: ClaimedTask
  /** Unique per attempt; `Engine.start` takes it. */
  readonly key: string
  readonly log: Log
  /** Aborts when the worker hands its tasks back, and when the lease is lost. */
  readonly signal: AbortSignal
  /** Whether the engine may still compute the task. If so, the slot stays taken after `end` until the engine is done. */
  isEngineBusy: boolean
  /** Times what belongs to a phase, for metrics and traces. */
  during<T>(phase: Phase, run: (span: Span) => Promise<T>): Promise<T>
  /** Finds the operation of the last earlier attempt, if that was at this engine. */
  findLeftOperation(): Promise<Operation | undefined>
  saveOperation(operation: Operation): Promise<void>
  /**
   * Holds the slot for a start that has no operation yet: if its answer is lost, or this worker is, the engine may compute it
   * unseen. Ended by `saveOperation`.
   */
  holdUnseen(assumed_s: number | undefined): Promise<void>
  /** Writes at most twice a second, except for a progress of 1. Ignores an outage of the database. @throws LeaseLost */
  writeProgress(progress: number): Promise<void>
  /** Completes the task and captures its hold, in one statement. False when the attempt no longer holds the task. */
  complete(media: TaskMedia | null): Promise<boolean>
  /** Ends an attempt that did not complete: requeues the task, or fails it for good. Writes nothing when the lease is lost. */
  end(error: unknown): Promise<AttemptEnd>
}

/** `lease_lost`: the task was somebody else's by then, or had ended. */
export type AttemptEnd = 'lease_lost' | 'handed_back' | 'failed'

const progressEvery_ms = 500

/**
 * Starts to renew the lease of a task that this worker has just claimed. `handBack` aborts when the worker hands its tasks
 * back.
 */
export function beginAttempt(
  { db, notifier, log: parentLog, metrics, tracing, settings }: AttemptDeps,
  task: ClaimedTask,
  engine: string,
  handBack: AbortSignal,
): Attempt {
  const { task_id, attempt, request_id, user_id } = task
  const log = parentLog.child({ task_id, attempt, engine, request_id })
  const lost = new AbortController()
  const lease = keepLease({ db, log }, task, { lease_s: settings.lease_s, lost })
  const signal = AbortSignal.any([handBack, lost.signal])
  const began_at = performance.now()
  const observed = observeAttempts(metrics)
  const what = { model: task.model, engine }
  observed.spent('queued', what, task.waited_s)
  let written_at = Number.NEGATIVE_INFINITY
  let written: number | null = null

  const handTaskBack = async (error: unknown, frees_slot: boolean): Promise<AttemptEnd> => {
    // A full disk is not the task's fault: the task waits a minute, within its deadline.
    const ending = { outcome: 'handed_back', delay_s: handBack.aborted ? 0 : 60, frees_slot } as const
    if (!(await db.transaction().execute((trx) => attempts.requeue(trx, task, ending)))) return 'lease_lost'
    log.info({ err: error }, 'task_handed_back')
    observed.ended(what, 'handed_back')
    return 'handed_back'
  }

  const failAttempt = async (
    failure: EngineError,
    cause: unknown,
    frees_slot: boolean,
  ): Promise<AttemptEnd> => {
    const failures = task.failed_attempts + 1
    const final = !failure.retry || failures >= settings.max_attempts
    const reason = {
      code: failure.code,
      message: failureText(failure, failures),
      error_class: failure.fault === 'request' ? ('request' as const) : ('engine' as const),
    }
    const isOurs = await db.transaction().execute((trx) =>
      final
        ? failTask(trx, task, { reason, frees_slot })
        : attempts.requeue(trx, task, {
            outcome: 'failed',
            delay_s: retryDelay_s(failures),
            reason,
            frees_slot,
          }),
    )
    // An engine that was told to stop the task meanwhile says that it failed.
    if (!isOurs) return 'lease_lost'
    log.warn({ err: cause, final }, 'attempt_failed')
    observed.ended(what, 'failed', failure.fault)
    return 'failed'
  }

  /** That a task was canceled is no news; that its lease ran out is. */
  const tellLoss = async (): Promise<void> => {
    const outcome = await attempts.findOutcome(db, task).catch(() => null)
    if (outcome === 'canceled') log.info('attempt_canceled')
    else log.warn('lease_lost')
    observed.ended(what, outcome === 'canceled' ? 'canceled' : 'taken_away')
  }

  return {
    task,
    key: `${task_id}-${attempt}`,
    log,
    signal,
    isEngineBusy: false,
    during: async (phase, run) => {
      const phase_began_at = performance.now()
      try {
        return await tracing.span({ name: phase }, run)
      } finally {
        observed.spent(phase, what, (performance.now() - phase_began_at) / 1000)
      }
    },
    findLeftOperation: async () => {
      if (attempt === 1) return undefined
      const last = await retryOnDisconnect(() => attempts.findLastOperation(db, task_id, attempt), signal)
      return last?.engine === engine ? (last.operation ?? undefined) : undefined
    },
    saveOperation: (operation) =>
      retryOnDisconnect(() => attempts.saveOperation(db, task, operation), signal),
    holdUnseen: async (assumed_s) => {
      await retryOnDisconnect(() => holdUnseen(db, task, { from: 'now', assumed_s }), signal)
    },
    writeProgress: async (progress) => {
      if (progress === written || (progress < 1 && performance.now() - written_at <= progressEvery_ms)) return
      written = progress
      written_at = performance.now()
      const isOurs = await attempts
        .renewLease(db, task, settings.lease_s, progress)
        .catch((error: unknown) => {
          if (!isOutage(error)) throw error
          return true
        })
      if (!isOurs) throw new LeaseLost()
      announce(notifier, user_id)
    },
    complete: async (media) => {
      const isOurs = await tracing.span({ name: 'complete' }, () =>
        retryOnDisconnect(() => attempts.complete(db, task, videoKey(task_id), media), lost.signal),
      )
      if (isOurs) {
        announce(notifier, user_id)
        log.info({ duration_ms: Math.round(performance.now() - began_at) }, 'task_completed')
        observed.ended(what, 'completed')
        observed.made(what, media?.duration_s ?? 0)
      } else await tellLoss()
      return isOurs
    },
    async end(error) {
      if (lost.signal.aborted || error instanceof LeaseLost) {
        await tellLoss()
        return 'lease_lost'
      }
      const frees_slot = !this.isEngineBusy
      const ended = await retryOnDisconnect(
        () =>
          handBack.aborted || isOutOfSpace(error)
            ? handTaskBack(error, frees_slot)
            : failAttempt(asEngineError(error), error, frees_slot),
        lost.signal,
      )
      if (ended === 'lease_lost') await tellLoss()
      else announce(notifier, user_id)
      return ended
    },
    [Symbol.dispose]: () => lease[Symbol.dispose](),
  }
}

function asEngineError(cause: unknown): EngineError {
  if (cause instanceof EngineError) return cause
  return new EngineError('internal_error', 'An internal error stopped the task.', { fault: 'engine', cause })
}
