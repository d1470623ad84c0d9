import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { createWorld } from '../../testing/world.ts'

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
    const headers = { 'user-agent': 'x {"level":30,"msg":"forged"}', authorization: `Bearer ${ann.token}` }
    await app.inject({ url: '/api/v1/tasks/%0a%7B%22msg%22%3A%22forged%22%7D?token=verysecret', headers })
    await app.inject({ url: '/api/v1/auth/verify-email?token=verysecret' })
    const lines = logged().trim().split('\n')
    for (const line of lines) assert.equal(typeof (JSON.parse(line) as { level: number }).level, 'number')
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
