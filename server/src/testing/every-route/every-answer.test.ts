import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { everyOperation, exampleBody } from './every-route.ts'
import { createWorld } from '../world.ts'

// What every answer of every route has in its headers.

suite('no cache keeps an answer', () => {
  test('of any route, be it good or bad, but an avatar’s address', async (t) => {
    const { app, admin, person, credits, task, post, apiKey } = await createWorld(t)
    const [caller, other] = [await admin(), await person()]
    await credits(caller, 10_000)
    const hook = await post('/api/v1/me/webhooks', caller.token, { url: 'https://example.org/hook' })
    const fill = {
      webhook_id: hook.json<{ webhook_id: string }>().webhook_id,
      task_id: await task(caller),
      user_id: other.user_id,
      key_id: (await apiKey(other)).key_id,
      model: 'preview',
    }
    const good: string[] = []
    for (const { method, url, route, body, isOpen, isStream } of await everyOperation(app, fill)) {
      if (isStream) continue // its own test
      const { statusCode, headers } = await app.inject({
        method,
        url,
        headers: {
          ...(!isOpen && { authorization: `Bearer ${caller.token}` }),
          ...(body && { 'content-type': 'application/json' }),
        },
        ...(body && { payload: JSON.stringify(exampleBody(body)) }),
      })
      const told = `${method} ${route} ${statusCode}`
      assert.equal(headers['cache-control'], 'no-store', told)
      if (statusCode < 300 && method === 'GET' && !isOpen) good.push(told)
    }
    assert.ok(good.length >= 25, `among them good ones: ${good.join(', ')}`)
  })

  test('nor what is no part of the document', async (t) => {
    const { app } = await createWorld(t)
    for (const url of ['/healthz', '/readyz', '/openapi.json', '/nothing', '/api/v1/nothing']) {
      assert.equal((await app.inject({ url })).headers['cache-control'], 'no-store', url)
    }
  })
})

test('the page at /docs works over plain http and names no foreign host in its policy', async (t) => {
  const { app } = await createWorld(t)
  const { headers } = await app.inject({ url: '/docs/' })
  const policy = String(headers['content-security-policy'])
  assert.doesNotMatch(policy, /upgrade-insecure-requests|https:|swagger\.io/)
  assert.match(policy, /default-src 'self'.*script-src 'self' /)
})
