import type { EngineError } from '../../engines/engines.ts'

/** Backoff in seconds after one, two, … failures in a row: of calls without an answer, and of attempts. */
const callRests_s = [1, 2, 5, 10, 30, 60]
const attemptRests_s = [2, 10, 60]
/** The longest backoff of calls while tasks wait for the engine: what has come back is noticed within so many seconds. */
const wantedRest_s = 5

/** The recent failures of an engine, as one worker has seen them. */
export interface EngineHealth {
  /** Milliseconds until it may be used again; 0 when it may be. */
  rest_ms(): number
  /** Milliseconds until it may be asked what it offers, if tasks wait for it: sooner than `rest_ms` while it does not answer. */
  restIfWanted_ms(): number
  /** Failures in a row. */
  readonly failures: number
  /** After a failed attempt the engine gets one task at a time until one is completed. */
  readonly isOnTrial: boolean
  /** The last failure, until the engine has recovered. */
  readonly lastError: EngineError | undefined
  answered(): void
  unanswered(error: EngineError): void
  /** A task was completed. */
  worked(): void
  /** An attempt failed through the engine's fault; `began_at` is its start, by the clock `now`. */
  failed(error: EngineError, attempt: { task_id: string; began_at: number }): void
}

/**
 * Rests a failing engine with growing backoff, so that tasks do not use up their attempts on a broken one. Attempts that fail
 * together count once. So do repeated failures of the same task, since the task may be the cause.
 */
export function createEngineHealth(now: () => number = () => performance.now()): EngineHealth {
  let calls = 0
  let attempts = 0
  let rests_until = 0
  let rested_at = Number.NEGATIVE_INFINITY
  /** Of the last call without an answer; the rest after a failed attempt is never cut short. */
  let unanswered_at: number | undefined
  let lastError: EngineError | undefined
  let lastTask: string | undefined
  const rest = (rests_s: readonly number[], failures: number): void => {
    rested_at = now()
    rests_until = rested_at + rests_s[Math.min(failures, rests_s.length) - 1]! * 1000
  }
  return {
    rest_ms: () => Math.max(0, rests_until - now()),
    restIfWanted_ms: () => {
      const until =
        unanswered_at === undefined ? rests_until : Math.min(rests_until, unanswered_at + wantedRest_s * 1000)
      return Math.max(0, until - now())
    },
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
      if (unanswered_at !== undefined) rests_until = 0
      unanswered_at = undefined
      if (attempts === 0) lastError = undefined
    },
    unanswered: (error) => {
      lastError = error
      rest(callRests_s, ++calls)
      unanswered_at = rested_at
    },
    worked: () => {
      attempts = 0
      lastTask = undefined
      if (calls === 0) lastError = undefined
    },
    failed: (error, { task_id, began_at }) => {
      if (began_at < rested_at) return // it started before the last failure
      lastError = error
      if (task_id !== lastTask) attempts++
      lastTask = task_id
      rest(attemptRests_s, attempts)
      unanswered_at = undefined
    },
  }
}
