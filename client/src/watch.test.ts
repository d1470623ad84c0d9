import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { suite, test } from 'node:test'
import { createClient, type Reset, type TaskEvent, watchEvents, watchTask } from './client.ts'
import { createEventParser } from './event-parser.ts'
import { json, listen } from './testing/listen.ts'

const stream = (response: ServerResponse) =>
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' })
const event = (id: number, type: string, status = 'running') =>
  `id: ${id}\nevent: ${type}\ndata: {"task_id":"t1","status":"${status}"}\n\n`

async function collect(events: AsyncIterable<TaskEvent | Reset>, most = Infinity) {
  const seen: (string | undefined)[] = []
  for await (const one of events) {
    seen.push(one.type === 'reset' ? 'reset' : `${one.id} ${one.type} ${one.task.status}`)
    if (seen.length >= most) break
  }
  return seen
}

suite('watching', () => {
  test('a broken stream goes on after its last event, also after the service was away', async (t) => {
    const asked: (string | undefined)[] = []
    const service = await listen(t, ({ headers, url }, response) => {
      assert.equal(url, '/api/v1/tasks/t%2F1/events')
      asked.push(headers['last-event-id'] as string | undefined)
      if (asked.length === 1)
        stream(response).write(`retry: 5\n\n${event(3, 'task.queued')}`, () => response.destroy())
      else if (asked.length === 2) json(response, 503, { detail: 'Starting.', code: 'busy' })
      else if (asked.length === 3)
        stream(response).end(`id: 3\n\n: still here\n\n${event(4, 'task.running')}`)
      else stream(response).end(event(9, 'task.completed', 'completed'))
    })
    const retries: string[] = []
    const seen = await collect(
      watchTask(createClient({ base_url: service.url }), 't/1', {
        on_retry: (error) => retries.push('kind' in error ? error.kind : error.code),
      }),
    )
    assert.deepEqual(seen, ['3 task.queued running', '4 task.running running', '9 task.completed completed'])
    assert.deepEqual(asked, [undefined, '3', '3', '4'])
    assert.deepEqual(retries, ['interrupted', 'busy'])
  })

  test('a new live picture is told apart from what happens to the task', async (t) => {
    const live = { task_id: 't1', live_url: '/api/v1/tasks/t1/live' }
    const told = `event: task.live\ndata: ${JSON.stringify(live)}\n\n`
    const service = await listen(t, (_request, response) =>
      stream(response).end(told + event(1, 'task.running') + told + event(2, 'task.completed')),
    )
    const client = createClient({ base_url: service.url })
    assert.deepEqual(await collect(watchTask(client, 't1')), [
      '1 task.running running',
      '2 task.completed running',
    ])
    const seen: unknown[] = []
    await collect(watchTask(client, 't1', { on_live: (picture) => seen.push(picture) }))
    assert.deepEqual(seen, [live, live])
  })

  test('a task that has ended is no reason to ask again', async (t) => {
    let calls = 0
    const service = await listen(t, (_request, response) => {
      calls += 1
      response.writeHead(204).end()
    })
    const client = createClient({ base_url: service.url })
    assert.deepEqual(await collect(watchTask(client, 't1', { last_event_id: '9' })), [])
    assert.equal(calls, 1)
  })

  test('a failure that was tried again in the past does not end the watch', async (t) => {
    const service = await listen(t, (_request, response) =>
      stream(response).end(
        event(1, 'task.failed', 'failed') + event(2, 'task.requeued') + event(3, 'task.completed'),
      ),
    )
    const seen = await collect(watchTask(createClient({ base_url: service.url }), 't1'))
    assert.equal(seen.length, 3)
  })

  test('everything of the caller goes on without end, and tells when events were missed', async (t) => {
    const asked: unknown[] = []
    const service = await listen(t, ({ headers }, response) => {
      asked.push(headers['last-event-id'])
      stream(response).end(
        asked.length === 1
          ? `retry: 1\nid: 7\n\nevent: reset\ndata: {}\n\n`
          : event(7 + asked.length, 'task.completed'),
      )
    })
    const client = createClient({ base_url: service.url })
    const seen = await collect(watchEvents(client, { last_event_id: '1' }), 3)
    assert.deepEqual(seen, ['reset', '9 task.completed running', '10 task.completed running'])
    assert.deepEqual(asked, ['1', '7', '9'])
  })

  test('who stops reading, or aborts, lets the connection go', async (t) => {
    const closed: Promise<unknown>[] = []
    const service = await listen(t, (_request, response) => {
      closed.push(new Promise((resolve) => response.once('close', resolve)))
      stream(response).write(event(1, 'task.queued'))
    })
    const client = createClient({ base_url: service.url })
    assert.equal((await collect(watchEvents(client), 1)).length, 1)
    await closed[0]
    const controller = new AbortController()
    const reason = new Error('enough')
    const watch = watchEvents(client, { signal: controller.signal })
    await watch.next()
    const next = watch.next()
    controller.abort(reason)
    await assert.rejects(next, (error) => error === reason)
    await closed[1]
  })

  test('a stream that falls silent is taken for broken, and one that never spoke for none', async (t) => {
    let calls = 0
    const service = await listen(t, (_request, response) => {
      calls += 1
      stream(response).flushHeaders()
      if (calls === 1) response.write(`retry: 1\n\n${event(1, 'task.queued')}`)
      if (calls === 2) response.end(event(2, 'task.failed'))
    })
    const client = createClient({ base_url: service.url })
    assert.deepEqual((await collect(watchTask(client, 't1', { silence_ms: 50 }))).length, 2)
    await assert.rejects(collect(watchTask(client, 't1', { silence_ms: 50 })), { kind: 'timeout' })
  })

  test('what is refused, and what is no stream, is told', async (t) => {
    const service = await listen(t, ({ url }, response) =>
      url === '/api/v1/events'
        ? json(response, 429, { detail: 'Too many.', code: 'too_many_streams' })
        : json(response, 200, { task_id: 't1' }),
    )
    const client = createClient({ base_url: service.url })
    await assert.rejects(collect(watchEvents(client)), { code: 'too_many_streams' })
    await assert.rejects(collect(watchTask(client, 't1')), { code: 'unexpected_response' })
  })

  test('a service that stays away is reported', async (t) => {
    const service = await listen(t, () => undefined)
    await service.close()
    const watch = watchTask(createClient({ base_url: service.url }), 't1', { outage_ms: 0 })
    await assert.rejects(watch.next(), { kind: 'unreachable' })
  })
})

suite('the parser', () => {
  const text =
    '\n: comment\nid: 1\nevent: a\ndata: one\ndata:two\n\ndata\n\nid:2\r\ndata: x: y\r\n\r\nretry: 20\rid: 3\r\rretry: x\ndata: z\n\n'
  const all = [
    { id: '1' },
    { type: 'a', data: 'one\ntwo' },
    { type: 'message', data: '' },
    { id: '2' },
    { type: 'message', data: 'x: y' },
    { retry_ms: 20 },
    { id: '3' },
    { type: 'message', data: 'z' },
  ]

  test('it reads all that the format allows, however it is cut', () => {
    for (let size = 1; size <= text.length; size++) {
      const parse = createEventParser()
      const pieces = Array.from({ length: Math.ceil(text.length / size) }, (_, i) =>
        text.slice(i * size, (i + 1) * size),
      )
      assert.deepEqual(pieces.flatMap(parse), all, `in pieces of ${size}`)
    }
  })

  test('it keeps no message without end', () => {
    const parse = createEventParser()
    assert.throws(() => {
      for (let i = 0; i < 100; i++) parse(`data: ${'x'.repeat(100_000)}`)
    }, RangeError)
  })
})
