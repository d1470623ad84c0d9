import { AppError, finalConflict } from '../platform/errors.ts'
import { resultGone } from './result-place.ts'
import type { TaskStatus } from './tables.ts'

export function hasEnded(status: TaskStatus): boolean {
  return status === 'completed' || status === 'failed'
}

/** Where the money of a task is. */
export function costStatus(status: TaskStatus, cost: number): 'held' | 'charged' | 'released' | 'free' {
  if (cost === 0) return 'free'
  switch (status) {
    case 'queued':
    case 'running':
      return 'held'
    case 'completed':
      return 'charged'
    case 'failed':
      return 'released'
  }
}

/** Seconds after which asking again for a result makes sense. */
const askAgainAfter_s = 2

/**
 * The object key of a task's video.
 * @throws AppError 409 `result_not_ready` (ask again), 409 `task_failed` (will never be ready), 410 `result_gone`.
 */
export function resultKey(task: { status: TaskStatus; result_key: string | null }): string {
  switch (task.status) {
    case 'completed':
      if (task.result_key === null) throw resultGone()
      return task.result_key
    case 'failed':
      throw finalConflict('task_failed', 'The task failed; there is no video.')
    case 'queued':
    case 'running':
      throw new AppError(409, 'result_not_ready', 'The video is not ready yet.', {
        extra: { status: task.status },
        headers: { 'retry-after': String(askAgainAfter_s) },
      })
  }
}

/** Seconds to wait before the attempt after `failed_attempts` failures: doubles from 2 to at most 60. */
export function retryDelay_s(failed_attempts: number): number {
  return Math.min(60, 2 ** failed_attempts)
}

/** What the owner is told of a failure: how often it was tried, where that was more than once. */
export function failureText(failure: { message: string }, failed_attempts: number): string {
  return failed_attempts > 1 ? `${failure.message} It was tried ${failed_attempts} times.` : failure.message
}
