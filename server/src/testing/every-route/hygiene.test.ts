import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { createWorld } from '../world.ts'

// What no route may do with bad input, whichever route it is (ACCOUNTS: input rules).

const register = '/api/v1/auth/register'
const generate = '/api/v1/video/generate'

async function raw(t: Parameters<typeof createWorld>[0]) {
  const world = await createWorld(t)
  const ann = await world.person()
  const send = (url: string, payload: string | Buffer, headers: Record<string, string> = {}) =>
    world.app.inject({
      method: 'POST',
      url,
      payload,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${ann.token}`, ...headers },
    })
  return { ...world, ann, send }
}

suite('bodies', () => {
  test('T-121 what is no JSON object is 422 with the place of the fault', async (t) => {
    const { send } = await raw(t)
    const cases: [string, string][] = [
      ['{"prompt":', 'json_invalid'],
      ['', 'json_invalid'],
      ['{"prompt":"x"} //', 'json_invalid'],
      ['null', 'json_type'],
      ['[]', 'json_type'],
      ['5', 'json_type'],
      ['"x"', 'json_type'],
    ]
    for (const [body, type] of cases) {
      const response = await send(generate, body)
      assert.equal(response.statusCode, 422, body)
      const { detail, code, request_id } = response.json()
      assert.deepEqual([detail[0].loc[0], detail[0].type, code], ['body', type, 'validation_failed'], body)
      assert.equal(request_id, response.headers['x-request-id'])
    }
    const [problem] = (await send(generate, '{"prompt" 5}')).json().detail
    assert.deepEqual(problem.loc, ['body', 10])
  })

  test('T-122 bytes that are not UTF-8 are 422', async (t) => {
    const { send } = await raw(t)
    for (const bytes of [[0xff], [0xc0, 0xaf], [0xed, 0xa0, 0x80], [0xf4, 0x90, 0x80, 0x80]]) {
      const body = Buffer.concat([Buffer.from('{"prompt":"'), Buffer.from(bytes), Buffer.from('"}')])
      const response = await send(generate, body)
      assert.deepEqual([response.statusCode, response.json().detail[0].type], [422, 'json_invalid'])
    }
  })

  test('T-123 NUL, lone surrogates and controls never reach the database', async (t) => {
    const { send, credits, ann, get } = await raw(t)
    await credits(ann, 1000)
    for (const text of ['a\\u0000b', 'a\\ud800', 'a\\u0007b']) {
      for (const field of ['prompt', 'negative_prompt', 'model']) {
        const body = `{"prompt":"sea","${field}":"${text}"}`.replace('"prompt":"sea","prompt"', '"prompt"')
        const response = await send(generate, body)
        assert.equal(response.statusCode, 422, body)
        assert.deepEqual(response.json().detail[0].loc, ['body', field], body)
      }
      const query = await get(
        `/api/v1/tasks?status=${encodeURIComponent(JSON.parse(`"${text.replace('\\ud800', '\\u0000')}"`))}`,
        ann.token,
      )
      assert.ok([200, 422].includes(query.statusCode))
    }
    const stored = await send(generate, '{"prompt":" \\uffff line\\n\\ttwo e\\u0301 ","duration_seconds":1}')
    assert.equal(stored.statusCode, 200)
    const task = await get(`/api/v1/tasks/${stored.json().task_id}`, ann.token)
    assert.equal(task.json().prompt, '\uffff line\n\ttwo \u00e9')
  })

  test('T-124 nothing is coerced', async (t) => {
    const { send } = await raw(t)
    const cases: [string, string, string][] = [
      ['prompt', '5', 'string_type'],
      ['prompt', 'null', 'string_type'],
      ['prompt', '["x"]', 'string_type'],
      ['prompt', '"   "', 'string_too_short'],
      ['duration_seconds', '"5"', 'int_type'],
      ['duration_seconds', 'true', 'int_type'],
      ['duration_seconds', '1.5', 'int_type'],
      ['duration_seconds', '1e400', 'less_than_equal'],
      ['duration_seconds', '0', 'greater_than_equal'],
      ['duration_seconds', '11', 'less_than_equal'],
      ['resolution', '"4k"', 'literal_error'],
      ['resolution', '"__proto__"', 'literal_error'],
      ['aspect_ratio', '"constructor"', 'literal_error'],
      ['model', '"enhance"', 'literal_error'],
      ['seed', '-1', 'greater_than_equal'],
      ['seed', '2147483648', 'less_than_equal'],
      ['image_url', '5', 'string_type'],
    ]
    for (const [field, value, type] of cases) {
      const body = field === 'prompt' ? `{"prompt":${value}}` : `{"prompt":"sea","${field}":${value}}`
      const response = await send(generate, body)
      assert.equal(response.statusCode, 422, body)
      assert.deepEqual(
        [response.json().detail[0].loc, response.json().detail[0].type],
        [['body', field], type],
        body,
      )
    }
    const missing = await send(generate, '{}')
    assert.deepEqual(missing.json().detail[0], {
      loc: ['body', 'prompt'],
      msg: 'Field required',
      type: 'missing',
    })
  })

  test('T-125 deep, wide and large bodies cost little and are refused', async (t) => {
    const { send, app, ann } = await raw(t)
    const deep = `{"prompt":"x","unknown":${'['.repeat(100_000)}${']'.repeat(100_000)}}`
    assert.equal((await send(generate, deep)).json().detail[0].type, 'json_invalid')
    const keys = Array.from({ length: 10_000 }, (_, i) => `"k${i}":1`).join(',')
    assert.equal((await send(generate, `{"prompt":"x",${keys},"seed":-1}`)).statusCode, 422)
    const large = await send(register, `{"email":"${'x'.repeat(64 * 1024)}"}`)
    assert.deepEqual([large.statusCode, large.json().code], [413, 'payload_too_large'])
    const larger = await send(generate, `{"prompt":"${'x'.repeat(256 * 1024)}"}`)
    assert.equal(larger.statusCode, 413)
    assert.equal(
      (await app.inject({ url: '/api/v1/me', headers: { authorization: `Bearer ${ann.token}` } })).statusCode,
      200,
    )
  })

  test('T-126 prototypes can not be set, and duplicate keys are harmless', async (t) => {
    const { send } = await raw(t)
    const proto = await send(generate, '{"prompt":"x","__proto__":{"a":1}}')
    assert.deepEqual([proto.statusCode, proto.json().detail[0].type], [422, 'json_invalid'])
    const constructor = await send(generate, '{"prompt":"x","constructor":{"prototype":{"a":1}}}')
    assert.equal(constructor.statusCode, 422)
    assert.equal((await send(generate, '{"prompt":"x","prompt":5}')).statusCode, 422)
    assert.equal(({} as Record<string, unknown>)['a'], undefined)
  })

  test('T-062 only JSON is read', async (t) => {
    const { app, ann } = await raw(t)
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'application/xml',
    ]) {
      const headers = { 'content-type': type, authorization: `Bearer ${ann.token}` }
      const response = await app.inject({ method: 'POST', url: generate, headers, payload: '{"prompt":"x"}' })
      assert.deepEqual([response.statusCode, response.json().code], [415, 'unsupported_media_type'], type)
    }
  })

  test('T-131 unknown fields are dropped and never written', async (t) => {
    const { send, post, db } = await raw(t)
    const user = {
      email: 'new@example.org',
      password: 'a long secret',
      role: 'admin',
      balance: 5,
      user_id: 'x',
      email_verified: true,
      auth_epoch: 9,
    }
    assert.equal((await post(register, undefined, user)).statusCode, 201)
    const row = await db
      .selectFrom('users')
      .selectAll()
      .where('email', '=', 'new@example.org')
      .executeTakeFirstOrThrow()
    assert.deepEqual([row.role, row.auth_epoch, row.email_verified_at], ['user', 1, null])
    const refused = await send(
      generate,
      '{"prompt":"x","price":0,"cost":0,"user_id":"y","status":"completed","task_id":"z"}',
    )
    assert.equal(refused.statusCode, 402, 'the price is not the caller’s to say')
  })
})

suite('queries and paths', () => {
  test('T-127, T-128 page numbers are digits within range', async (t) => {
    const { get, person } = await createWorld(t)
    const ann = await person()
    const bad: [string, string][] = [
      ['page=0', 'greater_than_equal'],
      ['page=-1', 'int_parsing'],
      ['page_size=0', 'greater_than_equal'],
      ['page_size=101', 'less_than_equal'],
      ['page=1e3', 'int_parsing'],
      ['page=0x10', 'int_parsing'],
      ['page=1.0', 'int_parsing'],
      ['page=%2B1', 'int_parsing'],
      ['page=%201', 'int_parsing'],
      ['page=', 'int_parsing'],
      ['page=1&page=2', 'int_type'],
      ['page=9007199254740992', 'less_than_equal'],
      ['page=9007199254740993', 'less_than_equal'],
      [`page=${'9'.repeat(400)}`, 'less_than_equal'],
    ]
    for (const path of ['/api/v1/tasks', '/api/v1/task', '/api/v1/me/transactions']) {
      for (const [query, type] of bad) {
        const response = await get(`${path}?${query}`, ann.token)
        assert.equal(response.statusCode, 422, query)
        const [problem] = response.json().detail
        assert.deepEqual([problem.loc, problem.type], [['query', query.split('=')[0]], type], query)
      }
      const far = await get(`${path}?page=1000000000&page_size=100&unknown=1`, ann.token)
      assert.deepEqual([far.statusCode, far.json().items, far.json().page], [200, [], 1_000_000_000])
    }
  })

  test('T-129 the status filter takes any text', async (t) => {
    const { get, person } = await createWorld(t)
    const ann = await person()
    for (const status of ['unknown', "' or 1=1 --", 'x'.repeat(8192), '']) {
      const response = await get(`/api/v1/tasks?status=${encodeURIComponent(status)}`, ann.token)
      assert.deepEqual([response.statusCode, response.json().items], [200, []])
    }
  })

  test('T-096 an id that can be no id is 404 on every task route', async (t) => {
    const { app, person } = await createWorld(t)
    const ann = await person()
    const ids = [
      '..%2f..%2fetc%2fpasswd',
      '%00',
      'a%00b',
      'x'.repeat(150),
      '🐟',
      "'%20or%201=1",
      'videos%2fx',
      '%20',
      '-x',
    ]
    for (const id of ids) {
      const routes: ['GET' | 'DELETE', string][] = [
        ['GET', `/api/v1/task/${id}`],
        ['GET', `/api/v1/tasks/${id}`],
        ['DELETE', `/api/v1/task/${id}`],
        ['DELETE', `/api/v1/tasks/${id}`],
        ['GET', `/api/v1/result/${id}`],
      ]
      for (const [method, url] of routes) {
        const response = await app.inject({
          method,
          url: encodeURI(decodeURI(url)).replaceAll('%25', '%'),
          headers: { authorization: `Bearer ${ann.token}` },
        })
        assert.deepEqual(
          [response.statusCode, response.json().code],
          [404, 'task_not_found'],
          `${method} ${url}`,
        )
      }
    }
  })

  test('unknown routes are 404, known paths with another method 405, broken escapes 400', async (t) => {
    const { app } = await createWorld(t)
    const call = async (method: 'GET' | 'POST' | 'PUT' | 'HEAD', url: string) => {
      const response = await app.inject({ method, url })
      return [response.statusCode, method === 'HEAD' ? '' : response.json().code, response.headers.allow]
    }
    assert.deepEqual(await call('GET', '/api/v1/nothing'), [404, 'not_found', undefined])
    assert.deepEqual(await call('GET', '/api/v1/auth/login'), [405, 'method_not_allowed', 'POST'])
    assert.deepEqual(await call('PUT', '/api/v1/tasks/x'), [405, 'method_not_allowed', 'DELETE, GET'])
    assert.deepEqual(await call('HEAD', '/api/v1/me'), [405, '', 'GET'])
    assert.deepEqual(await call('GET', '/api/v1/tasks/%zz'), [400, 'bad_request', undefined])
  })
})

test('answers carry the request id and the headers that browsers need', async (t) => {
  const { get, logged } = await createWorld(t)
  const response = await get('/api/v1/me')
  assert.match(String(response.headers['x-request-id']), /^req_[0-9A-HJKMNP-TV-Z]{26}$/)
  assert.equal(response.json().request_id, response.headers['x-request-id'])
  assert.equal(response.headers['www-authenticate'], 'Bearer realm="api"')
  assert.equal(response.headers['x-content-type-options'], 'nosniff')
  assert.equal(response.headers['content-security-policy'], "default-src 'none'; frame-ancestors 'none'")
  assert.equal(response.headers['referrer-policy'], 'no-referrer')
  assert.equal(response.headers['cross-origin-resource-policy'], 'same-origin')
  assert.match(logged(), new RegExp(`"reqId":"${String(response.headers['x-request-id'])}"`))
})

test('the document at /openapi.json names every schema, and the page at /docs asks nobody else', async (t) => {
  const { app } = await createWorld(t)
  const document = (await app.inject({ url: '/openapi.json' })).json()
  assert.equal(document.openapi, '3.1.0')
  const names = [
    'TaskCreate',
    'TaskOut',
    'TaskListOut',
    'GenerateResponse',
    'TokenPair',
    'UserOut',
    'BalanceOut',
    'HTTPValidationError',
  ]
  for (const name of names) assert.ok(document.components.schemas[name], name)
  const reference =
    document.paths['/api/v1/tasks/{task_id}'].get.responses['200'].content['application/json'].schema
  assert.deepEqual(reference, { $ref: '#/components/schemas/TaskOut' })

  const page = await app.inject({ url: '/docs/' })
  assert.equal(page.statusCode, 200)
  const hosts = page.body.matchAll(/(?:src|href)="(https?:)?\/\//g)
  assert.deepEqual([...hosts], [])
  for (const [, asset] of page.body.matchAll(/(?:src|href)="\.?\/?([^"]+)"/g)) {
    const response = await app.inject({ url: `/docs/${asset!.replace(/^docs\//, '')}` })
    assert.equal(response.statusCode, 200, asset)
  }
})
