import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { createLog } from './log.ts'
import { createMetrics } from './metrics.ts'

const log = createLog({ level: 'silent' })
const values = (text: string): string[] =>
  text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))

suite('what is read at a scrape', () => {
  test('is left out when it fails or hangs, and everything else is served in time', async () => {
    const metrics = createMetrics({ log, process: false }, 50)
    let asked = 0
    const answer = Promise.withResolvers<void>()
    metrics.readings('well', { a: { name: 'a', help: 'a' } }, async () => ({ a: [{ value: 1 }] }))
    metrics.readings('broken', { b: { name: 'b', help: 'b' } }, async () => {
      throw new Error('away')
    })
    metrics.readings('hangs', { c: { name: 'c', help: 'c', labels: ['d'] } }, async () => {
      asked++
      await answer.promise
      return { c: [{ labels: { d: 'e' }, value: 2 }] }
    })
    const first = values(await metrics.text())
    assert.deepEqual(first, [
      'clipwright_reading_success{reading="well"} 1',
      'clipwright_reading_success{reading="broken"} 0',
      'clipwright_reading_success{reading="hangs"} 0',
      'a 1',
    ])
    await metrics.text()
    assert.equal(asked, 1, 'what hangs is not asked again')
    answer.resolve()
    await answer.promise
    const later = values(await metrics.text())
    assert.ok(later.includes('c{d="e"} 2') && later.includes('clipwright_reading_success{reading="hangs"} 1'))
  })

  test('is read once for all who ask meanwhile', async () => {
    const metrics = createMetrics({ log, process: false })
    let reads = 0
    metrics.beforeScrape('counted', async () => void reads++)
    await Promise.all([metrics.text(), metrics.text(), metrics.text()])
    assert.equal(reads, 1)
    await metrics.text()
    assert.equal(reads, 2)
  })
})

test('a counter that is asked for twice is one', async () => {
  const metrics = createMetrics({ log, process: false })
  const about = { name: 'films', help: 'films', labels: ['of'] } as const
  metrics.counter(about).add({ of: 'sea' })
  metrics.counter(about).add({ of: 'sea' }, 2)
  assert.ok((await metrics.text()).includes('films{of="sea"} 3'))
})
