import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { createSha256 } from './sha256.ts'

test('a file has the same hash here as anywhere, whatever its length and the pieces in which it comes', () => {
  const bytes = randomBytes(1_000)
  for (let length = 0; length <= 200; length++)
    for (const piece of [1, 7, 63, 64, 65, 200]) {
      const digest = createSha256()
      for (let at = 0; at < length; at += piece)
        digest.update(bytes.subarray(at, Math.min(length, at + piece)))
      const expected = createHash('sha256').update(bytes.subarray(0, length)).digest('hex')
      assert.equal(digest.hex(), expected, `${length} bytes in pieces of ${piece}`)
    }
})

test('the length of a file of more than half a gigabyte, in bits, is part of its hash', () => {
  const piece = new Uint8Array(2 ** 26)
  const digest = createSha256()
  const expected = createHash('sha256')
  for (let part = 0; part < 9; part++) {
    digest.update(piece)
    expected.update(piece)
  }
  assert.equal(digest.hex(), expected.digest('hex'))
})
