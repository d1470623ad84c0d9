import type pg from 'pg'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { AppError } from './errors.ts'

/** At most `points` per subject within `per_s` seconds. */
export interface RateLimit {
  /** Part of the counter's key: each name counts apart. */
  name: string
  points: number
  per_s: number
}

/**
 * Counts uses whatever their outcome; `accounts/credentials/failures.ts` counts failures. Counters are in PostgreSQL, so they
 * hold across processes and restarts.
 */
export interface RateLimiter {
  /** Counts one call. @throws AppError 429 `rate_limited` with `Retry-After` and RateLimit headers beyond the limit. */
  take(limit: RateLimit, subject: string): Promise<void>
  /** Counts one call; false beyond the limit. For limits that callers must not notice. */
  tryTake(limit: RateLimit, subject: string): Promise<boolean>
  /** Removes expired counters. */
  forgetExpired(now: Date): Promise<void>
}

export function createRateLimiter(pool: pg.Pool): RateLimiter {
  const limiters = new Map<string, RateLimiterPostgres>()
  const limiterOf = ({ name, points, per_s }: RateLimit): RateLimiterPostgres => {
    const id = `${name}:${points}:${per_s}`
    let limiter = limiters.get(id)
    if (!limiter) {
      limiter = new RateLimiterPostgres({
        storeClient: pool,
        storeType: 'pool',
        tableName: 'rate_limits',
        tableCreated: true, // by a migration
        keyPrefix: name,
        points,
        duration: per_s,
        clearExpiredByTimeout: false, // a schedule does it
      })
      limiters.set(id, limiter)
    }
    return limiter
  }

  const consume = async (limit: RateLimit, subject: string): Promise<RateLimiterRes | undefined> => {
    try {
      await limiterOf(limit).consume(subject)
      return undefined
    } catch (refusal) {
      if (refusal instanceof RateLimiterRes) return refusal
      throw refusal
    }
  }

  return {
    take: async (limit, subject) => {
      const refusal = await consume(limit, subject)
      if (!refusal) return
      throw rateLimited(limit, Math.max(1, Math.ceil(refusal.msBeforeNext / 1000)))
    },
    tryTake: async (limit, subject) => (await consume(limit, subject)) === undefined,
    forgetExpired: async (now) => {
      await pool.query('delete from rate_limits where expire < $1', [now.getTime()])
    },
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
