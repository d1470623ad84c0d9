import { setTimeout as delay } from 'node:timers/promises'
import { ApiError, NetworkError } from '@clipwright/client'

/** How long the service may be away at a stretch. */
const outage_ms = 60_000
const longestPause_ms = 10_000

/**
 * Asks until there is an answer. Limits of the service (429) are waited for without an end, by its own word on how long; a
 * service that is away or busy is asked again for a minute. So `ask` must be safe to repeat.
 * @throws ApiError, NetworkError, the reason of `signal`.
 */
export async function patiently<T>(
  signal: AbortSignal,
  ask: () => Promise<T>,
  on_wait: (wait_s: number) => void = () => undefined,
): Promise<T> {
  let away_since: number | undefined
  for (let pause_ms = 1_000; ; pause_ms = Math.min(pause_ms * 2, longestPause_ms)) {
    try {
      return await ask()
    } catch (error) {
      signal.throwIfAborted()
      if (!isPassing(error)) throw error
      const isLimit = error instanceof ApiError && error.status === 429
      away_since = isLimit ? undefined : (away_since ?? performance.now())
      if (away_since !== undefined && performance.now() - away_since > outage_ms) throw error
      const said_ms = error instanceof ApiError ? (error.retry_after_s ?? 0) * 1000 : 0
      const wait_ms = Math.max(said_ms, pause_ms)
      on_wait(wait_ms / 1000)
      await delay(wait_ms, undefined, { signal }).catch(() => signal.throwIfAborted())
    }
  }
}

function isPassing(error: unknown): boolean {
  if (error instanceof NetworkError) return true
  if (!(error instanceof ApiError)) return false
  if (error.status === 409) return error.code === 'idempotency_in_progress'
  return [429, 502, 503, 504].includes(error.status) && error.code !== 'price_not_configured'
}

/** Runs `work` for each item, so many at once. The first error is thrown when all that was begun has ended. */
export async function inParallel<T>(
  items: readonly T[],
  count: number,
  work: (item: T, at: number) => Promise<void>,
): Promise<void> {
  const queue = items.entries()
  let failed = false
  const one = async () => {
    for (const [at, item] of queue) {
      if (failed) return
      try {
        await work(item, at)
      } catch (error) {
        failed = true
        throw error
      }
    }
  }
  const ended = await Promise.allSettled(Array.from({ length: count }, one))
  for (const outcome of ended) if (outcome.status === 'rejected') throw outcome.reason
}
