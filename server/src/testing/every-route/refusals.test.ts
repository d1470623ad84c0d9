import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { suite, test, type TestContext } from 'node:test'
import { createApp } from '../../app.ts'
import { patience_ms, until } from '../until.ts'
import { createWorld } from '../world.ts'
import type { Patience } from '../../platform/http/app.ts'
import { cleanUp } from '../clean-up.ts'

// What is refused before any route sees it, by Node or by the framework, is refused in our words.

async function listening(t: TestContext, patience: Partial<Patience> = {}) {
  const world = await createWorld(t)
  const app = await createApp(world.deps, { check_ms: 50, ...patience })
  world.resources.defer(() => app.close())
  const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }))
  const open = () => {
    const socket = connect(Number(port), '127.0.0.1')
    socket.on('error', () => {}) // a reset is an end too
    cleanUp(t, () => socket.destroy())
    return socket
  }
  /** Everything a connection is told after these bytes, until it is closed. */
  const tell = (bytes: string | Buffer) =>
    new Promise<string>((resolve, reject) => {
      const socket = open()
      let told = ''
      const timer = setTimeout(() => reject(new Error(`still open: ${told}`)), patience_ms)
      socket.on('data', (chunk) => (told += chunk.toString()))
      socket.on('close', () => {
        clearTimeout(timer)
        resolve(told)
      })
      socket.write(bytes)
    })
  return { ...world, app, open, tell }
}

interface Line {
  level: string
  msg: string
  reqId?: string
  status?: number
  route?: string | null
}
const linesOf = (logged: string) =>
  logged
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Line)

/** Status and code of an answer as it came over the line; its body and headers are as docs/errors.md says. */
function refusal(told: string): { status: number; code: string; request_id: string; headers: string } {
  const [headers = '', body = ''] = told.split('\r\n\r\n')
  const { detail, code, request_id, ...rest } = JSON.parse(body) as Record<string, string>
  assert.ok(detail && code && /^req_[0-9A-Z]{26}$/.test(request_id ?? ''), told)
  assert.deepEqual(rest, {}, told)
  const has = (line: string) =>
    assert.ok(headers.toLowerCase().split('\r\n').includes(line), `${line}: ${told}`)
  has(`x-request-id: ${request_id!.toLowerCase()}`)
  has('content-type: application/json; charset=utf-8')
  has('cache-control: no-store')
  has('x-content-type-options: nosniff')
  has(`content-length: ${Buffer.byteLength(body)}`)
  return { status: Number(/^HTTP\/1\.1 (\d{3}) /.exec(headers)?.[1]), code, request_id: request_id!, headers }
}

const closing = 'host: x\r\nconnection: close\r\n'

