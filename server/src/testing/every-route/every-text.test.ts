import assert from 'node:assert/strict'
import { suite, test, type TestContext } from 'node:test'
import { Type } from 'typebox'
import {
  everyOperation,
  exampleBody,
  inOurWords,
  type Operation,
  type Schema,
  typesOf,
} from './every-route.ts'
import { createWorld } from '../world.ts'
import { createLog } from '../../platform/log.ts'
import { createHttpApp } from '../../platform/http/app.ts'
import { PathId } from '../../platform/http/input/schemas.ts'

// What no text may do that a caller puts into a path, a query or a header, for every route of the document.

/** Percent-encoded: what a database, a file system or a decoder fails on. */
const hostile = {
  NUL: '%00',
  'NUL inside': 'a%00b',
  'a byte that is no UTF-8': '%FF',
  'an overlong slash': '%C0%AF',
  'a lone surrogate': '%ED%A0%80',
  'a noncharacter': '%EF%BF%BF',
  'an astral character': '%F0%9F%90%9F',
  'line breaks': 'a%0D%0Ab',
  'a way up': '..%2F..%2Fetc%2Fpasswd',
  quotes: '%27%20or%201%3D1%20--%20%22%60',
  'a space': '%20',
  'an id in capitals': '9F3B2C1A-0D4E-4F5A-8B6C-7D8E9F0A1B2C',
  'an id with a line break': '9f3b2c1a-0d4e-4f5a-8b6c-7d8e9f0a1b2c%0A',
  'a long one': 'x'.repeat(900),
}

async function everything(t: TestContext) {
  const world = await createWorld(t)
  const caller = await world.admin()
  const send = ({ method, isOpen, body }: Operation, url: string, headers: Record<string, string> = {}) =>
    world.app.inject({
      method,
      url,
      headers: {
        ...(!isOpen && { authorization: `Bearer ${caller.token}` }),
        ...(body && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body && { payload: JSON.stringify(exampleBody(body)) }),
    })
  return { ...world, caller, send, operations: await everyOperation(world.app) }
}

const parameters = (route: string) => [...route.matchAll(/:(\w+)/g)].map((match) => match[1]!)
const isText = (schema: Schema) => typesOf(schema).includes('string') && schema.enum === undefined

suite('a hostile text', () => {
  test('T-096 in an id of a path is 404 and names what is missing, on every route', async (t) => {
    const { operations, send, logged } = await everything(t)
    const withIds = operations.filter(({ route }) => parameters(route).length > 0)
    assert.ok(withIds.length >= 50, 'the document names the routes that take ids')
    for (const operation of withIds) {
      for (const name of parameters(operation.route)) {
        for (const [what, text] of Object.entries(hostile)) {
          const parts = operation.url.split('/')
          parts[operation.route.split('/').indexOf(`:${name}`)] = text
          const answer = inOurWords(await send(operation, parts.join('/')))
          const { statusCode, body } = answer
          const told = `${operation.method} ${operation.route} with ${what} as ${name}: ${body}`
          const { code } = answer.json()
          // Where a name is a caller's own, capitals are one like any other.
          const isName = operation.method === 'PUT' && what === 'an id in capitals'
          if (statusCode === 400) assert.equal(code, 'bad_request', told)
          else if (isName) assert.deepEqual([statusCode, code], [422, 'validation_failed'], told)
          else {
            assert.equal(statusCode, 404, told)
            assert.match(code, /^[a-z_]+_not_found$/, told)
          }
        }
      }
    }
    assert.ok(!logged().includes('request_failed'))
  })

  test('in a query is never our fault, on any route', async (t) => {
    const { operations, send, logged } = await everything(t)
    let tried = 0
    for (const operation of operations) {
      if (operation.isStream) continue
      for (const [name, schema] of Object.entries(operation.query)) {
        for (const [what, text] of Object.entries(hostile)) {
          tried++
          const { statusCode, body } = await send(operation, `${operation.url}?${name}=${text}`)
          const told = `${operation.method} ${operation.route} with ${what} as ${name}: ${body}`
          assert.ok(statusCode < 500, told)
          if (what.startsWith('NUL') && isText(schema)) assert.ok([400, 404, 422].includes(statusCode), told)
        }
      }
    }
    assert.ok(tried > 300)
    assert.ok(!logged().includes('request_failed'))
  })

  test('in a header or a cookie that we read is never our fault, on any route', async (t) => {
    const { operations, send, logged } = await everything(t)
    for (const operation of operations) {
      if (operation.isStream) continue
      for (const text of ['\u00ff\u0080', '%00', 'a%00b', '%ED%A0%80', 'x'.repeat(4000)]) {
        const headers = {
          'idempotency-key': text,
          'last-event-id': text,
          'accept-language': text,
          'user-agent': text,
          cookie: `svsid=${text}; svdev=${text}`,
          range: text,
        }
        const { statusCode, body } = await send(operation, operation.url, headers)
        assert.ok(statusCode < 500, `${operation.method} ${operation.route} with ${text}: ${body}`)
      }
    }
    assert.ok(!logged().includes('request_failed'))
  })
})

suite('a route whose texts nothing checks stops the start', () => {
  const start = async (schema: object, url = '/things') => {
    const log = createLog({ level: 'silent' })
    const app = createHttpApp({ log, trusted_proxies: [], body_limit_bytes: 1024, https: false })
    app.post(url, { schema }, () => 'here')
    await app.ready()
  }
  const Loose = Type.Object({ name: Type.String() })

  test('be it an id of the path', async () => {
    await assert.rejects(start({}, '/things/:thing_id'), /thing_id/)
    await assert.rejects(
      start({ params: Type.Object({ thing_id: Type.String() }) }, '/things/:thing_id'),
      /thing_id/,
    )
    await start({ params: Type.Object({ thing_id: PathId('thing') }) }, '/things/:thing_id')
  })

  test('or of a query or a body, however deep', async () => {
    await assert.rejects(start({ querystring: Loose }), /name/)
    await assert.rejects(start({ body: Type.Object({ all: Type.Array(Loose) }) }), /body\.all\.\[\]\.name/)
    const named = Type.Object({ all: Type.Record(Type.String(), Type.String()) })
    await assert.rejects(start({ body: named }), /body\.all\.\//)
    await start({ body: Type.Object({ id: Type.String({ format: 'uuid' }) }) })
  })
})
