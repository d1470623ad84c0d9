const minute_ms = 60_000
/** Backoff between tries: ten tries in 23 hours. */
const pauses_ms = [5 / 60, 0.5, 2, 10, 30, 60, 180, 360, 720].map((minutes) => minutes * minute_ms)
/** The largest jitter, as a part of the pause: deliveries that failed together are not retried together. */
const jitter = 0.1
const longest_ms = 12 * 60 * minute_ms

/** When to retry after `attempts` failed tries; undefined when there are no more. `random` is from 0 to 1. */
export function nextTry(
  attempts: number,
  { now, random, retry_after_ms = 0 }: { now: Date; random: number; retry_after_ms?: number | undefined },
): Date | undefined {
  const pause_ms = pauses_ms[attempts - 1]
  if (pause_ms === undefined) return undefined
  const wish_ms = Math.min(retry_after_ms, longest_ms) // it can only prolong the pause
  return new Date(now.getTime() + Math.max(pause_ms * (1 + jitter * random), wish_ms))
}

/** The pause in a `Retry-After` header: seconds, or an HTTP date. */
export function readRetryAfter(header: string | undefined, now: Date): number | undefined {
  if (header === undefined) return undefined
  if (/^\d{1,9}$/.test(header)) return Number(header) * 1000
  const at = Date.parse(header)
  return Number.isNaN(at) ? undefined : Math.max(0, at - now.getTime())
}
