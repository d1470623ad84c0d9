import assert from 'node:assert/strict'
import { suite, test, type TestContext } from 'node:test'
import {
  everyOperation,
  example,
  exampleBody,
  inOurWords,
  type Operation,
  type Schema,
  typesOf,
} from './every-route.ts'
import { createWorld } from '../world.ts'

// What no route may do with a bad body, for every route that reads JSON (ACCOUNTS: input rules).

type Writer = Operation & { body: Schema }

async function writers(t: TestContext) {
  const world = await createWorld(t, { env: { ADMIN_MFA_REQUIRED: 'false' } })
  const caller = await world.admin()
  const all = await everyOperation(world.app)
  const operations = all.filter((one): one is Writer => one.body !== undefined)
  assert.ok(operations.length >= 25, 'the document names the routes that read bodies')
  const send = async (operation: Writer, payload: string | Buffer) =>
    inOurWords(
      await world.app.inject({
        method: operation.method,
        url: operation.url,
        payload,
        headers: {
          'content-type': 'application/json',
          ...(!operation.isOpen && { authorization: `Bearer ${caller.token}` }),
        },
      }),
    )
  return { ...world, caller, operations, send }
}

interface Refusal {
  statusCode: number
  body: string
  headers: Record<string, unknown>
  json(): {
    code: string
    request_id: string
    detail: { loc: (string | number)[]; type: string; msg: string }[]
  }
}

/** 422 in the one shape, with the body as the place; says which types were told. */
function typesOfRefusal(response: Refusal, told: string): string[] {
  assert.equal(response.statusCode, 422, `${told}: ${response.body}`)
  const { code, request_id, detail } = response.json()
  assert.deepEqual([code, request_id], ['validation_failed', response.headers['x-request-id']], told)
  assert.ok(detail.length > 0 && detail.every(({ loc, msg }) => loc[0] === 'body' && msg.length > 0), told)
  return detail.map(({ type }) => type)
}

/** Every field of a body, also those inside of others, with how to put a value there. */
function fields(
  schema: Schema,
): { loc: (string | number)[]; schema: Schema; put: (value: unknown) => object }[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, property]) => {
    const put = (value: unknown) => exampleBody(schema, { [name]: value })
    const inner = property.properties ? fields(property) : []
    const items = property.items
      ? [{ loc: [name, 0], schema: property.items, put: (value: unknown) => put([value]) }]
      : []
    return [
      { loc: [name], schema: property, put },
      ...items,
      ...inner.map((field) => ({
        ...field,
        loc: [name, ...field.loc],
        put: (value: unknown) => put(field.put(value)),
      })),
    ]
  })
}

