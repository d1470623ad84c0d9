import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { ApiError, createClient, downloadResult, refreshTokens } from './client.ts'
import { json, listen } from './testing/listen.ts'

test('an answer that is not 2xx is thrown with everything the service said', async (t) => {
  const service = await listen(t, (_request, response) => {
    response.setHeader('x-request-id', 'req_1')
    response.setHeader('retry-after', '7')
    json(response, 402, { detail: 'Not enough.', code: 'insufficient_balance', required: 50, available: 3 })
  })
  const client = createClient({ base_url: service.url })
  const error = await client
    .POST('/api/v1/video/generate', { body: { prompt: 'x' } })
    .catch((e: unknown) => e)
  assert.ok(error instanceof ApiError)
  const { status, code, detail, request_id, retry_after_s, problems } = error
  assert.deepEqual(
    { status, code, detail, request_id, retry_after_s, problems },
    {
      status: 402,
      code: 'insufficient_balance',
      detail: 'Not enough.',
      request_id: 'req_1',
      retry_after_s: 7,
      problems: [],
    },
  )
  assert.equal(error.body['required'], 50)
})

test('a refused request names each field', async (t) => {
  const problems = [
    { loc: ['body', 'prompt'], msg: 'too short', type: 'string_too_short' },
    { loc: ['query', 'page'], msg: 'too small', type: 'greater_than_equal' },
  ]
  const service = await listen(t, (_request, response) =>
    json(response, 422, { detail: problems, code: 'validation_failed', request_id: 'r' }),
  )
  const error = await createClient({ base_url: service.url })
    .GET('/api/v1/me')
    .catch((e: unknown) => e)
  assert.ok(error instanceof ApiError)
  assert.deepEqual(error.problems, problems)
  assert.equal(error.detail, 'prompt: too short; page: too small')
})

test('what some other server answers is not taken for data', async (t) => {
  const service = await listen(t, (_request, response) => {
    response.setHeader('content-type', 'text/html')
    response.end('<h1>It works</h1>')
  })
  const request = createClient({ base_url: service.url }).GET('/api/v1/me')
  await assert.rejects(request, { name: 'ApiError', status: 200, code: 'unexpected_response' })
})

test('a service that nobody has started is unreachable', async (t) => {
  const service = await listen(t, () => undefined)
  await service.close()
  const request = createClient({ base_url: service.url }).GET('/api/v1/me')
  await assert.rejects(request, { name: 'NetworkError', kind: 'unreachable' })
})

test('an answer that breaks off is no answer', async (t) => {
  const service = await listen(t, (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' })
    response.write('{"user_id":', () => response.destroy())
  })
  const request = createClient({ base_url: service.url }).GET('/api/v1/me')
  await assert.rejects(request, { name: 'NetworkError', kind: 'interrupted' })
})

test('no request lasts longer than it may, also while its answer drips', async (t) => {
  const service = await listen(t, (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    response.write(' ')
  })
  const request = createClient({ base_url: service.url, timeout_ms: 50 }).GET('/api/v1/me')
  await assert.rejects(request, { name: 'NetworkError', kind: 'timeout' })
})

test('a caller that aborts gets its own reason', async (t) => {
  const controller = new AbortController()
  const reason = new Error('enough')
  const service = await listen(t, () => controller.abort(reason))
  const request = createClient({ base_url: service.url }).GET('/api/v1/me', { signal: controller.signal })
  await assert.rejects(request, (error) => error === reason)
})

test('each credential goes into its own header, and nothing under /auth/ sees one', async (t) => {
  const seen: unknown[] = []
  const service = await listen(t, ({ url, headers }, response) => {
    seen.push([url, headers['x-api-key'], headers.authorization, headers['user-agent']])
    json(response, 401, { detail: 'no', code: 'invalid_token' })
  })
  const base_url = `${service.url}/`
  for (const credential of [{ api_key: 'svck_k' }, { access_token: 'svat_a' }, () => 'svat_f']) {
    const client = createClient({ base_url, credential, user_agent: 'test/1' })
    await assert.rejects(client.GET('/api/v1/me'), ApiError)
    await assert.rejects(refreshTokens(client, 'svrt_r'), ApiError)
  }
  const auth = ['/api/v1/auth/refresh', undefined, undefined, 'test/1']
  assert.deepEqual(seen, [
    ['/api/v1/me', 'svck_k', undefined, 'test/1'],
    auth,
    ['/api/v1/me', undefined, 'Bearer svat_a', 'test/1'],
    auth,
    ['/api/v1/me', undefined, 'Bearer svat_f', 'test/1'],
    auth,
  ])
})

