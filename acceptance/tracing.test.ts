import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cleanUp } from '../server/src/testing/clean-up.ts'
import { type ReceivedSpan, startCollector } from '../server/src/testing/neighbours/otlp.ts'
import { createMaker, installProduct, until, waitForEnd } from './lib/product.ts'
import { startServer } from './lib/worker.ts'

const prompt = 'a very private sea'
const theirs = { trace_id: '0af7651916cd43dd8448eb211c80319c', span_id: 'b7ad6b7169203331' }

test('a trace leads from the caller’s request in one process to the stored video in another, and says nothing private', async (t) => {
  const collector = await startCollector()
  cleanUp(t, () => collector[Symbol.asyncDispose]())
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url }
  const worker = await installProduct(t, env)
  await worker.start()
  const url = await startServer(t, worker, { ...env, OTEL_SERVICE_NAME: 'clipwright-serve' })
  const maker = await createMaker(url)
  const response = await maker.POST('/api/v1/video/generate', {
    body: { prompt, duration_seconds: 1, seed: 7 },
    headers: { traceparent: `00-${theirs.trace_id}-${theirs.span_id}-00` },
  })
  assert.equal((await waitForEnd(maker, response.task_id)).status, 'completed')
  const ofTrace = () => collector.spans.filter(({ trace_id }) => trace_id === theirs.trace_id)
  const names = [
    'POST /api/v1/video/generate',
    'queued',
    'attempt',
    'starting',
    'engine start',
    'computing',
    'storing',
    'engine fetch',
    'storage put',
    'complete',
    'engine forget',
  ]
  await until(
    async () => new Set(ofTrace().map(({ name }) => name)),
    (seen) => names.every((name) => seen.has(name)),
  )
  const one = (name: string): ReceivedSpan => ofTrace().find((span) => span.name === name)!
  const parentOf = (span: ReceivedSpan) => ofTrace().find(({ span_id }) => span_id === span.parent_id)?.name
  const request = one('POST /api/v1/video/generate')
  assert.deepEqual(
    { parent: request.parent_id, kind: request.kind, ...request.attributes, 'clipwright.request_id': '' },
    {
      parent: theirs.span_id,
      kind: 2,
      'http.request.method': 'POST',
      'http.route': '/api/v1/video/generate',
      'http.response.status_code': 200,
      'clipwright.request_id': '',
    },
  )
  assert.deepEqual(
    names.slice(1).map((name) => [name, parentOf(one(name))]),
    [
      ['queued', request.name],
      ['attempt', request.name],
      ['starting', 'attempt'],
      ['engine start', 'starting'],
      ['computing', 'attempt'],
      ['storing', 'attempt'],
      ['engine fetch', 'storing'],
      ['storage put', 'storing'],
      ['complete', 'storing'],
      ['engine forget', 'attempt'],
    ],
  )
  const attempt = one('attempt')
  assert.deepEqual(attempt.attributes, {
    'clipwright.task_id': response.task_id,
    'clipwright.attempt': 1,
    'clipwright.model': 'preview',
    'clipwright.mode': 'text-to-video',
    'clipwright.engine': 'preview',
    'clipwright.outcome': 'completed',
  })
  const computing = one('computing')
  assert.ok(Number(computing.attributes['clipwright.inspections']) >= 1)
  assert.deepEqual(computing.events.at(-1), 'succeeded')
  assert.ok(!ofTrace().some(({ name }) => name === 'engine inspect'))
  assert.ok(one('queued').start_ms >= request.start_ms - 5 && one('queued').end_ms <= attempt.start_ms + 5)
  assert.ok(ofTrace().every((span) => span.end_ms >= span.start_ms && !span.has_failed))
  assert.equal(request.resource['service.name'], 'clipwright-serve')
  assert.equal(attempt.resource['service.name'], 'clipwright')
  assert.notEqual(request.resource['service.instance.id'], attempt.resource['service.instance.id'])

  const lines = worker
    .log()
    .split('\n')
    .filter((line) => line.includes('"task_completed"'))
  const { trace_id, span_id } = JSON.parse(lines[0]!) as { trace_id: string; span_id: string }
  assert.equal(trace_id, theirs.trace_id)
  assert.ok(ofTrace().some((span) => span.span_id === span_id))
  for (const secret of [prompt, 'correct horse', 'svat_', 'svrt_', '@example.org'])
    assert.ok(!collector.text().includes(secret), secret)
})

test('a receiver that hangs costs spans and nothing else, neither at a request nor at the stop', async (t) => {
  const collector = await startCollector()
  cleanUp(t, () => collector[Symbol.asyncDispose]())
  collector.hangs = true
  const product = await installProduct(t, { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url })
  await product.start()
  const maker = await createMaker(product.url)
  await until(
    async () => {
      await maker.GET('/api/v1/me')
      return collector.requests
    },
    (requests) => requests > 0,
  )
  const began = performance.now()
  for (let asked = 0; asked < 50; asked++) await maker.GET('/api/v1/me')
  const { task_id } = await maker.POST('/api/v1/video/generate', { body: { prompt, duration_seconds: 1 } })
  const asked_ms = performance.now() - began
  assert.ok(asked_ms < 10_000, `${asked_ms} ms`) // an export waits for ten seconds
  assert.equal((await waitForEnd(maker, task_id)).status, 'completed')
  const stopping = performance.now()
  assert.equal(await product.stop(), 0)
  const stopped_ms = performance.now() - stopping
  t.diagnostic(`${Math.round(asked_ms)} ms to ask, ${Math.round(stopped_ms)} ms to stop`)
  assert.ok(stopped_ms < 8_000, `${stopped_ms} ms`)
})
