import assert from 'node:assert/strict'
import { suite, test, type TestContext } from 'node:test'
import { Ajv } from 'ajv'
import { eventTypes } from '../../events/events.ts'
import { createWorld } from '../world.ts'
import { arrange } from '../../platform/http/guide.ts'

// What the API document says of every operation.

interface Media {
  schema: object
  example?: unknown
}
interface Documented {
  operationId: string
  summary: string
  description: string
  tags: string[]
  parameters?: { in: string; name: string }[]
  requestBody?: { required: boolean; content: Record<string, Media> }
  responses: Record<string, { content?: Record<string, Media> }>
}
interface Document {
  paths: Record<string, Record<string, Documented>>
  webhooks: Record<string, Record<string, Documented>>
  tags: { name: string; description: string }[]
  servers: { url: string }[]
  components: object
}

async function read(t: TestContext, url = '/openapi.json') {
  const { app } = await createWorld(t, { env: { PUBLIC_BASE_URL: 'https://video.example.org' } })
  const document = (await app.inject({ url })).json<Document>()
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, ...operation })),
  )
  const ids = new Map(operations.map((operation) => [operation.operationId, operation]))
  return { document, operations, ids }
}

suite('the document', () => {
  test('says of every operation what it does, and how it is called', async (t) => {
    const { document, operations } = await read(t)
    const ajv = new Ajv({ strict: false })
    for (const format of ['uuid', 'date-time', 'email', 'binary', 'uri']) ajv.addFormat(format, true)
    const refer = (schema: object) => ({ ...schema, components: document.components })
    const chapters = document.tags.map(({ name }) => name)
    for (const { path, method, operationId, summary, description, tags, requestBody } of operations) {
      const told = `${method} ${path}`
      assert.ok(summary.length > 5, told)
      const [words = '', example = ''] = description.split('\n\n```sh\n')
      assert.ok(words.length > 5, `${operationId} has no words`)
      assert.match(example, /^curl (-\w+ |-X \w+ )*"https:\/\/video\.example\.org\/(api|openai)\/v1\//, told)
      assert.ok(tags.length === 1 && chapters.includes(tags[0]!), told)
      for (const [type, media] of Object.entries(requestBody?.content ?? {})) {
        if (type !== 'application/json') continue
        const validate = ajv.compile(refer(media.schema))
        assert.ok(
          validate(media.example),
          `${told}: ${JSON.stringify(media.example)} ${ajv.errorsText(validate.errors)}`,
        )
        assert.ok(example.includes(JSON.stringify(media.example)), told)
      }
    }
  })

  test('opens with signing in and a first video, and ends with administration and other names', async (t) => {
    const { document, operations } = await read(t)
    const names = document.tags.map(({ name }) => name)
    assert.deepEqual(
      [names.slice(0, 2), names.slice(-2)],
      [
        ['Sign in', 'Videos'],
        ['Administration', 'Aliases'],
      ],
    )
    assert.deepEqual([operations[0]?.operationId, operations[1]?.operationId], ['register', 'logIn'])
    assert.deepEqual(
      document.servers.map(({ url }) => url),
      ['https://video.example.org'],
    )
  })

  test('has the other names of tasks, and the page for people has not', async (t) => {
    const other = ({ paths }: Document) =>
      Object.keys(paths).filter((path) => /^\/api\/v1\/task(\/|$)/.test(path))
    assert.ok(other((await read(t)).document).length >= 8)
    const page = (await read(t, '/docs/json')).document
    assert.deepEqual([other(page), page.tags.some(({ name }) => name === 'Aliases')], [[], false])
  })

  test('declares Idempotency-Key where it is honoured, and nowhere else', async (t) => {
    const { operations } = await read(t)
    const honoured = operations
      .filter(({ parameters = [] }) => parameters.some(({ name }) => name === 'Idempotency-Key'))
      .map(({ operationId }) => operationId)
    const tasks = ['generateVideo', 'retryTask', 'enhanceTask', 'retryTaskAlias', 'enhanceTaskAlias']
    const dialect = ['openaiCreateVideo', 'openaiRemixVideo']
    const others = ['optimizePrompt', 'generateTags', 'topUp', 'adminAdjustBalance', 'adminRefundTask']
    assert.deepEqual(honoured.toSorted(), [...tasks, ...dialect, ...others].toSorted())
  })

  test('names what is sent and what comes back by its type', async (t) => {
    const { ids } = await read(t)
    const sent = (id: string) => ids.get(id)?.requestBody
    const types = (id: string, status: string) => Object.keys(ids.get(id)?.responses[status]?.content ?? {})
    assert.deepEqual(Object.keys(sent('putAvatar')!.content), ['image/png', 'image/jpeg', 'image/webp'])
    assert.deepEqual(Object.keys(sent('putUpload')!.content), ['image/png', 'image/jpeg', 'image/webp'])
    assert.deepEqual(
      ['logOut', 'enhanceTask', 'generateVideo', 'putAvatar'].map((id) => sent(id)?.required),
      [false, false, true, true],
    )
    for (const id of ['exportTransactions', 'adminExportLedger'])
      assert.deepEqual(types(id, '200'), ['text/csv'])
    assert.deepEqual([types('getResult', '200'), types('getResult', '206')], [['video/mp4'], ['video/mp4']])
    assert.deepEqual(types('exportAccount', '200'), ['application/json'])
    for (const id of ['watchEvents', 'watchTask']) assert.deepEqual(types(id, '200'), ['text/event-stream'])
  })

  test('says what comes to webhooks', async (t) => {
    const { document } = await read(t)
    assert.deepEqual(Object.keys(document.webhooks), [...eventTypes, 'ping'])
    for (const { post } of Object.values(document.webhooks)) {
      assert.deepEqual(
        post!.parameters?.map(({ name }) => name),
        ['webhook-id', 'webhook-timestamp', 'webhook-signature'],
      )
      assert.ok(post!.requestBody?.content['application/json'])
    }
  })
})

test('an operation that the guide does not know, or knows in vain, stops the start', () => {
  const paths = { '/x': { get: { operationId: 'here', summary: 'x', responses: {} } } }
  const chapter = (operations: Record<string, string>) => [{ name: 'A', about: 'B', operations }]
  assert.throws(() => arrange(paths, chapter({}), {}, ''), /lacks here/)
  assert.throws(() => arrange(paths, chapter({ here: 'x', gone: 'x' }), {}, ''), /names gone/)
  assert.equal(arrange(paths, chapter({ here: 'x' }), {}, '').paths['/x']?.['get']?.tags?.[0], 'A')
})