test('an expired token is asked for again, once, and the request is sent whole', async (t) => {
  const bodies: unknown[] = []
  const service = await listen(t, (request, response, body) => {
    bodies.push([request.headers.authorization, body])
    json(response, 401, { detail: 'Expired.', code: 'token_expired' })
  })
  const asked: (string | undefined)[] = []
  const client = createClient({
    base_url: service.url,
    credential: (expired) => `token${asked.push(expired)}`,
  })
  await assert.rejects(client.POST('/api/v1/me/topup', { body: { amount: 5 } }), { code: 'token_expired' })
  assert.deepEqual(asked, [undefined, 'token1'])
  assert.deepEqual(bodies, [
    ['Bearer token1', '{"amount":5}'],
    ['Bearer token2', '{"amount":5}'],
  ])
})

test('credentials do not follow the redirect to the storage, nor a call of the API anywhere', async (t) => {
  const storage = await listen(t, ({ headers }, response) => {
    seen.push([headers.authorization, headers['x-api-key'], headers.cookie])
    response.end('video')
  })
  const seen: unknown[] = []
  const service = await listen(t, (_request, response) => {
    response.writeHead(302, { location: `${storage.url}/videos/1.mp4?signature=s` }).end()
  })
  for (const credential of [{ api_key: 'svck_k' }, { access_token: 'svat_a' }]) {
    const client = createClient({ base_url: service.url, credential })
    assert.equal(await (await downloadResult(client, '1')).text(), 'video')
    await assert.rejects(client.GET('/api/v1/me'), { status: 302 })
  }
  const nothing = [undefined, undefined, undefined]
  assert.deepEqual(seen, [nothing, nothing])
})

test('an older result, which comes without a redirect, is the same to the caller', async (t) => {
  const service = await listen(t, (_request, response) => response.end('video'))
  const response = await downloadResult(createClient({ base_url: service.url }), '1')
  assert.equal(await response.text(), 'video')
})

test('a redirect leads to nothing but http', async (t) => {
  const service = await listen(t, (_request, response) =>
    response.writeHead(302, { location: 'data:text/plain,hello' }).end(),
  )
  const client = createClient({ base_url: service.url })
  await assert.rejects(downloadResult(client, '1'), { name: 'ApiError', status: 302 })
})

test('a download that breaks off, stalls, or is aborted says which', async (t) => {
  const controller = new AbortController()
  const reason = new Error('enough')
  const service = await listen(t, ({ url }, response) => {
    response.writeHead(200, { 'content-length': '100' })
    response.write('some', () => {
      if (url?.endsWith('broken')) response.destroy()
    })
  })
  const client = createClient({ base_url: service.url })
  const broken = await downloadResult(client, 'broken')
  await assert.rejects(broken.text(), { name: 'NetworkError', kind: 'interrupted' })
  const stalled = await downloadResult(client, 'stalled', { stall_ms: 50 })
  await assert.rejects(stalled.text(), { name: 'NetworkError', kind: 'timeout' })
  const aborted = await downloadResult(client, 'aborted', { signal: controller.signal })
  const text = aborted.text()
  controller.abort(reason)
  await assert.rejects(text, (error) => error === reason)
})

test('what a storage refuses is an error, and not the video', async (t) => {
  const service = await listen(t, ({ url }, response) =>
    url?.startsWith('/api/')
      ? response.writeHead(302, { location: '/storage' }).end()
      : response.writeHead(403).end('<Error/>'),
  )
  const download = downloadResult(createClient({ base_url: service.url }), '1')
  await assert.rejects(download, { name: 'ApiError', status: 403, code: 'unexpected_response' })
})

test('refreshed tokens are never null', async (t) => {
  const pair = { token_type: 'bearer', refresh_expires_in: 9, session_id: 's' }
  const service = await listen(t, (_request, response, body) =>
    json(response, 200, {
      ...pair,
      ...(body.includes('good')
        ? { access_token: 'a', refresh_token: 'r', expires_in: 600 }
        : { access_token: null, refresh_token: null, expires_in: null }),
    }),
  )
  const client = createClient({ base_url: service.url })
  assert.deepEqual(await refreshTokens(client, 'good'), {
    access_token: 'a',
    refresh_token: 'r',
    expires_in_s: 600,
    session_id: 's',
  })
  await assert.rejects(refreshTokens(client, 'cookie'), ApiError)
})

test('the library runs in a browser: it uses nothing that only Node has', () => {
  const folder = import.meta.dirname
  const files = globSync('*.ts', { cwd: folder }).filter((file) => !file.endsWith('.test.ts'))
  assert.ok(files.includes('client.ts'))
  for (const file of files) {
    const source = readFileSync(join(folder, file), 'utf8')
    assert.doesNotMatch(source, /'node:|\bprocess\.|\bBuffer\b|\brequire\(/, file)
  }
})
