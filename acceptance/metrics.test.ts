import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { cleanUp } from '../server/src/testing/clean-up.ts'
import { parseScrape, readCatalogue, seriesOf } from './lib/metrics.ts'
import {
  createAdministrator,
  createMaker,
  freePort,
  installProduct,
  until,
  waitForEnd,
} from './lib/product.ts'

const kinds = ['topup', 'signup_bonus', 'hold', 'capture', 'release', 'refund', 'adjustment', 'charge']

test('each metric of a process moves with what it counts, money as the ledger says, and docs/operating/metrics.md has them all', async (t) => {
  const hook = createServer((_request, response) => response.end()).listen(0, '127.0.0.1')
  await once(hook, 'listening')
  cleanUp(t, () => void hook.close())
  const port = await freePort()
  const product = await installProduct(t, {
    METRICS_PORT: String(port),
    OUTBOUND_ALLOW_HTTP: 'true',
    OUTBOUND_ALLOWED_NETWORKS: '127.0.0.0/8',
  })
  await product.start()
  const scrape = async () => parseScrape(await (await fetch(`http://127.0.0.1:${port}/`)).text())
  const before = await scrape()
  assert.deepEqual(
    kinds.map((kind) => before.sum('clipwright_ledger_credits_total', { kind })),
    kinds.map(() => 0),
    'what is not there yet is zero, so that its first rise is seen',
  )

  const maker = await createMaker(product.url)
  await maker.POST('/api/v1/me/webhooks', {
    body: { url: `http://127.0.0.1:${(hook.address() as AddressInfo).port}/x` },
  })
  const stream = await maker.open('/api/v1/events')
  assert.equal((await scrape()).sum('clipwright_event_streams'), 1)
  const ask = (key: string, prompt: string, duration_seconds = 1) =>
    maker.POST('/api/v1/video/generate', {
      body: { prompt, duration_seconds, seed: 7 },
      params: { header: { 'Idempotency-Key': key } },
    })
  const { task_id } = await ask('one', 'a calm sea')
  assert.equal((await ask('one', 'a calm sea')).task_id, task_id)
  await assert.rejects(maker.GET('/api/v1/tasks/{task_id}', { params: { path: { task_id: 'none' } } }))
  const video = await waitForEnd(maker, task_id)
  assert.equal(video.status, 'completed')
  const { task_id: other } = await ask('two', 'a stormy sea', 5)
  const path = { task_id: other }
  await until(
    async () => (await maker.GET('/api/v1/tasks/{task_id}', { params: { path } })).status,
    (status) => status === 'running',
  )
  await maker.POST('/api/v1/tasks/{task_id}/cancel', { params: { path } })
  await stream.body?.cancel()
  const operator = await createAdministrator(product)
  await operator.POST('/api/v1/auth/forgot-password', { body: { email: 'operator@example.org' } })
  const ledger = await operator.GET('/api/v1/admin/ledger/transactions', {
    params: { query: { page_size: 100 } },
  })
  await operator.GET('/api/v1/admin/ledger/reconciliation')

  const booked = (kind: string): number =>
    ledger.items
      .filter((each) => each.kind === kind)
      .reduce((sum, { entries }) => sum + Math.max(...entries.map(({ amount }) => amount)), 0) / 100
  const model = 'preview'
  const made = { model, engine: 'preview' }
  // By the clock: mails each second, deliveries after the event, money some seconds after it was booked.
  const settled = async () => {
    const now = await scrape()
    return {
      mails: now.sum('clipwright_mail_tries_total', { outcome: 'sent' }) > 0,
      streams: now.sum('clipwright_event_streams') === 0,
      attempts: now.sum('clipwright_attempts_total') === 2,
      delivered: now.sum('clipwright_webhook_try_duration_seconds_count', { outcome: 'delivered' }) > 0,
      money: now.sum('clipwright_ledger_movements_total') === ledger.total,
    }
  }
  await until(settled, (now) => Object.values(now).every(Boolean))
  const after = await scrape()
  assert.deepEqual(
    kinds.map((kind) => [kind, after.sum('clipwright_ledger_credits_total', { kind })]),
    kinds.map((kind) => [kind, booked(kind)]),
  )
  const sums: [string, Record<string, string>, number][] = [
    ['clipwright_tasks_accepted_total', { model }, 2],
    ['clipwright_http_replays_total', { route: '/api/v1/video/generate' }, 1],
    ['clipwright_http_errors_total', { code: 'task_not_found' }, 1],
    ['clipwright_attempts_total', { ...made, outcome: 'completed', fault: '' }, 1],
    ['clipwright_attempts_total', { ...made, outcome: 'canceled', fault: '' }, 1],
    ['clipwright_attempts_reaped_total', {}, 0],
    ['clipwright_video_seconds_total', made, video.media!.duration_s],
    ['clipwright_task_phase_duration_seconds_count', { ...made, phase: 'queued' }, 2],
    ['clipwright_task_phase_duration_seconds_count', { ...made, phase: 'storing' }, 1],
    ['clipwright_engine_call_duration_seconds_count', { engine: 'preview', call: 'fetch', outcome: 'ok' }, 1],
    ['clipwright_tasks', { model, status: 'queued' }, 0],
    ['clipwright_queue_oldest_seconds', { model }, 0],
    ['clipwright_workers', { state: 'working' }, 1],
    ['clipwright_engine_state', { engine: 'preview' }, 1],
    ['clipwright_mails_waiting', {}, 0],
    ['clipwright_ledger_problems', {}, 0],
    ['clipwright_health_problems', {}, 0],
    ['clipwright_build_info', { command: 'start' }, 1],
  ]
  assert.deepEqual(
    sums.map(([name, labels]) => [name, labels, after.sum(name, labels)]),
    sums,
  )
  const slots = (state: string) => after.sum('clipwright_model_slots', { model, state })
  assert.ok(slots('free') + slots('taken') >= 1)
  assert.ok(
    after.sum('clipwright_storage_call_duration_seconds_count', { operation: 'put', outcome: 'ok' }) >= 2,
  )
  assert.ok(after.sum('clipwright_storage_written_bytes_total') > video.media!.bytes)
  assert.ok(after.sum('clipwright_disk_free_bytes') < after.sum('clipwright_disk_size_bytes'))
  const phases = ['starting', 'computing', 'storing'].reduce(
    (sum, phase) => sum + after.sum('clipwright_task_phase_duration_seconds_sum', { phase }),
    0,
  )
  assert.ok(phases > 0.1 && phases < 180, `${phases}`)
  const failed = after.samples.filter(
    ({ name, value }) => name === 'clipwright_reading_success' && value !== 1,
  )
  assert.deepEqual(failed, [])
  const named = after.samples.filter(({ labels }) =>
    Object.values(labels).some((value) => value.includes(task_id) || value.includes('@')),
  )
  assert.deepEqual(named, [], 'no label is a task or a person')

  const catalogue = await readCatalogue()
  const own = [...after.types].filter(([name]) => name.startsWith('clipwright_'))
  assert.deepEqual(
    catalogue
      .filter(({ name }) => name.startsWith('clipwright_'))
      .map(({ name, type, says }) => `${name} ${type}: ${says}`)
      .toSorted(),
    own.map(([name, type]) => `${name} ${type}: ${after.help.get(name)}`).toSorted(),
  )
  for (const row of catalogue) {
    assert.ok(after.types.has(row.name), row.name)
    const seen = after.samples.find(({ name }) => seriesOf(row).includes(name))
    if (!seen) continue
    const labels = Object.keys(seen.labels).filter((label) => label !== 'le')
    assert.deepEqual(labels.toSorted(), row.labels.toSorted(), row.name)
  }
})
