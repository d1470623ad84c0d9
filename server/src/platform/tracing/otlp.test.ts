import assert from 'node:assert/strict'
import { suite, test, type TestContext } from 'node:test'
import { cleanUp } from '../../testing/clean-up.ts'
import { startCollector } from '../../testing/neighbours/otlp.ts'
import { createOtlpTracing } from './otlp.ts'

const caller = (flag: '00' | '01') => `00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-${flag}`
const service = { name: 'test', version: '0', instance: 'here' }

async function trace(t: TestContext, ratio: number) {
  const collector = await startCollector()
  cleanUp(t, () => collector[Symbol.asyncDispose]())
  const problems: string[] = []
  const onProblem = (problem: string) => void problems.push(problem)
  const tracing = createOtlpTracing({ endpoint: collector.url, ratio, service, onProblem })
  return { collector, tracing, problems }
}

suite('a caller', () => {
  test('names the trace, and does not decide whether it is kept', async (t) => {
    const none = await trace(t, 0)
    assert.equal(none.tracing.request(caller('01')), undefined)
    const all = await trace(t, 1)
    assert.equal(all.tracing.request(caller('00'))?.ids.trace_id, '0af7651916cd43dd8448eb211c80319c')
    const half = await trace(t, 0.5)
    const kept = Array.from({ length: 400 }, () => half.tracing.request(caller('01'))).filter(Boolean)
    assert.ok(kept.length > 100 && kept.length < 300, `${kept.length} of 400 with the same id`)
    for (const each of [none, all, half]) await each.tracing[Symbol.asyncDispose]()
  })

  test('who sends no trace, or nonsense, gets a new one', async (t) => {
    const { tracing } = await trace(t, 1)
    const ids = [undefined, '', 'x', `${caller('01')}-more`, '00-0-0-01'].map(
      (header) => tracing.request(header)!.ids.trace_id,
    )
    assert.equal(new Set(ids).size, ids.length)
    assert.ok(ids.every((id) => /^[0-9a-f]{32}$/.test(id)))
    await tracing[Symbol.asyncDispose]()
  })
})

suite('a span', () => {
  test('belongs to the step under way in its own call, and says of an error only what it is', async (t) => {
    const { collector, tracing } = await trace(t, 1)
    const ask = (name: string) =>
      new Promise<void>((resolve) => {
        const request = tracing.request(undefined)!
        request.within(() => {
          void tracing
            .span({ name: `outer ${name}` }, () =>
              tracing.span({ name: `inner ${name}` }, async () => {
                await new Promise(setImmediate)
                assert.ok(tracing.place()!.includes(request.ids.trace_id))
                throw Object.assign(new TypeError('a very private sea'), { code: 'unavailable' })
              }),
            )
            .catch(() => {})
            .finally(() => {
              request.end(name, 500)
              resolve()
            })
        })
      })
    await Promise.all(['a', 'b', 'c'].map(ask))
    assert.equal(await tracing.span({ name: 'alone' }, async () => tracing.ids()), undefined)
    await tracing[Symbol.asyncDispose]()
    const { spans } = collector
    assert.equal(spans.length, 9, 'a step of no request is none')
    for (const name of ['a', 'b', 'c']) {
      const [inner, outer, request] = [`inner ${name}`, `outer ${name}`, name].map((wanted) =>
        spans.find((span) => span.name === wanted)!,
      )
      assert.deepEqual(
        [inner!.parent_id, outer!.parent_id, request!.parent_id],
        [outer!.span_id, request!.span_id, ''],
      )
      assert.ok(inner!.has_failed && outer!.has_failed && request!.has_failed)
    }
    assert.ok(collector.text().includes('TypeError unavailable') && !collector.text().includes('private'))
  })

  test('goes on with what another process began, and not with what nobody kept', async (t) => {
    const { collector, tracing } = await trace(t, 0)
    const past = { name: 'queued', duration_s: 5 }
    await tracing.goOn(caller('01'), { name: 'attempt', past }, async () => {
      assert.equal(tracing.ids()?.trace_id, '0af7651916cd43dd8448eb211c80319c')
    })
    await tracing.goOn('nonsense', { name: 'lost', past }, async () => assert.equal(tracing.place(), null))
    await tracing[Symbol.asyncDispose]()
    assert.deepEqual(
      collector.spans.map(({ name, parent_id }) => [name, parent_id]),
      [
        ['queued', 'b7ad6b7169203331'],
        ['attempt', 'b7ad6b7169203331'],
      ],
    )
    const [queued] = collector.spans
    assert.ok(Math.abs(queued!.end_ms - queued!.start_ms - 5000) < 1)
  })
})

test('spans that cannot be sent are told of once, and hold nobody up', async (t) => {
  const { collector, tracing, problems } = await trace(t, 1)
  await collector[Symbol.asyncDispose]() // nobody listens any more
  tracing.request(undefined)!.end('GET /x', 200)
  const began = performance.now()
  await tracing[Symbol.asyncDispose]()
  assert.ok(performance.now() - began < 5_000)
  assert.ok(problems.length <= 1)
})
