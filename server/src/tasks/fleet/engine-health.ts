import type { EngineError } from '../../engines/engines.ts'

/** Seconds that an engine rests after so many failures in a row: of calls that were not answered, and of attempts. */
const callRests_s = [1, 2, 5, 10, 30, 60]
const attemptRests_s = [2, 10, 60]

/** How an engine has fared lately, as one worker sees it. */
export interface EngineHealth {
  /** Milliseconds until it may be used again; 0 when it may be. */
  rest_ms(): number
  /** Failures in a row. */
  readonly failures: number
  /** After failures it gets one task, and more when that has gone well. */
  readonly isOnTrial: boolean
  /** The last failure, or nothing. */
  readonly lastError: EngineError | undefined
  answered(): void
  unanswered(error: EngineError): void
  /** A task was completed. */
  worked(): void
  /** An attempt failed by the engine's fault; `began_at` is when it began, by the same clock. */
  failed(error: EngineError, attempt: { task_id: string; began_at: number }): void
}

/**
 * Takes an engine that fails out of use for a while, longer each time, so that tasks go to others and don't use up their
 * attempts on one that is broken. Attempts that fail together count once, and so does a task that fails again: it may be what is wrong.
 */
export function createEngineHealth(now: () => number = () => performance.now()): EngineHealth {
  let calls = 0
  let attempts = 0
  let rests_until = 0
  let rested_at = Number.NEGATIVE_INFINITY
  let lastError: EngineError | undefined
  let lastTask: string | undefined
  const rest = (rests_s: readonly number[], failures: number): void => {
    rested_at = now()
    rests_until = rested_at + rests_s[Math.min(failures, rests_s.length) - 1]! * 1000
  }
  return {
    rest_ms: () => Math.max(0, rests_until - now()),
    get failures() {
      return calls + attempts
    },
    get isOnTrial() {
      return attempts > 0
    },
    get lastError() {
      return lastError
    },
    answered: () => {
      calls = 0
      if (attempts === 0) lastError = undefined
    },
    unanswered: (error) => {
      lastError = error
      rest(callRests_s, ++calls)
    },
    worked: () => {
      attempts = 0
      lastTask = undefined
      if (calls === 0) lastError = undefined
    },
    failed: (error, { task_id, began_at }) => {
      if (began_at < rested_at) return // it was under way when another one failed
      lastError = error
      if (task_id !== lastTask) attempts++
      lastTask = task_id
      rest(attemptRests_s, attempts)
    },
  }
}
