import { setTimeout as delay } from 'node:timers/promises'

/**
 * Polls until the answer is not undefined, with a growing pause of 5 to 50 ms. Undefined after `timeout_ms`. @throws the
 * signal's reason when it aborts.
 */
export async function waitFor<Answer>(
  ask: () => Promise<Answer | undefined>,
  { timeout_ms, signal }: { timeout_ms: number; signal?: AbortSignal },
): Promise<Answer | undefined> {
  const until = performance.now() + timeout_ms
  for (let pause_ms = 5; ; pause_ms = Math.min(pause_ms * 1.5, 50)) {
    signal?.throwIfAborted()
    const answer = await ask()
    if (answer !== undefined) return answer
    if (performance.now() > until) return undefined
    await delay(pause_ms)
  }
}
