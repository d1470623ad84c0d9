import { setTimeout as wait } from 'node:timers/promises'

/** What a neighbour said last, or why it said nothing and since when. */
export type Probed<T> = { value: T } | { error: Error; since: Date }

/**
 * Asks a neighbour that may be away or may never answer. What it said is kept for `keep_ms`; a call takes at most `within_ms`, and a
 * neighbour that hangs is not asked again until it has answered.
 */
export function createProbe<T>(
  ask: () => Promise<T>,
  { clock, within_ms, keep_ms }: { clock: () => Date; within_ms: number; keep_ms: number },
): () => Promise<Probed<T>> {
  let asked: Promise<Probed<T>> | undefined
  let failing_since: Date | undefined
  const failed = (error: Error): Probed<T> => ({ error, since: (failing_since ??= clock()) })
  const askOnce = async (): Promise<Probed<T>> => {
    try {
      const value = await ask()
      failing_since = undefined
      return { value }
    } catch (error) {
      return failed(error instanceof Error ? error : new Error(String(error)))
    } finally {
      setTimeout(() => (asked = undefined), keep_ms).unref()
    }
  }
  return async () => {
    asked ??= askOnce()
    const answered = new AbortController()
    const tooLate = wait(within_ms, 'late' as const, { signal: answered.signal }).catch(() => 'late' as const)
    const said = await Promise.race([asked, tooLate])
    answered.abort()
    return said === 'late' ? failed(new Error('It does not answer.')) : said
  }
}
