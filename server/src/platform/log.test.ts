import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until } from '../testing/until.ts'
import { createWorld } from '../testing/world.ts'

test('a request is one line of JSON: what was asked, by whom, from where, and what came of it', async (t) => {
  const world = await createWorld(t, { env: { TRUSTED_PROXIES: '127.0.0.1' } })
  const ann = await world.person()
  const lines = () =>
    world
      .logged()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>)
  const lineFrom = (ip: string) => until(() => lines().find((line) => line['ip'] === ip))
  const headers = { authorization: `Bearer ${ann.token}`, 'x-forwarded-for': '203.0.113.7' }
  const answer = await world.app.inject({ url: '/api/v1/me?secret=1', headers })
  assert.partialDeepStrictEqual(await lineFrom('203.0.113.7'), {
    level: 'info',
    reqId: answer.headers['x-request-id'],
    method: 'GET',
    route: '/api/v1/me',
    status: 200,
    user_id: ann.user_id,
    msg: 'request',
  })
  await world.app.inject({ url: '/api/v1/me', headers: { 'x-forwarded-for': '203.0.113.8' } })
  assert.partialDeepStrictEqual(await lineFrom('203.0.113.8'), { status: 401, user_id: null })
  assert.ok(!world.logged().includes('secret'))
})
