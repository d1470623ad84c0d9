import assert from 'node:assert/strict'
import { connect, type Socket } from 'node:net'
import { suite, test, type TestContext } from 'node:test'
import { createApp } from '../../app.ts'
import { createWorld } from '../../testing/world.ts'
import { patience_ms } from '../../testing/until.ts'
import { type Patience, usualPatience } from './app.ts'
import { cleanUp } from '../../testing/clean-up.ts'

// T-157: callers that keep a connection and give nothing for it.

/** A listening server of little patience. */
async function listening(t: TestContext, patience: Partial<Patience>) {
  const world = await createWorld(t)
  const app = await createApp(world.deps, { check_ms: 50, ...patience })
  world.resources.defer(() => app.close())
  const url = new URL(await app.listen({ host: '127.0.0.1', port: 0 }))
  /** A connection, with what it was told until it was closed. */
  const open = (): { socket: Socket; closed: Promise<string> } => {
    const socket = connect(Number(url.port), url.hostname)
    let told = ''
    const closed = new Promise<string>((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`still open: ${told}`)), patience_ms)
      socket.on('data', (chunk) => (told += chunk.toString()))
      socket.on('error', () => {}) // a reset is an end too
      socket.on('close', () => {
        clearTimeout(timer)
        resolve(told)
      })
    })
    cleanUp(t, () => socket.destroy())
    return { socket, closed }
  }
  /** Sends a byte now and then, until the other side has enough. */
  const drip = async (head: string): Promise<string> => {
    const { socket, closed } = open()
    socket.write(head)
    const timer = setInterval(() => socket.writable && socket.write('a'), 40)
    return closed.finally(() => clearInterval(timer))
  }
  const isAlive = async () => {
    const { status } = await fetch(new URL('/readyz', url), { signal: AbortSignal.timeout(10_000) })
    return status === 200
  }
  return { ...world, app, open, drip, isAlive }
}

const least = { headers_ms: 60_000, request_ms: 1_000, upload_bytes_per_s: 1_000 }

type Listening = Awaited<ReturnType<typeof listening>>

/** The head of a request to each route that takes a large body, of so many bytes. */
async function uploads({ person, post }: Listening, bytes: number): Promise<string[]> {
  const ann = await person()
  const body = `host: x\r\nconnection: close\r\ncontent-type: image/png\r\ncontent-length: ${bytes}\r\n`
  const own = `${body}authorization: Bearer ${ann.token}\r\n\r\n`
  const type = { content_type: 'image/png' }
  const { upload_url } = (await post('/api/v1/uploads', ann.token, type)).json()
  const { pathname, search } = new URL(upload_url)
  return [
    `POST /api/v1/uploads/put HTTP/1.1\r\n${own}`,
    `POST /api/v1/me/avatar/put?object_key=avatars/${ann.user_id}.png HTTP/1.1\r\n${own}`,
    `PUT ${pathname}${search} HTTP/1.1\r\n${body}\r\n`,
  ]
}

/** Sends a body for longer than any one limit, at ten times the least rate. */
async function sendSteadily({ open }: Listening, head: string, bytes: number): Promise<string> {
  const { socket, closed } = open()
  socket.write(head)
  const parts = 100
  let sent = 0
  const timer = setInterval(() => {
    if (socket.writable && sent++ < parts) socket.write(Buffer.alloc(bytes / parts))
  }, 40)
  return closed.finally(() => clearInterval(timer))
}

const firstLine = (told: string) => told.split('\r\n', 1)[0]!

