import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createClient, type Schema, waitForTask } from './client.ts'
import { json, listen } from './testing/listen.ts'

function task(
  status: Schema<'TaskOut'>['status'],
  progress: number | null = null,
): Partial<Schema<'TaskOut'>> {
  return { task_id: 't1', status, progress }
}

test('a wait ends with the task and tells each change once', async (t) => {
  const answers = [task('queued'), task('queued'), task('running', 0.5), task('failed')]
  const service = await listen(t, (_request, response) => json(response, 200, answers.shift()))
  const changes: unknown[] = []
  const ended = await waitForTask(createClient({ base_url: service.url }), 't1', {
    on_change: ({ status, progress }) => changes.push([status, progress]),
  })
  assert.equal(ended.status, 'failed')
  assert.deepEqual(changes, [
    ['queued', null],
    ['running', 0.5],
    ['failed', null],
  ])
})

test('a wait survives a restart of the service: a closed port, then 503', async (t) => {
  const before = await listen(t, (_request, response) => json(response, 200, task('running', 0.1)))
  const retries: string[] = []
  let restarted: Promise<unknown> | undefined
  const ended = await waitForTask(createClient({ base_url: before.url }), 't1', {
    on_change: ({ status }) => {
      if (status === 'running' && !restarted) restarted = before.close()
    },
    on_retry: (error) => {
      retries.push('kind' in error ? error.kind : error.code)
      if (retries.length > 1) return
      let calls = 0
      const again = (_request: unknown, response: Parameters<typeof json>[0]) => {
        calls += 1
        if (calls === 1) json(response, 503, { detail: 'Starting.', code: 'busy' })
        else json(response, 200, task('completed', 1))
      }
      restarted = listen(t, again, before.port)
    },
  })
  await restarted
  assert.equal(ended.status, 'completed')
  assert.match(retries.join(), /^((unreachable|interrupted),)+busy$/)
})

test('a service that stays away is reported', async (t) => {
  const service = await listen(t, () => undefined)
  await service.close()
  const client = createClient({ base_url: service.url })
  await assert.rejects(waitForTask(client, 't1', { outage_ms: 0 }), { kind: 'unreachable' })
})

test('what asking again cannot mend ends the wait at once', async (t) => {
  let calls = 0
  const service = await listen(t, (_request, response) => {
    calls += 1
    json(response, 404, { detail: 'No such task.', code: 'task_not_found' })
  })
  await assert.rejects(waitForTask(createClient({ base_url: service.url }), 't1'), { status: 404 })
  assert.equal(calls, 1)
})

test('a wait has an end of its own', async (t) => {
  const service = await listen(t, (_request, response) => json(response, 200, task('queued')))
  const wait = waitForTask(createClient({ base_url: service.url }), 't1', { timeout_ms: 1 })
  await assert.rejects(wait, { name: 'WaitTimeoutError', task: task('queued') })
})

test('an abort ends the wait between two questions', async (t) => {
  const service = await listen(t, (_request, response) => json(response, 200, task('queued')))
  const controller = new AbortController()
  const reason = new Error('enough')
  const wait = waitForTask(createClient({ base_url: service.url }), 't1', {
    signal: controller.signal,
    on_change: () => setImmediate(() => controller.abort(reason)),
  })
  await assert.rejects(wait, (error) => error === reason)
})
