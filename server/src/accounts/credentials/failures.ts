import { createHmac } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { AppError, busy } from '../../platform/errors.ts'
import { type RateLimit, rateLimited } from '../../platform/rate-limit.ts'
import type { AccountDeps } from '../account/context.ts'
import * as queries from './failure-queries.ts'

type FailureDeps = Pick<AccountDeps, 'db' | 'clock' | 'mutex' | 'secrets'>
type LimitDeps = FailureDeps & Pick<AccountDeps, 'limiter'>

export interface Counted extends queries.Counter {
  rules: queries.CountRules
  /** The error for callers while the counter is locked. */
  refusal: (retry_after_s: number) => AppError
}

/** An attempt whose outcome is not known yet. One of the three ends it. */
export interface Attempt {
  /** Counts a failure. Tells of each counter whether that locked it. */
  failed(): Promise<boolean[]>
  /** Resets the counters. */
  succeeded(): Promise<void>
  /** Changes no counter. */
  cancelled(): Promise<void>
}

export const never = 2_147_483_647
/** The `retry-after` of a lock that does not end by itself. */
const longest_s = 86_400

const maxWait_ms = 10_000
const pollEvery_ms = 25

/**
 * Begins an attempt, which reserves one failure on each counter. When all failures that are left are reserved it waits for the
 * attempts before it. So of any number at once no more are checked than may fail, and a right one is never refused because of
 * wrong ones beside it.
 * @throws AppError a counter's refusal while it is locked, 503 `busy`.
 */
export async function beginAttempt(deps: FailureDeps, counters: readonly Counted[]): Promise<Attempt> {
  const { db, clock } = deps
  const held: Counted[] = []
  const release = async (): Promise<void> => {
    for (const { subject } of held) await queries.release(db, subject)
  }
  try {
    for (const counted of counters) {
      await reserve(deps, counted)
      held.push(counted)
    }
  } catch (error) {
    await release().catch(() => {}) // the database may be unreachable
    throw error
  }
  return {
    failed: async () => {
      const locks: boolean[] = []
      for (const { subject, rules } of held) locks.push(await queries.fail(db, subject, rules, clock()))
      return locks
    },
    succeeded: async () => {
      for (const { subject } of held) await queries.reset(db, subject)
    },
    cancelled: release,
  }
}

async function reserve(deps: FailureDeps, counted: Counted): Promise<void> {
  const deadline = performance.now() + maxWait_ms
  // One poll serves all that wait in this process.
  await deps.mutex(counted.subject.toString('base64'), async () => {
    while (!(await queries.reserve(deps.db, counted, deps.clock()))) {
      await assertUnlocked(deps, counted)
      if (performance.now() > deadline) throw busy('Too many tries at once; try again in a moment.', 1)
      await wait(pollEvery_ms)
    }
  })
}

/** @throws AppError the counter's refusal. */
export async function assertUnlocked(deps: FailureDeps, { subject, refusal }: Counted): Promise<void> {
  const now = deps.clock()
  const until = await queries.findLock(deps.db, subject, now)
  if (until === undefined) return
  const ms = (until instanceof Date ? until.getTime() : until) - now.getTime()
  throw refusal(Math.min(longest_s, Math.max(1, Math.ceil(ms / 1000))))
}

/**
 * Runs work that a network may fail at as often as the limit says. Only errors that blame the caller (4xx) count.
 * @throws AppError 429 `rate_limited`, 503 `busy`, and what the work throws.
 */
export async function limitFailures<T>(
  deps: LimitDeps,
  given: RateLimit,
  network: string,
  work: () => Promise<T>,
): Promise<T> {
  const { name, points, per_s } = await deps.limiter.inEffect(given)
  const counted: Counted = {
    subject: hmac(deps.secrets.lock_key, `limit:${name}:${network}`),
    account: null,
    rules: {
      threshold: points,
      base_s: per_s,
      max_s: per_s,
      forever_at: never,
      forget_s: per_s,
      since: 'first',
    },
    refusal: (retry_after_s) => rateLimited({ name, points, per_s }, retry_after_s),
  }
  const attempt = await beginAttempt(deps, [counted])
  try {
    const done = await work()
    await attempt.cancelled()
    return done
  } catch (error) {
    if (error instanceof AppError && error.status < 500) await attempt.failed()
    else await attempt.cancelled().catch(() => {}) // the database may be unreachable
    throw error
  }
}

export function hmac(key: Uint8Array, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}
