import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fromMinor, toMinor } from './money.ts'

test('what is typed in credits is exact in minor units, and back', () => {
  for (const [credits, minor] of [
    ['0.12', '12'],
    ['0.125', '12.5'],
    ['10.00', '1000'],
    ['0.00', '0'],
    ['0.00000001', '0.000001'],
    ['-5.50', '-550'],
    ['1234567.89', '123456789'],
  ] as const)
    assert.deepEqual([toMinor(credits), fromMinor(minor)], [minor, credits])
  assert.deepEqual(['10', '10,5', '.5', '1e3', '', ' 7 '].map(toMinor), [
    '1000',
    '1050',
    undefined,
    undefined,
    undefined,
    '700',
  ])
})
