import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createWorld } from '../testing/world.ts'

test('a process that is about to stop still answers, and says at /readyz and by each answer that it is leaving', async (t) => {
  const { app, get } = await createWorld(t)
  const before = await get('/readyz')
  assert.deepEqual([before.statusCode, before.headers['connection']], [200, 'keep-alive'])
  app.leaving.abort()
  const ready = await get('/readyz')
  assert.deepEqual([ready.statusCode, ready.json().code], [503, 'not_ready'])
  assert.equal((await get('/healthz')).statusCode, 200, 'it lives')
  const answer = await get('/api/v1/config')
  assert.deepEqual([answer.statusCode, answer.headers['connection']], [200, 'close'])
})