suite('a refusal has the body of every error, a fitting status and one line of the log', () => {
  const cases: Record<string, [string, number, string]> = {
    'no HTTP at all': ['hello\r\n\r\n', 400, 'bad_request'],
    'a method that nobody knows': [`FOO /healthz HTTP/1.1\r\n${closing}\r\n`, 400, 'bad_request'],
    'no host': ['GET /healthz HTTP/1.1\r\nconnection: close\r\n\r\n', 400, 'bad_request'],
    'two lengths': [
      `POST /healthz HTTP/1.1\r\n${closing}content-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`,
      400,
      'bad_request',
    ],
    'headers without end': [
      `GET / HTTP/1.1\r\n${closing}x: ${'a'.repeat(32_768)}\r\n\r\n`,
      431,
      'headers_too_large',
    ],
    'broken percent-encoding': [`GET /api/v1/tasks/%zz HTTP/1.1\r\n${closing}\r\n`, 400, 'bad_request'],
    'a parameter without end': [
      `GET /api/v1/tasks/${'a'.repeat(2_000)} HTTP/1.1\r\n${closing}\r\n`,
      404,
      'not_found',
    ],
    'a method that no route has': [`QUERY /healthz HTTP/1.1\r\n${closing}\r\n`, 405, 'method_not_allowed'],
    'one with a body of another type': [
      `POST /healthz HTTP/1.1\r\n${closing}content-type: text/xml\r\ncontent-length: 1\r\n\r\n<`,
      405,
      'method_not_allowed',
    ],
    'a body that nobody reads': [
      `POST /nothing HTTP/1.1\r\n${closing}content-type: application/json\r\ncontent-length: 1\r\n\r\n{`,
      404,
      'not_found',
    ],
    'a way out of a folder': [
      `GET /docs/static/../../package.json HTTP/1.1\r\n${closing}\r\n`,
      404,
      'not_found',
    ],
    'the same, encoded': [
      `GET /docs/static/..%2f..%2fpackage.json HTTP/1.1\r\n${closing}\r\n`,
      404,
      'not_found',
    ],
    'a NUL in the name of a file': [`GET /docs/static/%00 HTTP/1.1\r\n${closing}\r\n`, 404, 'not_found'],
    'an expectation that nobody knows': [
      `GET /nothing HTTP/1.1\r\n${closing}expect: a-miracle\r\n\r\n`,
      404,
      'not_found',
    ],
  }
  for (const [what, [bytes, status, code]] of Object.entries(cases)) {
    test(what, async (t) => {
      const { tell, logged } = await listening(t)
      const told = refusal(await tell(bytes))
      assert.deepEqual([told.status, told.code], [status, code])
      const lines = await until(
        async () => linesOf(logged()).find(({ msg }) => msg === 'request') && linesOf(logged()),
        'the line of the request',
      )
      const ours = lines.filter(({ reqId }) => reqId === told.request_id)
      assert.deepEqual(
        ours.map(({ msg, level, status: noted }) => [msg, level, noted]),
        [['request', 'info', status]],
      )
    })
  }

  test('a request that does not arrive in time', async (t) => {
    const { tell } = await listening(t, { headers_ms: 200, request_ms: 300 })
    const told = refusal(await tell('GET /healthz HTTP/1.1\r\nhost'))
    assert.deepEqual([told.status, told.code], [408, 'request_timeout'])
    const head = `POST /api/v1/auth/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 500\r\n\r\n{`
    assert.equal(refusal(await tell(head)).status, 408, 'its body neither')
  })
})

test('bytes that are no request do not break into an answer that has begun', async (t) => {
  const { open, person } = await listening(t)
  const { token } = await person()
  const socket = open()
  let told = ''
  socket.on('data', (chunk) => (told += chunk.toString()))
  const closed = new Promise((resolve) => void socket.on('close', resolve))
  socket.write(`GET /api/v1/events HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\n\r\n`)
  await until(async () => told.includes('\r\n\r\n'), 'the stream')
  socket.write('hello\r\n\r\n')
  await closed
  assert.deepEqual(told.match(/HTTP\/1\.1 \d{3}/g), ['HTTP/1.1 200'])
})

test('a caller who goes away in the middle of a body is no fault of ours', async (t) => {
  const { open, logged, person, post } = await listening(t)
  const { token, user_id } = await person()
  const signed = await post('/api/v1/uploads', token, { content_type: 'image/png' })
  const { upload_url } = signed.json<{ upload_url: string }>()
  const { pathname, search } = new URL(upload_url)
  const bearer = `authorization: Bearer ${token}\r\n`
  const heads = [
    `POST /api/v1/auth/login HTTP/1.1\r\ncontent-type: application/json\r\n`,
    `POST /api/v1/uploads/put HTTP/1.1\r\ncontent-type: image/png\r\n${bearer}`,
    `POST /api/v1/me/avatar/put?object_key=avatars/${user_id}.png HTTP/1.1\r\ncontent-type: image/png\r\n${bearer}`,
    `PUT ${pathname}${search} HTTP/1.1\r\ncontent-type: image/png\r\n`,
  ]
  for (const head of heads) {
    const before = linesOf(logged()).length
    const socket = open()
    socket.write(`${head}host: x\r\ncontent-length: 5000\r\n\r\n{"half of it`)
    await until(async () => socket.bytesWritten > 0 && !socket.connecting, 'the first bytes')
    setTimeout(() => socket.resetAndDestroy(), 50) // whether the handler has them by then or not
    const after = await until(
      async () =>
        linesOf(logged())
          .slice(before)
          .find(({ msg }) => msg === 'request'),
      `the line of ${head}`,
    )
    assert.equal(after.status, 499, head)
  }
  assert.deepEqual(
    linesOf(logged()).filter(({ level }) => level !== 'info'),
    [],
  )
})
