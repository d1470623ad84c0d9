import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { batch } from './batch.ts'

/** Work that ends when it is told to. */
function heldWork() {
  const batches: { items: readonly number[]; end: (error?: Error) => void }[] = []
  const work = (items: readonly number[]) =>
    new Promise<number[]>((resolve, reject) => {
      batches.push({
        items,
        end: (error) => (error ? reject(error) : resolve(items.map((item) => item * 10))),
      })
    })
  return { batches, work }
}

const tick = () => new Promise((resolve) => setImmediate(resolve))
const patient = { max_size: 3, patience_ms: 60_000 }

suite('batch', () => {
  test('the first starts at once; what comes meanwhile waits and is done together, in its order', async () => {
    const { batches, work } = heldWork()
    const call = batch(work, patient)
    const first = call(1)
    assert.deepEqual(batches[0]?.items, [1])
    const others = Promise.all([call(2), call(3)])
    await tick()
    assert.equal(batches.length, 1)
    batches[0].end()
    assert.equal(await first, 10)
    await tick()
    assert.deepEqual(batches[1]?.items, [2, 3])
    batches[1].end()
    assert.deepEqual(await others, [20, 30])
  })

  test('what is more than fits comes in the next batch', async () => {
    const { batches, work } = heldWork()
    const call = batch(work, patient)
    const all = Promise.all([0, 1, 2, 3, 4].map(call))
    for (let i = 0; i < 3; i++) {
      batches[i]!.end()
      await tick()
    }
    assert.deepEqual(
      batches.map(({ items }) => items),
      [[0], [1, 2, 3], [4]],
    )
    assert.deepEqual(await all, [0, 10, 20, 30, 40])
  })

  test('work that fails fails for all of its items, and for nobody else', async () => {
    const { batches, work } = heldWork()
    const call = batch(work, patient)
    const ended = Promise.allSettled([1, 2, 3].map(call))
    batches[0]!.end()
    await tick()
    batches[1]!.end(new Error('no'))
    await tick()
    const next = call(4)
    batches[2]!.end()
    assert.deepEqual(
      (await ended).map(({ status }) => status),
      ['fulfilled', 'rejected', 'rejected'],
    )
    assert.equal(await next, 40)
  })

  test('work that hangs does not keep others waiting, and ends when it ends', async () => {
    const { batches, work } = heldWork()
    const call = batch(work, { max_size: 3, patience_ms: 20 })
    const slow = call(1)
    const other = call(2)
    while (batches.length < 2) await tick()
    assert.deepEqual(batches[1]!.items, [2])
    const third = call(3)
    batches[0]!.end() // late: the third waits for the second, not for this one
    assert.equal(await slow, 10)
    await tick()
    assert.equal(batches.length, 2)
    batches[1]!.end()
    assert.equal(await other, 20)
    await tick()
    batches[2]!.end()
    assert.equal(await third, 30)
  })
})
