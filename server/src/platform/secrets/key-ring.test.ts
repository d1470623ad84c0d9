import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { createKeyRing, parseMasterKeys } from './key-ring.ts'

const one = { kid: 'one', key: randomBytes(32) }
const two = { kid: 'two', key: randomBytes(32) }

test('T-057 a sealed secret opens under its own name, and after a new key was put first', () => {
  const sealed = createKeyRing([one]).seal('totp:ann', 'JBSWY3DPEHPK3PXP')
  assert.match(sealed, /^v1\.one\.[\w-]{16}\.[\w-]+$/)
  assert.ok(!sealed.includes('JBSWY3DPEHPK3PXP'))
  const rotated = createKeyRing([two, one])
  assert.equal(rotated.open('totp:ann', sealed), 'JBSWY3DPEHPK3PXP')
  assert.deepEqual([rotated.isCurrent(sealed), createKeyRing([one, two]).isCurrent(sealed)], [false, true])
  assert.match(rotated.seal('totp:ann', 'x'), /^v1\.two\./)
})

test("T-057 it opens in nobody else's place, with no bit changed, and without its key not at all", () => {
  const ring = createKeyRing([one])
  const sealed = ring.seal('totp:ann', 'JBSWY3DPEHPK3PXP')
  assert.throws(() => ring.open('totp:eve', sealed))
  const [, , nonce, bytes] = sealed.split('.')
  for (let i = 0; i < Buffer.from(bytes!, 'base64url').length; i++) {
    const changed = Buffer.from(bytes!, 'base64url')
    changed[i]! ^= 1
    assert.throws(() => ring.open('totp:ann', `v1.one.${nonce}.${changed.toString('base64url')}`))
  }
  const otherNonce = Buffer.from(nonce!, 'base64url')
  otherNonce[0]! ^= 1
  for (const value of [
    `v1.one.${otherNonce.toString('base64url')}.${bytes}`,
    `v1.two.${nonce}.${bytes}`,
    `v2.one.${nonce}.${bytes}`,
    `v1.one.${nonce}.`,
    `v1.one..${bytes}`,
    `${sealed}.x`,
    '',
  ]) {
    assert.throws(() => ring.open('totp:ann', value), value)
  }
  assert.throws(() => createKeyRing([two]).open('totp:ann', sealed), /no key one/)
  assert.throws(() => createKeyRing([{ kid: 'one', key: two.key }]).open('totp:ann', sealed))
})

test('a ring is read from names and keys of 32 bytes, each once', () => {
  const base64 = Buffer.from(one.key).toString('base64')
  assert.deepEqual(
    parseMasterKeys(`a:${base64}, b:${base64}`)?.map(({ kid }) => kid),
    ['a', 'b'],
  )
  for (const wrong of [
    '',
    base64,
    `a:${base64},a:${base64}`,
    `a b:${base64}`,
    'a:c2hvcnQ=',
    `a:${base64},`,
  ]) {
    assert.equal(parseMasterKeys(wrong), undefined, wrong)
  }
})
