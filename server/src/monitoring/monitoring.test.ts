import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createWorld } from '../testing/world.ts'
import { recordReconciliation } from '../wallet/wallet.ts'
import { observeSlices, startMetricsServer } from './monitoring.ts'

const token = 'a-token-for-prometheus'

test('metrics are for who has the token, and there are none without one', async (t) => {
  const open = await createWorld(t)
  assert.equal((await open.get('/metrics', token)).statusCode, 404)
  const { get } = await createWorld(t, { env: { METRICS_TOKEN: token } })
  const codes = [await get('/metrics'), await get('/metrics', `${token}x`)].map((response) => [
    response.statusCode,
    response.json().code,
  ])
  assert.deepEqual(codes, [
    [401, 'not_authenticated'],
    [401, 'invalid_token'],
  ])
  const response = await get('/metrics', token)
  assert.equal(response.statusCode, 200)
  assert.match(String(response.headers['content-type']), /^text\/plain; version=0\.0\.4/)
})

test('metrics tell of requests by route, of the queue, and of the ledger, on a port of their own too', async (t) => {
  const { deps, person, credits, task, db, resources, get } = await createWorld(t)
  observeSlices(deps, { version: '0', command: 'start' })
  const ann = await person()
  await credits(ann, 100)
  const task_id = await task(ann)
  await get(`/api/v1/tasks/${task_id}`, ann.token)
  await recordReconciliation(db, deps.clock())
  const server = await startMetricsServer(deps, { host: '127.0.0.1', port: 0 })
  resources.use(server)
  const text = await (await fetch(`http://127.0.0.1:${server.port}/`)).text()
  assert.match(
    text,
    /^clipwright_http_request_duration_seconds_count\{method="GET",route="\/api\/v1\/tasks\/:task_id",status="200"\} 1$/m,
  )
  assert.match(text, /^clipwright_tasks\{model="preview",status="queued"\} 1$/m)
  assert.match(text, /^clipwright_queue_oldest_seconds\{model="preview"\} \d/m)
  for (const check of ['R1', 'R2', 'R3', 'R4', 'R5', 'R6', 'R7', 'R8'])
    assert.match(text, new RegExp(`^clipwright_ledger_problems\\{check="${check}"\\} 0$`, 'm'))
  assert.match(text, /^clipwright_ledger_checked_timestamp_seconds \d{10}/m)
  assert.ok(!text.includes(task_id))
})
