import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { percentile, replay } from './replay.ts'

/** Numbers from 0 to 1 that are the same in each run (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

function poisson(count: number, { rate, service }: { rate: number; service: number }) {
  const random = seeded(20_261_124)
  const exponential = (mean: number) => -mean * Math.log(1 - random())
  let arrived_s = 0
  return Array.from({ length: count }, () => ({
    arrived_s: (arrived_s += exponential(1 / rate)),
    service_s: exponential(service),
  }))
}

/** The wait that a part of all tasks do not exceed, by the formula of Erlang C. */
function erlangWait(
  part: number,
  slots: number,
  { rate, service }: { rate: number; service: number },
): number {
  const load = rate * service
  let term = 1
  let sum = 0
  for (let k = 0; k < slots; k++) {
    sum += term
    term *= load / (k + 1)
  }
  const queued = term / (1 - load / slots)
  const waits = queued / (sum + queued)
  return Math.max(0, Math.log(waits / (1 - part)) / (slots / service - rate))
}

suite('a replay', () => {
  for (const [slots, rate] of [
    [1, 0.7],
    [2, 1.6],
    [3, 1.6],
    [8, 7.2],
  ] as const)
    test(`of Poisson arrivals at ${rate} a second waits as M/M/${slots} says`, () => {
      const queue = { rate, service: 1 }
      const waits = replay(poisson(400_000, queue), slots)
      for (const part of [0.9, 0.95]) {
        const [found, told] = [percentile(waits, part)!, erlangWait(part, slots, queue)]
        assert.ok(
          Math.abs(found - told) <= 0.06 * told + 0.02,
          `${part}: ${found}, and ${told} by the formula`,
        )
      }
    })

  test('begins tasks in their order, on the slot that is free first', () => {
    const arrivals = [10, 4, 1, 1].map((service_s, at) => ({ arrived_s: at, service_s }))
    assert.deepEqual(replay(arrivals, 1), [0, 9, 12, 12])
    assert.deepEqual(replay(arrivals, 2), [0, 0, 3, 3])
    assert.deepEqual(replay(arrivals, 9), [0, 0, 0, 0])
    assert.deepEqual(replay([], 1), [])
    assert.throws(() => replay(arrivals, 0), RangeError)
  })

  test('a percentile is one of the values', () => {
    const values = [5, 1, 3, 2, 4]
    assert.deepEqual(
      [0, 0.2, 0.5, 0.95, 1].map((part) => percentile(values, part)),
      [1, 1, 3, 5, 5],
    )
    assert.equal(percentile([], 0.5), null)
  })
})
