import { createHmac } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { AppError, busy } from '../../platform/errors.ts'
import { type RateLimit, rateLimited } from '../../platform/rate-limit.ts'
import type { AccountDeps } from '../account/context.ts'
import * as queries from './failure-queries.ts'

type FailureDeps = Pick<AccountDeps, 'db' | 'clock' | 'mutex' | 'secrets'>

export interface Counted extends queries.Counter {
  rules: queries.CountRules
  /** What a caller is told while the counter is locked. */
  refusal: (retry_after_s: number) => AppError
}

/** A try, before anything is known of it. */
export interface Tried {
  /** It was a failure. Says of each counter whether that began a lock. */
  failed(): Promise<boolean[]>
  /** It was right: counting begins anew. */
  succeeded(): Promise<void>
  /** It says nothing, or nothing that clears a counter. */
  broke(): Promise<void>
}

export const never = 2_147_483_647
/** What is told where a lock has no end by itself. */
const longest_s = 86_400

const waitAtMost_ms = 10_000
const lookAgainAfter_ms = 25

/**
 * Begins a try that counts once it has failed. Until then it holds one of the places that failures have left: whoever
 * comes when all are taken waits for the outcome of those before, so that however many come at once, no more are looked at
 * than may fail, and none that is right is refused for company.
 * @throws AppError a counter's refusal while it is locked, 503 `busy`.
 */
export async function begin(deps: FailureDeps, counters: readonly Counted[]): Promise<Tried> {
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
    await release().catch(() => {}) // the database may be what is away
    throw error
  }
  return {
    failed: async () => {
      const locks: boolean[] = []
      for (const { subject, rules } of held) locks.push(await queries.fail(db, subject, rules, clock()))
      return locks
    },
    succeeded: async () => {
      for (const { subject } of held) await queries.forget(db, subject)
    },
    broke: release,
  }
}

async function reserve(deps: FailureDeps, counted: Counted): Promise<void> {
  const giveUp = performance.now() + waitAtMost_ms
  // One looks for all that wait in this process.
  await deps.mutex(counted.subject.toString('base64'), async () => {
    while (!(await queries.reserve(deps.db, counted, deps.clock()))) {
      await assertUnlocked(deps, counted)
      if (performance.now() > giveUp) throw busy('Too many tries at once; try again in a moment.', 1)
      await wait(lookAgainAfter_ms)
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
 * Does work that a network may fail at so often within so long: failures are answers that blame the caller, and nothing
 * else counts.
 * @throws AppError 429 `rate_limited`, 503 `busy`, and what the work throws.
 */
export async function limitFailures<T>(
  deps: FailureDeps,
  limit: RateLimit,
  network: string,
  work: () => Promise<T>,
): Promise<T> {
  const { name, points, per_s } = limit
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
    refusal: (retry_after_s) => rateLimited(limit, retry_after_s),
  }
  const tried = await begin(deps, [counted])
  try {
    const done = await work()
    await tried.broke()
    return done
  } catch (error) {
    if (error instanceof AppError && error.status < 500) await tried.failed()
    else await tried.broke().catch(() => {}) // the database may be what is away
    throw error
  }
}

export function hmac(key: Uint8Array, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}
