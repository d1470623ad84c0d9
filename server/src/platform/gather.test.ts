import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { gather } from './gather.ts'

/** Work that ends when it is told to. */
function heldWork() {
  const goes: { items: readonly number[]; end: (error?: Error) => void }[] = []
  const work = (items: readonly number[]) =>
    new Promise<number[]>((resolve, reject) => {
      goes.push({ items, end: (error) => (error ? reject(error) : resolve(items.map((item) => item * 10))) })
    })
  return { goes, work }
}

const turn = () => new Promise((resolve) => setImmediate(resolve))
const patient = { most: 3, patience_ms: 60_000 }

suite('gather', () => {
  test('the first starts at once; what comes meanwhile waits and is done together, in its order', async () => {
    const { goes, work } = heldWork()
    const call = gather(work, patient)
    const first = call(1)
    assert.deepEqual(goes[0]?.items, [1])
    const others = Promise.all([call(2), call(3)])
    await turn()
    assert.equal(goes.length, 1)
    goes[0].end()
    assert.equal(await first, 10)
    await turn()
    assert.deepEqual(goes[1]?.items, [2, 3])
    goes[1].end()
    assert.deepEqual(await others, [20, 30])
  })

  test('what is more than fits comes in the next go', async () => {
    const { goes, work } = heldWork()
    const call = gather(work, patient)
    const all = Promise.all([0, 1, 2, 3, 4].map(call))
    for (let i = 0; i < 3; i++) {
      goes[i]!.end()
      await turn()
    }
    assert.deepEqual(
      goes.map(({ items }) => items),
      [[0], [1, 2, 3], [4]],
    )
    assert.deepEqual(await all, [0, 10, 20, 30, 40])
  })

  test('work that fails fails for all of its items, and for nobody else', async () => {
    const { goes, work } = heldWork()
    const call = gather(work, patient)
    const ended = Promise.allSettled([1, 2, 3].map(call))
    goes[0]!.end()
    await turn()
    goes[1]!.end(new Error('no'))
    await turn()
    const next = call(4)
    goes[2]!.end()
    assert.deepEqual(
      (await ended).map(({ status }) => status),
      ['fulfilled', 'rejected', 'rejected'],
    )
    assert.equal(await next, 40)
  })

  test('work that hangs does not keep others waiting, and ends when it ends', async () => {
    const { goes, work } = heldWork()
    const call = gather(work, { most: 3, patience_ms: 20 })
    const slow = call(1)
    const other = call(2)
    while (goes.length < 2) await turn()
    assert.deepEqual(goes[1]!.items, [2])
    const third = call(3)
    goes[0]!.end() // late: the third waits for the second, not for this one
    assert.equal(await slow, 10)
    await turn()
    assert.equal(goes.length, 2)
    goes[1]!.end()
    assert.equal(await other, 20)
    await turn()
    goes[2]!.end()
    assert.equal(await third, 30)
  })
})
