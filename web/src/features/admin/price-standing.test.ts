import assert from 'node:assert/strict'
import { test } from 'node:test'
import { standingOf } from './price-standing.ts'

test('a price counts until a later one for the same thing begins', () => {
  const price = (price_id: number, resolution: string, effective_from: string) => ({
    price_id,
    kind: 'generate' as const,
    model: '*',
    resolution,
    effective_from,
  })
  const [first, second, next, other] = [
    price(1, '720p', '2026-01-01T00:00:00Z'),
    price(2, '720p', '2026-03-01T00:00:00Z'),
    price(3, '720p', '2026-12-01T00:00:00Z'),
    price(4, '480p', '2026-01-01T00:00:00Z'),
  ]
  const all = [next, second, first, other]
  const standings = [first, second, next, other].map((each) =>
    standingOf(each, all, new Date('2026-06-01T00:00:00Z')),
  )
  assert.deepEqual(standings, ['over', 'now', 'later', 'now'])
})
