import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatCredits, parseCredits } from './credits.ts'
import { videoFileName } from './save-video.ts'
import { completed } from './testing/fake-service.ts'
import { columnsOf, fit } from './terminal-text.ts'

test('credits have two decimals, and no amount is rounded on its way in', () => {
  assert.deepEqual([0, 5, 50, 123456].map(formatCredits), [
    '0.00 credits',
    '0.05 credits',
    '0.50 credits',
    '1234.56 credits',
  ])
  assert.deepEqual(['10', '2.5', '0.07', '1.15'].map(parseCredits), [1000, 250, 7, 115])
  for (const text of ['', '0', '0.00', '-1', '1.005', '1e3', '.5', '1.', ' 1', '99999999']) {
    assert.equal(parseCredits(text), undefined, text)
  }
})

test('an ideograph takes two columns, and text is cut where it would not fit', () => {
  assert.equal(columnsOf('红色的气球'), 10)
  assert.equal(columnsOf('e\u0301🎈'), 3)
  assert.deepEqual([fit('balloon', 7), fit('balloon', 5), fit('红色的', 5)], ['balloon', 'ball…', '红色…'])
})

test('a prompt makes a file name, whatever is in it', () => {
  const named = (prompt: string | null, target: '2k' | null) =>
    videoFileName({ task_id: '0b6f5c1e-58c8', prompt, params: { ...completed.params, target } })
  const name = (prompt: string | null) => named(prompt, null)
  assert.equal(name('A red balloon, over the sea!'), 'a-red-balloon-over-the-sea-0b6f5c1e.mp4')
  assert.equal(name('../../etc/passwd\0'), 'etc-passwd-0b6f5c1e.mp4')
  assert.equal(name('红色的气球'), '红色的气球-0b6f5c1e.mp4')
  assert.equal(name('?!'), 'video-0b6f5c1e.mp4')
  assert.equal(name(null), 'video-0b6f5c1e.mp4')
  assert.equal(named('a red balloon', '2k'), 'a-red-balloon-2k-0b6f5c1e.mp4')
  assert.ok(Buffer.byteLength(name('气球 '.repeat(1000))) < 100)
})