suite('T-157 a connection is cut off', () => {
  test('when its headers come byte by byte', async (t) => {
    const { drip, isAlive } = await listening(t, { headers_ms: 300, request_ms: 60_000 })
    const slow = Array.from({ length: 30 }, () => drip('GET /healthz HTTP/1.1\r\nhost: x\r\nx-slow: '))
    assert.ok(await isAlive(), 'while they drip')
    for (const told of await Promise.all(slow)) assert.match(firstLine(told), /^HTTP\/1\.1 408 /)
    assert.ok(await isAlive())
  })

  test('when its body comes byte by byte, before it costs a hash or a row', async (t) => {
    const { drip, isAlive, db } = await listening(t, { headers_ms: 400, request_ms: 500 })
    const head = `POST /api/v1/auth/register HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 5000\r\n\r\n{"email":"`
    const slow = Array.from({ length: 30 }, () => drip(head))
    assert.ok(await isAlive(), 'while they drip')
    for (const told of await Promise.all(slow)) assert.ok(told === '' || / 408 /.test(firstLine(told)), told)
    assert.deepEqual(await db.selectFrom('users').select('user_id').execute(), [])
    assert.ok(await isAlive())
  })

  test('when an upload comes byte by byte, and not when it comes steadily, however long that takes', async (t) => {
    const server = await listening(t, least)
    const bytes = 100 * 400
    for (const head of await uploads(server, bytes)) {
      const [slow, steady] = await Promise.all([server.drip(head), sendSteadily(server, head, bytes)])
      assert.ok(slow === '' || / 408 /.test(firstLine(slow)), firstLine(slow) + head.split(' ', 2)[1])
      // It is no picture, which the two that store it only do not know yet.
      assert.match(firstLine(steady), / (200|422) /, head.split(' ', 2)[1])
    }
    const { token } = await server.person()
    const json = `content-type: application/json\r\nauthorization: Bearer ${token}\r\ncontent-length: ${bytes}\r\n`
    const other = await sendSteadily(
      server,
      `POST /api/v1/me/profile HTTP/1.1\r\nhost: x\r\n${json}\r\n`,
      bytes,
    )
    assert.ok(other === '' || / 408 /.test(firstLine(other)), 'another body has the whole time and no more')
  })

  test('when an upload goes on after its answer', async (t) => {
    const { open } = await listening(t, least)
    const { socket, closed } = open()
    socket.write(
      'POST /api/v1/uploads/put HTTP/1.1\r\nhost: x\r\ncontent-type: image/png\r\ntransfer-encoding: chunked\r\n\r\n',
    )
    const timer = setInterval(() => socket.writable && socket.write(`400\r\n${'a'.repeat(1024)}\r\n`), 20)
    assert.match(firstLine(await closed.finally(() => clearInterval(timer))), / 401 /)
  })

  test('when it says nothing at all, be they a thousand', async (t) => {
    const { open, isAlive, app } = await listening(t, { headers_ms: 1_500, request_ms: 60_000 })
    const idle = Array.from({ length: 1_000 }, () => open())
    await Promise.all(
      idle.map(({ socket }) => new Promise((resolve) => void socket.once('connect', resolve))),
    )
    assert.ok(await isAlive(), 'beside all of them')
    await Promise.all(idle.map(({ closed }) => closed))
    assert.ok(await isAlive())
    await new Promise(
      (resolve) => void app.server.getConnections((_error, count) => resolve(assert.ok(count < 10))),
    )
  })

  test('when no other request follows an answer', async (t) => {
    const { open } = await listening(t, { keep_alive_ms: 200 })
    const { socket, closed } = open()
    socket.write('GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n')
    assert.match(firstLine(await closed), /^HTTP\/1\.1 200 /)
  })

  test('when its headers have no end', async (t) => {
    const { open, isAlive } = await listening(t, {})
    const { socket, closed } = open()
    socket.write(`GET /healthz HTTP/1.1\r\nhost: x\r\nx-padding: ${'a'.repeat(32 * 1024)}\r\n\r\n`)
    assert.match(firstLine(await closed), /^HTTP\/1\.1 431 /)
    const many = open()
    const lines = Array.from({ length: 1_600 }, (_, i) => `x-${i}: ${'a'.repeat(14)}\r\n`).join('')
    many.socket.write(`GET /healthz HTTP/1.1\r\nhost: x\r\n${lines}\r\n`)
    assert.match(firstLine(await many.closed), /^HTTP\/1\.1 431 /)
    assert.ok(await isAlive())
  })

  test('by default too, within seconds', async (t) => {
    const { app } = await createWorld(t)
    const { headersTimeout, keepAliveTimeout } = app.server
    const { request_ms, upload_bytes_per_s } = usualPatience
    assert.ok(headersTimeout > 0 && headersTimeout <= 15_000)
    assert.ok(request_ms >= headersTimeout && request_ms <= 60_000)
    assert.ok(upload_bytes_per_s < 1_000_000 / 8, 'a megabit a second is enough')
    assert.ok(keepAliveTimeout > 60_000 && keepAliveTimeout <= 120_000)
  })
})

test('T-157 pipelined requests are answered in order, each as itself, and one of two lengths is refused', async (t) => {
  const { open, isAlive, person } = await listening(t, {})
  const ann = await person()
  const { socket, closed } = open()
  const count = 100
  const request = (i: number) =>
    `GET /api/v1/tasks/none-${i} HTTP/1.1\r\nhost: x\r\n${i === count - 1 ? 'connection: close\r\n' : ''}${i % 2 ? `authorization: Bearer ${ann.token}\r\n` : ''}\r\n`
  socket.write(Array.from({ length: count }, (_, i) => request(i)).join(''))
  const told = await closed
  const statuses = [...told.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map((match) => Number(match[1]))
  assert.deepEqual(
    statuses,
    Array.from({ length: count }, (_, i) => (i % 2 ? 404 : 401)),
  )
  assert.equal(new Set([...told.matchAll(/"request_id":"(\w+)"/g)].map((match) => match[1])).size, count)

  const both = open()
  both.socket.write(
    'POST /api/v1/auth/login HTTP/1.1\r\nhost: x\r\ncontent-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\nGET /readyz HTTP/1.1\r\nhost: x\r\n\r\n',
  )
  assert.deepEqual(
    [...(await both.closed).matchAll(/HTTP\/1\.1 (\d{3})/g)].map((match) => match[1]),
    ['400'],
  )
  assert.ok(await isAlive())
})

test('a stop waits for answers under way, and for nobody who only holds a connection', async (t) => {
  const { deps } = await createWorld(t)
  const app = await createApp(deps)
  let answer = (): void => {}
  const begun = new Promise<void>((resolve) => {
    app.get('/slow', async () => {
      resolve()
      await new Promise<void>((go) => (answer = go))
      return 'done'
    })
  })
  const url = new URL(await app.listen({ host: '127.0.0.1', port: 0 }))
  const silent = connect(Number(url.port), url.hostname)
  cleanUp(t, () => silent.destroy())
  await new Promise((resolve) => void silent.once('connect', resolve))
  const slow = fetch(new URL('/slow', url))
  await begun
  const closed = app.close().then(() => performance.now())
  const released = performance.now()
  answer()
  assert.equal(await (await slow).text(), 'done')
  assert.ok((await closed) - released < 3_000)
})