suite('every route that reads JSON', () => {
  test('T-121 answers 422 in one shape to what is no JSON object', async (t) => {
    const { operations, send } = await writers(t)
    for (const operation of operations) {
      const good = JSON.stringify(exampleBody(operation.body))
      const cases: [string, string][] = [
        ['{"a":', 'json_invalid'],
        [good.slice(0, -1), 'json_invalid'],
        [`\uFEFF${good}`, 'json_invalid'],
        [`${good} // why not`, 'json_invalid'],
        [`/* */ ${good}`, 'json_invalid'],
        [`${good}${good}`, 'json_invalid'],
        ['[]', 'json_type'],
        ['5', 'json_type'],
        ['"x"', 'json_type'],
        ['true', 'json_type'],
      ]
      if (!operation.bodyMayBeNull) cases.push(['', 'json_invalid'], ['null', 'json_type'])
      for (const [body, type] of cases) {
        const told = `${operation.route} ${body}`
        assert.deepEqual(typesOfRefusal(await send(operation, body), told), [type], told)
      }
    }
  })

  test('and one that reads none takes an announced body that is empty', async (t) => {
    const { app, send } = await writers(t)
    const silent = (await everyOperation(app)).filter(
      ({ method, readsNothing }) => method !== 'GET' && readsNothing,
    )
    assert.ok(silent.length >= 10)
    for (const operation of silent) {
      const { statusCode, body } = await send(operation as Writer, '')
      assert.ok(statusCode !== 422 && statusCode < 500, `${operation.method} ${operation.route}: ${body}`)
    }
  })

  test('T-122 refuses bytes that are not UTF-8', async (t) => {
    const { operations, send } = await writers(t)
    const sequences = [
      [0xff],
      [0xc0, 0xaf],
      [0xe0, 0x80, 0xaf],
      [0xed, 0xa0, 0x80],
      [0xf4, 0x90, 0x80, 0x80],
      [0xc3],
    ]
    for (const operation of operations) {
      for (const bytes of sequences) {
        const body = Buffer.concat([Buffer.from('{"x":"'), Buffer.from(bytes), Buffer.from('"}')])
        assert.deepEqual(typesOfRefusal(await send(operation, body), operation.route), ['json_invalid'])
      }
    }
  })

  test('T-123 lets no NUL and no lone surrogate into a text, and breaks on no noncharacter', async (t) => {
    const { operations, send, post, get, caller } = await writers(t)
    let texts = 0
    for (const operation of operations) {
      for (const { loc, schema, put } of fields(operation.body)) {
        if (!typesOf(schema).includes('string')) continue
        texts++
        const told = `${operation.route} ${loc.join('.')}`
        // Written as escapes: a lone surrogate has no UTF-8.
        const write = (text: string) => JSON.stringify(put('@@')).replace('"@@"', `"${text}"`)
        const refusedAt = async (text: string) => {
          const response = await send(operation, write(text))
          typesOfRefusal(response, `${told} ${text}`)
          return response.json().detail.map((problem: { loc: unknown }) => JSON.stringify(problem.loc))
        }
        const at = JSON.stringify(['body', ...loc])
        for (const text of ['aaaaaa\\ud800', '\\udc00aaaaaa'])
          assert.ok((await refusedAt(text)).includes(at), told)
        // A password is never stored, only its hash.
        if (!/password/.test(String(loc[0]))) assert.ok((await refusedAt('aaaaaa\\u0000')).includes(at), told)
        else assert.notEqual((await send(operation, write('aaaaaaaa\\u0000'))).statusCode, 500, told)
        assert.notEqual((await send(operation, write('aaaaaaaa\\uffff'))).statusCode, 500, told)
      }
    }
    assert.ok(texts > 40)
    const again = await post('/api/v1/auth/login', undefined, {
      email: caller.email,
      password: caller.password,
    })
    const token = again.json().access_token ?? caller.token
    const nickname = 'a\uffffb\u{1F41F}'
    assert.equal((await post('/api/v1/me/profile', token, { nickname })).statusCode, 200)
    assert.equal((await get('/api/v1/me', token)).json().nickname, nickname)
  })

  test('T-124 takes no value of another type, and says where it stands', async (t) => {
    const { operations, send } = await writers(t)
    const values: [string, string[]][] = [
      ['5', ['integer', 'number']],
      ['1.5', ['number']],
      ['1e400', ['number', 'integer']],
      ['"1"', ['string']],
      ['"true"', ['string']],
      ['true', ['boolean']],
      ['null', ['null']],
      ['[]', ['array']],
      ['{}', ['object']],
    ]
    let tried = 0
    for (const operation of operations) {
      for (const { loc, schema, put } of fields(operation.body)) {
        const types = typesOf(schema)
        if (types.length === 0) continue
        for (const [text, isOf] of values) {
          if (isOf.some((type) => types.includes(type)) && text !== '1e400') continue
          tried++
          const told = `${operation.route} ${loc.join('.')} ${text}`
          const response = await send(operation, JSON.stringify(put('@@')).replace('"@@"', text))
          typesOfRefusal(response, told)
          const places = response
            .json()
            .detail.map((problem: { loc: unknown }) => JSON.stringify(problem.loc))
          assert.ok(places.includes(JSON.stringify(['body', ...loc])), `${told}: ${response.body}`)
        }
      }
      for (const name of operation.body.required ?? []) {
        const { [name]: _, ...rest } = exampleBody(operation.body)
        const response = await send(operation, JSON.stringify(rest))
        assert.ok(typesOfRefusal(response, `${operation.route} without ${name}`).includes('missing'))
      }
    }
    assert.ok(tried > 300)
  })

  test('T-125 refuses deep, wide and large bodies, at little cost', async (t) => {
    const { operations, send } = await writers(t)
    const [roomy, largest, withPicture] = [256 * 1024, 2 * 1024 * 1024, (4096 + 64) * 1024]
    const costs_ms: number[] = []
    for (const operation of operations) {
      const limit = operation.route.startsWith('/api/v1/video/')
        ? roomy
        : operation.route.includes('/inventory/graphs/')
          ? largest
          : operation.route === '/openai/v1/videos'
            ? withPicture
            : 64 * 1024
      /** A body that would pass, but for a field of no meaning. */
      const beside = (text: string) =>
        `${JSON.stringify(exampleBody(operation.body)).slice(0, -1).replace(/[^{]$/, '$&,')}${text}}`
      const nested = (levels: number) => beside(`"x":${'['.repeat(levels)}${']'.repeat(levels)}`)
      const wide = (keys: number) => beside(Array.from({ length: keys }, (_, i) => `"k${i}":1`).join())
      const cases: [string, string][] = [
        [nested(33), 'json_invalid'],
        [nested(30_000), 'json_invalid'],
        [nested(100_000), limit >= roomy ? 'json_invalid' : 'payload_too_large'],
        [wide(Math.max(100_000, limit / 8)), 'payload_too_large'],
        [wide(Math.floor(limit / 12)), ''],
        [`{"x":"${'x'.repeat(limit - 7)}"}`, 'payload_too_large'],
      ]
      for (const [body, expected] of cases) {
        const before = process.cpuUsage()
        const response = await send(operation, body)
        const { user, system } = process.cpuUsage(before)
        const told = `${operation.route} ${body.length}: ${response.body}`
        if (expected === 'json_invalid') assert.deepEqual(typesOfRefusal(response, told), [expected])
        else if (expected === '') assert.ok(response.statusCode < 500, told)
        else assert.deepEqual([response.statusCode, response.json().code], [413, expected], told)
        // What is computed is at most what blocks; where a password is hashed, other threads compute.
        if (expected !== '') costs_ms.push((user + system) / 1000)
      }
    }
    // One that meets a garbage collection may cost more.
    const slow = costs_ms.toSorted((a, b) => a - b)[Math.floor(costs_ms.length * 0.95)]!
    assert.ok(slow < 50, `${slow} ms`)
  })

  test('T-126 refuses prototypes, and reads a repeated key as its last value', async (t) => {
    const { operations, send } = await writers(t)
    for (const operation of operations) {
      const good = JSON.stringify(exampleBody(operation.body)).slice(1)
      const rest = good === '}' ? good : `,${good}`
      for (const bad of ['"__proto__":{"polluted":1}', '"constructor":{"prototype":{"polluted":1}}']) {
        assert.deepEqual(typesOfRefusal(await send(operation, `{${bad}${rest}`), operation.route), [
          'json_invalid',
        ])
      }
      for (const [name, schema] of Object.entries(operation.body.properties ?? {})) {
        if (typesOf(schema).includes('object')) continue
        const twice = `{${JSON.stringify(name)}:${JSON.stringify(example(schema))},${JSON.stringify(name)}:{}}`
        typesOfRefusal(await send(operation, twice), `${operation.route} ${name} twice`)
      }
    }
    assert.equal(({} as Record<string, unknown>)['polluted'], undefined)
    assert.deepEqual(Object.keys(Object.prototype), [])
  })
})
