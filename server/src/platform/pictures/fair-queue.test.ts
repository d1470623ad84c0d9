import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { setImmediate as settle } from 'node:timers/promises'
import { createFairQueue } from './fair-queue.ts'

/** FairQueue whose work ends by the test's word, in the order in which it began. */
function watched(limits: { at_once: number; at_once_each: number }) {
  const queue = createFairQueue({ ...limits, places: 100, places_each: 50 })
  const begun: string[] = []
  const ends: (() => void)[] = []
  const ask = (owner: string): void => {
    const place = queue.enter(owner)!
    void place
      .run(async () => {
        begun.push(owner)
        await new Promise<void>((end) => ends.push(end))
      })
      .finally(() => place[Symbol.dispose]())
  }
  return { ask, begun, endOne: () => (ends.shift()!(), settle()) }
}

suite('fair queue', () => {
  test('go round between owners, however many of one wait', async () => {
    const { ask, begun, endOne } = watched({ at_once: 2, at_once_each: 1 })
    for (const owner of ['a', 'a', 'a', 'a', 'b', 'b', 'c']) ask(owner)
    await settle()
    while (begun.length < 7) await endOne()
    assert.deepEqual(begun, ['a', 'b', 'c', 'a', 'b', 'a', 'a'])
  })

  test('are never all one owner’s', async () => {
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

  test('have so many places in all and for each owner, and work that is bounded elsewhere has one beyond them', () => {
    const queue = createFairQueue({ at_once: 2, at_once_each: 1, places: 3, places_each: 2 })
    const [first] = [queue.enter('a'), queue.enter('a')]
    assert.equal(queue.enter('a'), undefined)
    assert.ok(queue.enter('b'))
    assert.equal(queue.enter('c'), undefined)
    assert.ok(queue.insist('c'))
    first![Symbol.dispose]()
    assert.equal(queue.enter('a'), undefined, 'the one beyond them counts as well')
  })
})
