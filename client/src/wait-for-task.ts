import type { Client, Schema } from './create-client.ts'
import { ApiError, type NetworkError } from './errors.ts'
import { isPassing, pause } from './patience.ts'

export interface WaitOptions {
  /** Called with the first answer, and when the status or the progress differs from the last one. */
  on_change?: ((task: Schema<'TaskOut'>) => void) | undefined
  /** Called when the service is away or busy, before asking again. */
  on_retry?: ((error: ApiError | NetworkError) => void) | undefined
  signal?: AbortSignal | undefined
  /** Altogether. */
  timeout_ms?: number | undefined
  /** How long the service may be away at a stretch: a restart is survived, the end of it is reported. */
  outage_ms?: number | undefined
}

/** The time to wait is over. The task itself goes on. */
export class WaitTimeoutError extends Error {
  override readonly name = 'WaitTimeoutError'
  readonly task: Schema<'TaskOut'> | undefined

  constructor(task_id: string, timeout_ms: number, task: Schema<'TaskOut'> | undefined) {
    super(`Task ${task_id} has not ended in ${timeout_ms / 1000} s.`)
    this.task = task
  }
}

const firstPause_ms = 300
const longestPause_ms = 2000
const longestRetryAfter_ms = 10_000

/**
 * Asks until the task has ended, well or badly: look at `status`.
 * @throws WaitTimeoutError, ApiError, NetworkError after an outage that is too long, the reason of `signal`.
 */
export async function waitForTask(
  client: Client,
  task_id: string,
  { on_change, on_retry, signal, timeout_ms = 3_600_000, outage_ms = 60_000 }: WaitOptions = {},
): Promise<Schema<'TaskOut'>> {
  const until = performance.now() + timeout_ms
  let task: Schema<'TaskOut'> | undefined
  let answered_at = performance.now()
  for (let pause_ms = firstPause_ms; ; pause_ms = Math.min(pause_ms * 1.4, longestPause_ms)) {
    let wait_ms = pause_ms
    try {
      const now = await client.GET('/api/v1/tasks/{task_id}', {
        params: { path: { task_id } },
        signal: signal ?? null,
      })
      answered_at = performance.now()
      if (now.status !== task?.status || now.progress !== task.progress) on_change?.(now)
      task = now
      if (now.status === 'completed' || now.status === 'failed') return now
    } catch (error) {
      if (!isPassing(error) || performance.now() - answered_at > outage_ms) throw error
      on_retry?.(error)
      const retry_after_ms = error instanceof ApiError ? (error.retry_after_s ?? 0) * 1000 : 0
      wait_ms = Math.max(wait_ms, Math.min(retry_after_ms, longestRetryAfter_ms))
    }
    if (performance.now() + wait_ms > until) throw new WaitTimeoutError(task_id, timeout_ms, task)
    await pause(wait_ms, signal)
  }
}
