import assert from 'node:assert/strict'
import { buffer } from 'node:stream/consumers'
import { suite, test } from 'node:test'
import { Type } from 'typebox'
import { createLog } from '../../log.ts'
import { createHttpApp, type App } from '../app.ts'
import { acceptForms } from './form-body.ts'
import { Nullable, Text } from './schemas.ts'

const max_text_bytes = 2_000

/** A route that answers with the body that reached it. */
async function echo(): Promise<App> {
  const log = createLog({ level: 'silent' })
  const app = createHttpApp({ log, trusted_proxies: [], body_limit_bytes: 1024, https: false })
  const word = Text('plain', { maxLength: 5_000 })
  const body = Type.Object({
    word: Type.Optional(word),
    count: Type.Optional(Nullable(Type.Integer())),
    share: Type.Optional(Type.Number()),
    yes: Type.Optional(Type.Boolean()),
    nested: Type.Optional(Type.Object({ inner: Type.Optional(word) })),
    file: Type.Optional(word),
  })
  await app.register(async (scope) => {
    acceptForms(scope, {
      max_bytes: 100_000,
      max_text_bytes,
      files: { file: async (_request, bytes) => `${(await buffer(bytes)).length} bytes` },
    })
    scope.post('/form', { schema: { body } }, async (request) => request.body)
  })
  return app
}

const part = (name: string, value: string, more = '') =>
  `--x\r\ncontent-disposition: form-data; name="${name}"${more}\r\n\r\n${value}\r\n`
const asFile = '; filename="a.png"'

async function send(payload: string | Buffer, type = 'multipart/form-data; boundary=x') {
  await using app = Object.assign(await echo(), {
    async [Symbol.asyncDispose]() {
      await app.close()
    },
  })
  const response = await app.inject({
    method: 'POST',
    url: '/form',
    payload,
    headers: { 'content-type': type },
  })
  return { status: response.statusCode, ...response.json<Record<string, unknown>>() }
}

/** Status, and the kind of the first fault or the code. */
async function refusal(payload: string | Buffer, type?: string) {
  const told = (await send(payload, type)) as {
    status: number
    code: string
    detail: { type: string }[] | string
  }
  return [told.status, typeof told.detail === 'string' ? told.code : told.detail[0]?.type]
}

suite('a multipart form', () => {
  test('reaches the schema as JSON would: with numbers, truths, objects and what became of files', async () => {
    const parts = [
      part('word', '5'),
      part('count', '5'),
      part('share', '0.5'),
      part('yes', 'true'),
      part('nested[inner]', 'a'),
      part('file', 'x'.repeat(50_000), asFile),
    ]
    const { status, ...body } = await send(`${parts.join('')}--x--\r\n`)
    assert.equal(status, 200)
    assert.deepEqual(body, {
      word: '5',
      count: 5,
      share: 0.5,
      yes: true,
      nested: { inner: 'a' },
      file: '50000 bytes',
    })
    const { nested } = (await send(`${part('nested', '{"inner": "b"}')}--x--\r\n`)) as { nested?: object }
    assert.deepEqual(nested, { inner: 'b' })
    assert.deepEqual(await send('--x--\r\n'), { status: 200 })
  })

  test('whose values are of other types is refused as JSON would be', async () => {
    assert.deepEqual(await refusal(`${part('count', '5x')}--x--\r\n`), [422, 'int_type'])
    assert.deepEqual(await refusal(`${part('share', '1e400')}--x--\r\n`), [422, 'int_type'])
    assert.deepEqual(await refusal(`${part('yes', 'True')}--x--\r\n`), [422, 'bool_type'])
    assert.deepEqual(await refusal(`${part('nested', '[')}--x--\r\n`), [422, 'json_invalid'])
    assert.deepEqual(await refusal(`${part('nested', '{"__proto__": {}}')}--x--\r\n`), [422, 'json_invalid'])
  })

  test('that is none, has bytes that are no text, or names that are none, is refused', async () => {
    assert.deepEqual(await refusal('--x\r\nnothing'), [422, 'form_invalid'])
    assert.deepEqual(await refusal(part('word', 'cut')), [422, 'form_invalid'])
    assert.deepEqual(await refusal('', 'multipart/form-data'), [422, 'form_invalid'])
    const broken = Buffer.concat([
      Buffer.from(part('word', '').slice(0, -2)),
      Buffer.from([0xff]),
      Buffer.from('\r\n--x--\r\n'),
    ])
    assert.deepEqual(await refusal(broken), [422, 'form_invalid'])
    assert.deepEqual(await refusal(`${part('a[b][c]', '1')}--x--\r\n`), [422, 'form_invalid'])
    assert.deepEqual(await refusal(`${part('word', 'a\0b')}--x--\r\n`), [422, 'value_error'])
  })

  test('that is too large is refused: in all, in its texts together, and in its parts', async () => {
    const full = 'x'.repeat(max_text_bytes)
    assert.equal((await send(`${part('word', full)}--x--\r\n`)).status, 200)
    assert.deepEqual(await refusal(`${part('word', full)}${part('other', 'x')}--x--\r\n`), [
      413,
      'payload_too_large',
    ])
    assert.deepEqual(await refusal(`${part('file', 'x'.repeat(100_000), asFile)}--x--\r\n`), [
      413,
      'payload_too_large',
    ])
    assert.deepEqual(await refusal(`${part('word', 'x').repeat(65)}--x--\r\n`), [422, 'form_invalid'])
  })
})
