import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { nextTry, readRetryAfter } from './retry.ts'
import { createSecret } from './secrets.ts'
import { signedHeaders } from './sign.ts'

suite('signatures', () => {
  // https://github.com/standard-webhooks/standard-webhooks: the vector that its libraries share
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
  const message = {
    id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    sent_at: new Date(1_614_265_330_987),
    body: '{"test": 2432232314}',
  }

  test('they are those of Standard Webhooks', () => {
    assert.deepEqual(signedHeaders(message, [secret]), {
      'webhook-id': message.id,
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    })
  })

  test('two secrets sign side by side', () => {
    const both = signedHeaders(message, [createSecret(), secret])['webhook-signature']!.split(' ')
    assert.equal(both.length, 2)
    assert.equal(both[1], 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=')
    assert.notEqual(both[0], both[1])
  })

  test('a secret has 24 random bytes', () => {
    const secrets = Array.from({ length: 100 }, createSecret)
    assert.equal(new Set(secrets).size, 100)
    for (const one of secrets) {
      assert.match(one, /^whsec_[A-Za-z0-9+/]{32}$/)
      assert.equal(Buffer.from(one.slice(6), 'base64').length, 24)
    }
  })
})

suite('retries', () => {
  const now = new Date('2026-01-01T00:00:00Z')
  const pause_s = (attempts: number, random = 0, retry_after_ms?: number) => {
    const next = nextTry(attempts, { now, random, retry_after_ms })
    return next && (next.getTime() - now.getTime()) / 1000
  }

  test('ten tries in about a day, then no more', () => {
    const pauses = Array.from({ length: 11 }, (_, i) => pause_s(i + 1))
    assert.deepEqual(pauses, [5, 30, 120, 600, 1800, 3600, 10_800, 21_600, 43_200, undefined, undefined])
    const hours = pauses.reduce<number>((sum, pause) => sum + (pause ?? 0), 0) / 3600
    assert.ok(hours > 20 && hours < 28)
  })

  test('chance adds up to a tenth, and takes nothing away', () => {
    assert.equal(pause_s(4, 0.5), 630)
    assert.equal(pause_s(4, 1), 660)
  })

  test('Retry-After puts off, by half a day at most, and never hurries nor adds a try', () => {
    assert.equal(pause_s(1, 0, 90_000), 90)
    assert.equal(pause_s(4, 0, 1000), 600)
    assert.equal(pause_s(1, 0, 9e12), 43_200)
    assert.equal(pause_s(10, 0, 1000), undefined)
  })

  test('Retry-After is seconds or a date; anything else says nothing', () => {
    assert.equal(readRetryAfter('120', now), 120_000)
    assert.equal(readRetryAfter('Thu, 01 Jan 2026 00:01:00 GMT', now), 60_000)
    assert.equal(readRetryAfter('Thu, 01 Jan 2015 00:01:00 GMT', now), 0)
    for (const nothing of [undefined, 'soon', '1e999', ''])
      assert.equal(readRetryAfter(nothing, now), undefined)
  })
})
