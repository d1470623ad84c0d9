import assert from 'node:assert/strict'
import { test } from 'node:test'
import { generate } from 'otplib'
import { createTotpSecret, stepOfCode, totpUrl } from './totp.ts'

// RFC 6238, appendix B: the key is '12345678901234567890' in ASCII; the last six of its eight digits.
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
const vectors: [number, string][] = [
  [59, '287082'],
  [1111111109, '081804'],
  [1111111111, '050471'],
  [1234567890, '005924'],
  [2000000000, '279037'],
  [20000000000, '353130'],
]

test('the codes of RFC 6238 are right at their time', async () => {
  for (const [time_s, code] of vectors) {
    assert.equal(await stepOfCode(secret, code, new Date(time_s * 1000)), Math.floor(time_s / 30))
  }
})

test('T-050 a code is good for its own step and one to either side', async () => {
  for (const at of [0, 1, 29]) {
    const now = new Date((1_700_000_010 + at) * 1000)
    const step = Math.floor(now.getTime() / 30_000)
    const found = []
    for (const drift of [-2, -1, 0, 1, 2]) {
      const code = await generate({ secret, epoch: (step + drift) * 30 })
      found.push(await stepOfCode(secret, code, now))
    }
    assert.deepEqual(found, [undefined, step - 1, step, step + 1, undefined])
  }
})

test('text that is no code has no step, and is no error', async () => {
  for (const code of ['', '12345', '1234567', 'abcdef', '１２３４５６', '12 456', '\u0000']) {
    assert.equal(await stepOfCode(secret, code, new Date()), undefined)
  }
})

test('a secret has 160 bits, and its address carries it to an app', () => {
  const made = createTotpSecret()
  assert.match(made, /^[A-Z2-7]{32}$/)
  const url = new URL(totpUrl(made, 'ann+x@example.org'))
  assert.equal(url.protocol, 'otpauth:')
  assert.equal(decodeURIComponent(url.pathname), '/Clipwright:ann+x@example.org')
  assert.deepEqual([url.searchParams.get('secret'), url.searchParams.get('issuer')], [made, 'Clipwright'])
})
