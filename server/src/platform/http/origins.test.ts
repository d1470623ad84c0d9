import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { everyOperation, exampleBody } from '../../testing/every-route/every-route.ts'
import { createWorld } from '../../testing/world.ts'

/** Headers that every page may read, that browsers keep to themselves, or that mean something to them alone. */
const needsNoLeave =
  /^(cache-control|content-(language|length|type)|expires|last-modified|pragma|date|connection|transfer-encoding|clear-site-data|vary|location|set-cookie|access-control-.*|(content-security|referrer|cross-origin-resource)-policy|x-content-type-options)$/

suite('other origins', () => {
  test('T-065 answers are readable by listed pages, exactly, and by no other', async (t) => {
    const { app } = await createWorld(t, { env: { CORS_ALLOWED_ORIGINS: 'https://app.example' } })
    const preflight = async (origin: string) => {
      const headers = {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type',
      }
      return app.inject({ method: 'OPTIONS', url: '/api/v1/me/topup', headers })
    }
    const listed = await preflight('https://app.example')
    assert.equal(listed.headers['access-control-allow-origin'], 'https://app.example')
    assert.equal(listed.headers['access-control-allow-credentials'], 'true')
    for (const origin of ['https://evil.example', 'null', 'https://app.example.evil', 'http://app.example']) {
      assert.equal((await preflight(origin)).headers['access-control-allow-origin'], undefined, origin)
    }
    const answer = await app.inject({ url: '/api/v1/config', headers: { origin: 'https://app.example' } })
    assert.equal(answer.headers['access-control-allow-origin'], 'https://app.example')
    assert.match(String(answer.headers.vary), /Origin/i)
  })

  test('they may use every route, and read every header of its answer', async (t) => {
    const { app, admin } = await createWorld(t, { env: { CORS_ALLOWED_ORIGINS: 'https://app.example' } })
    const { token } = await admin()
    const origin = 'https://app.example'
    const readable = new Set<string>()
    const given = new Set<string>()
    const requests = [
      ...(await everyOperation(app)).filter(({ isStream }) => !isStream),
      { method: 'PUT' as const, url: '/files/x', route: '/files/*', body: undefined },
      { method: 'GET' as const, url: '/nothing', route: '/nothing', body: undefined },
      { method: 'POST' as const, url: '/healthz', route: '/healthz', body: undefined },
    ]
    for (const { method, url, route, body } of requests) {
      const asked = { origin, 'access-control-request-method': method }
      const preflight = await app.inject({ method: 'OPTIONS', url, headers: asked })
      assert.equal(preflight.statusCode, 204, route)
      const methods = String(preflight.headers['access-control-allow-methods']).split(', ')
      assert.ok(methods.includes(method), `${method} ${route}`)
      const { headers } = await app.inject({
        method,
        url,
        headers: {
          origin,
          authorization: `Bearer ${token}`,
          ...(body && { 'content-type': 'application/json' }),
        },
        ...(body && { payload: JSON.stringify(exampleBody(body)) }),
      })
      assert.equal(headers['access-control-allow-origin'], origin, `${method} ${route}`)
      for (const name of String(headers['access-control-expose-headers']).split(', '))
        readable.add(name.toLowerCase())
      for (const name of Object.keys(headers)) given.add(name)
    }
    const limited = [
      'retry-after',
      'ratelimit',
      'ratelimit-policy',
      'idempotent-replayed',
      'content-range',
      'etag',
    ]
    const hidden = [...given, ...limited].filter((name) => !readable.has(name) && !needsNoLeave.test(name))
    assert.deepEqual(hidden, [])
  })

  test('what is no preflight is answered as without a list', async (t) => {
    const { app } = await createWorld(t, { env: { CORS_ALLOWED_ORIGINS: 'https://app.example' } })
    const call = async (method: 'GET' | 'POST' | 'OPTIONS', url: string, origin?: string) => {
      const { statusCode, headers, body } = await app.inject({
        method,
        url,
        headers: origin ? { origin } : {},
      })
      return [statusCode, (JSON.parse(body) as { code: string }).code, headers.allow]
    }
    for (const origin of [undefined, 'https://app.example']) {
      for (const method of ['GET', 'POST', 'OPTIONS'] as const) {
        assert.deepEqual(await call(method, '/api/v1/nothing', origin), [404, 'not_found', undefined])
      }
      const refused = [405, 'method_not_allowed', 'POST']
      assert.deepEqual(await call('OPTIONS', '/api/v1/auth/login', origin), refused)
      assert.deepEqual(await call('GET', '/api/v1/auth/login', origin), refused)
    }
  })

  test('without a list no page of another origin reads anything', async (t) => {
    const { app } = await createWorld(t)
    const answer = await app.inject({ url: '/api/v1/config', headers: { origin: 'https://app.example' } })
    assert.equal(answer.headers['access-control-allow-origin'], undefined)
  })
})

suite('hostile requests', () => {
  test('T-154 what a caller sends can not start a line of the log, nor put a secret in it', async (t) => {
    const { app, logged, person } = await createWorld(t)
    const ann = await person()
    const headers = {
      'user-agent': 'x {"level":"info","msg":"forged"}',
      authorization: `Bearer ${ann.token}`,
    }
    await app.inject({ url: '/api/v1/tasks/%0a%7B%22msg%22%3A%22forged%22%7D?token=verysecret', headers })
    await app.inject({ url: '/api/v1/auth/verify-email?token=verysecret' })
    const lines = logged().trim().split('\n')
    for (const line of lines) assert.equal((JSON.parse(line) as { level: string }).level, 'info')
    assert.ok(
      !logged().includes('forged') && !logged().includes('verysecret') && !logged().includes(ann.token),
    )
  })

  test('T-130 nothing a caller sends comes back in a header', async (t) => {
    const { app, person } = await createWorld(t)
    const ann = await person()
    const headers = {
      authorization: `Bearer ${ann.token}`,
      'idempotency-key': 'mark-me-please',
      'x-request-id': 'mark-me-please',
    }
    const payload = { prompt: 'mark-me-please', duration_seconds: 1 }
    const answer = await app.inject({ method: 'POST', url: '/api/v1/video/generate', headers, payload })
    assert.ok(!JSON.stringify(answer.headers).includes('mark-me-please'))
  })
})
