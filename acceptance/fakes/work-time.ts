import { setTimeout as wait } from 'node:timers/promises'

/** Waits as long as a piece of work takes, in milliseconds; what is made shorter meanwhile ends sooner, and `signal` ends it. */
export async function workFor(takes_ms: () => number, signal?: AbortSignal): Promise<void> {
  const began = performance.now()
  while (!signal?.aborted) {
    const left_ms = takes_ms() - (performance.now() - began)
    if (left_ms <= 0) return
    await wait(Math.min(left_ms, 20), undefined, signal && { signal }).catch(() => {})
  }
}
