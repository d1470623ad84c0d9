import type pg from 'pg'
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { createFresh } from './concurrency/fresh.ts'
import { AppError } from './errors.ts'

/** At most `points` per subject within `per_s` seconds. */
export interface RateLimit {
  /** Part of the counter's key: each name counts apart. */
  name: string
  points: number
  per_s: number
  /** Whether what administrators have set under this name does not count: somebody chose this one. */
  isFixed?: boolean
}

/** What administrators have set in place of a limit's own values, by its name. */
export type LimitChanges = { readonly [name: string]: { points: number; per_s: number } }

/**
 * Counts uses whatever their outcome; `accounts/credentials/failures.ts` counts failures. Counters are in PostgreSQL, so they
 * hold across processes and restarts; those of `takeHere` are this process's alone. What an administrator has set instead of a
 * limit's values holds within two seconds.
 */
export interface RateLimiter {
  /** Counts one call. @throws AppError 429 `rate_limited` with `Retry-After` and RateLimit headers beyond the limit. */
  take(limit: RateLimit, subject: string): Promise<void>
  /** Likewise for what is too frequent to be counted in the database. */
  takeHere(limit: RateLimit, subject: string): Promise<void>
  /** Counts one call; false beyond the limit. For limits that callers must not notice. */
  tryTake(limit: RateLimit, subject: string): Promise<boolean>
  /** The limit with the values that hold now. */
  inEffect(limit: RateLimit): Promise<RateLimit>
  /** Removes expired counters. */
  forgetExpired(now: Date): Promise<void>
}

/** For how long what administrators have set is not read again. */
const freshFor_ms = 2_000

export function createRateLimiter(pool: pg.Pool, readChanges: () => Promise<LimitChanges>): RateLimiter {
  const changes = createFresh<LimitChanges>({}, freshFor_ms, readChanges)
  const inEffect = async (limit: RateLimit): Promise<RateLimit> =>
    limit.isFixed ? limit : { ...limit, ...(await changes())[limit.name] }
  const shared = remember(
    ({ name, points, per_s }) =>
      new RateLimiterPostgres({
        storeClient: pool,
        storeType: 'pool',
        tableName: 'rate_limits',
        tableCreated: true, // by a migration
        keyPrefix: name,
        points,
        duration: per_s,
        clearExpiredByTimeout: false, // a schedule does it
      }),
  )
  const own = remember(
    ({ name, points, per_s }) => new RateLimiterMemory({ keyPrefix: name, points, duration: per_s }),
  )

  type Counter = Pick<RateLimiterMemory, 'consume'>
  const consume = async (counter: Counter, subject: string): Promise<RateLimiterRes | undefined> => {
    try {
      await counter.consume(subject)
      return undefined
    } catch (refusal) {
      if (refusal instanceof RateLimiterRes) return refusal
      throw refusal
    }
  }
  const takeFrom = async (
    counterOf: (limit: RateLimit) => Counter,
    given: RateLimit,
    subject: string,
  ): Promise<void> => {
    const limit = await inEffect(given)
    const refusal = await consume(counterOf(limit), subject)
    if (refusal) throw rateLimited(limit, Math.max(1, Math.ceil(refusal.msBeforeNext / 1000)))
  }

  return {
    take: (limit, subject) => takeFrom(shared, limit, subject),
    takeHere: (limit, subject) => takeFrom(own, limit, subject),
    tryTake: async (limit, subject) => (await consume(shared(await inEffect(limit)), subject)) === undefined,
    inEffect,
    forgetExpired: async (now) => {
      await pool.query('delete from rate_limits where expire < $1', [now.getTime()])
    },
  }
}

/** One counter for each name and values. */
function remember<Counter>(create: (limit: RateLimit) => Counter): (limit: RateLimit) => Counter {
  const counters = new Map<string, Counter>()
  return (limit) => {
    const id = `${limit.name}:${limit.points}:${limit.per_s}`
    const counter = counters.get(id) ?? create(limit)
    counters.set(id, counter)
    return counter
  }
}

/** 429 with RateLimit headers. `retry_after_s` is a whole number of seconds. */
export function rateLimited({ name, points, per_s }: RateLimit, retry_after_s: number): AppError {
  return new AppError(429, 'rate_limited', 'Too many requests; try again later.', {
    headers: {
      'retry-after': String(retry_after_s),
      'ratelimit-policy': `"${name}";q=${points};w=${per_s}`,
      ratelimit: `"${name}";r=0;t=${retry_after_s}`,
    },
  })
}

/** The subject of an address: IPv6 counts by its /64, which one customer owns. */
export function limitSubject(ip: string): string {
  if (!ip.includes(':')) return ip
  // An IPv4-mapped address, as a dual-stack socket reports it.
  const mapped = /^::ffff:([\d.]+)$/i.exec(ip)?.[1]
  if (mapped !== undefined) return mapped
  const [head = '', tail] = ip.split('::')
  const groups = head.split(':').filter(Boolean)
  if (tail !== undefined) {
    const rest = tail.split(':').filter(Boolean)
    while (groups.length + rest.length < 8) groups.push('0')
    groups.push(...rest)
  }
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}
