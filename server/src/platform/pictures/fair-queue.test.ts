import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { setImmediate as settle } from 'node:timers/promises'
import { createFairQueue } from './fair-queue.ts'

/** A queue whose jobs end by the test's word, in the order in which they began. */
function watched(limits: { at_once: number; at_once_each: number }) {
  const queue = createFairQueue({ ...limits, quota: 100, quota_each: 50 })
  const begun: string[] = []
  const ends: (() => void)[] = []
  const ask = (owner: string): void => {
    const admission = queue.admit(owner)!
    void admission
      .run(async () => {
        begun.push(owner)
        await new Promise<void>((end) => ends.push(end))
      })
      .finally(() => admission[Symbol.dispose]())
  }
  return { ask, begun, endOne: () => (ends.shift()!(), settle()) }
}

suite('fair queue', () => {
  test('jobs go round between owners, however many of one wait', async () => {
    const { ask, begun, endOne } = watched({ at_once: 2, at_once_each: 1 })
    for (const owner of ['a', 'a', 'a', 'a', 'b', 'b', 'c']) ask(owner)
    await settle()
    while (begun.length < 7) await endOne()
    assert.deepEqual(begun, ['a', 'b', 'c', 'a', 'b', 'a', 'a'])
  })

  test('the jobs that run are never all one owner’s', async () => {
    const { ask, begun, endOne } = watched({ at_once: 3, at_once_each: 2 })
    for (let i = 0; i < 9; i++) ask('greedy')
    await settle()
    assert.equal(begun.length, 2)
    ask('modest')
    await settle()
    assert.deepEqual(begun, ['greedy', 'greedy', 'modest'])
    await endOne()
    assert.equal(begun.at(-1), 'greedy')
  })

  test('there is a quota for all and for each owner, and work that is bounded elsewhere is admitted beyond it', () => {
    const queue = createFairQueue({ at_once: 2, at_once_each: 1, quota: 3, quota_each: 2 })
    const [first] = [queue.admit('a'), queue.admit('a')]
    assert.equal(queue.admit('a'), undefined)
    assert.ok(queue.admit('b'))
    assert.equal(queue.admit('c'), undefined)
    assert.ok(queue.admitAlways('c'))
    first![Symbol.dispose]()
    assert.equal(queue.admit('a'), undefined, 'the one beyond it counts as well')
  })
})
