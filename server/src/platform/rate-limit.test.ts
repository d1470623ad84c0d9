import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createPool } from './db/database.ts'
import { createTestDatabase } from '../testing/database.ts'
import { AppError } from './errors.ts'
import { createRateLimiter, limitSubject } from './rate-limit.ts'
import { cleanUp } from '../testing/clean-up.ts'

test('of many calls at once in two processes, exactly as many pass as the limit says', async (t) => {
  const resources = new AsyncDisposableStack()
  cleanUp(t, () => resources.disposeAsync())
  const connection = await createTestDatabase(resources)
  const pools = [1, 2].map(() => createPool({ connection, pool_size: 5, onError: () => {} }))
  for (const pool of pools) resources.defer(() => pool.end())
  const limiters = pools.map((pool) => createRateLimiter(pool, async () => ({})))
  const limit = { name: 'test', points: 10, per_s: 60 }
  const results = await Promise.allSettled(
    Array.from({ length: 40 }, (_, i) => limiters[i % 2]!.take(limit, 'ann')),
  )
  assert.equal(results.filter((result) => result.status === 'fulfilled').length, 10)
  const refused = results.find((result) => result.status === 'rejected')!.reason
  assert.ok(refused instanceof AppError && refused.status === 429 && refused.code === 'rate_limited')
  assert.ok(Number(refused.headers['retry-after']) <= 60)
  await limiters[0]!.take(limit, 'eve')
  assert.equal(await limiters[1]!.tryTake(limit, 'ann'), false)
})

test('an IPv6 network counts as one, however its address is written', () => {
  assert.equal(limitSubject('203.0.113.7'), '203.0.113.7')
  assert.equal(limitSubject('2001:db8:1:2:aaaa::1'), '2001:db8:1:2::/64')
  assert.equal(limitSubject('2001:0db8:0001:0002:bbbb:0:0:9'), '2001:db8:1:2::/64')
  assert.equal(limitSubject('::ffff:203.0.113.7'), '203.0.113.7')
  assert.equal(limitSubject('::1'), '0:0:0:0::/64')
})
