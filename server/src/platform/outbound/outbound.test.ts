import assert from 'node:assert/strict'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { suite, test, type TestContext } from 'node:test'
import { gzipSync } from 'node:zlib'
import { selfSigned } from '../../testing/neighbours/self-signed.ts'
import { createOutbound, OutboundError, type OutboundRequest } from './outbound.ts'
import type { Resolve } from './resolve.ts'
import { cleanUp } from '../../testing/clean-up.ts'

type Answer = (request: IncomingMessage, response: ServerResponse) => void

/** A receiver on one of this machine's addresses; what it was asked stands in `seen`. */
async function receiver(t: TestContext, answer: Answer, host = '127.0.0.1', port = 0) {
  const seen: string[] = []
  const server = createServer((request, response) => {
    seen.push(`${request.headers.host} ${request.url}`)
    answer(request, response)
  })
  await new Promise<void>((resolve) => void server.listen(port, host, resolve))
  cleanUp(t, () => {
    server.closeAllConnections()
    server.close()
  })
  return { seen, port: (server.address() as AddressInfo).port }
}

const get: OutboundRequest = {
  method: 'GET',
  timeout_ms: 60_000,
  max_body_bytes: 1_000_000,
  longer_body: 'fail',
  max_redirects: 3,
}

/** Reaches this machine at some addresses, and whatever is public. */
function outbound(resolve?: Resolve, allowed = ['127.0.0.0/8']) {
  const rules = { allow_http: true, allowed_networks: allowed, denied_networks: [] }
  return createOutbound({ rules, ...(resolve && { resolve }) })
}

const fault = (expected: string) => (error: unknown) => {
  assert.ok(error instanceof OutboundError, String(error))
  assert.equal(error.fault, expected)
  return true
}

const ok: Answer = (_request, response) => response.end('ok')

suite('names', () => {
  test('T-105: a name is looked up once, and the connection goes to what was checked', async (t) => {
    const good = await receiver(t, ok, '127.0.0.2')
    const canary = await receiver(t, ok, '127.0.0.1', good.port)
    const answers = [['127.0.0.2'], ['127.0.0.1'], ['127.0.0.1']]
    let asked = 0
    const { fetch } = outbound(async () => answers[asked++]!, ['127.0.0.2/32'])
    const response = await fetch(`http://rebind.test:${good.port}/x`, get)
    assert.equal(response.body.toString(), 'ok')
    assert.equal(asked, 1)
    assert.deepEqual([good.seen, canary.seen], [[`rebind.test:${good.port} /x`], []])
    await assert.rejects(fetch(`http://rebind.test:${good.port}/x`, get), fault('not_allowed'))
    assert.deepEqual(canary.seen, [], 'and the next time it is checked again')
  })

  test('T-108: a name with one good and one private address is refused', async (t) => {
    const good = await receiver(t, ok, '127.0.0.2')
    for (const bad of ['10.0.0.1', '::1', '169.254.169.254']) {
      for (const both of [
        ['127.0.0.2', bad],
        [bad, '127.0.0.2'],
      ]) {
        const { fetch } = outbound(async () => both, ['127.0.0.2/32'])
        await assert.rejects(fetch(`http://two.test:${good.port}/`, get), fault('not_allowed'))
      }
    }
    assert.deepEqual(good.seen, [])
  })

  test('a name without addresses, and one that nobody can look up, are not found', async () => {
    await assert.rejects(outbound(async () => []).fetch('https://none.test/', get), fault('name_not_found'))
    const failing = outbound(() => Promise.reject(new Error('SERVFAIL')))
    await assert.rejects(failing.fetch('https://none.test/', get), fault('name_not_found'))
  })

  test('name servers that never answer end with the limit', async () => {
    const { fetch } = outbound(() => new Promise(() => {}))
    const began = performance.now()
    await assert.rejects(fetch('https://slow.test/', { ...get, timeout_ms: 200 }), fault('timeout'))
    assert.ok(performance.now() - began < 15_000)
  })

  test('every address is tried: one that is dead does not hide one that works', async (t) => {
    const good = await receiver(t, ok, '127.0.0.2')
    const { fetch } = outbound(async () => ['127.0.0.3', '127.0.0.2'])
    assert.equal((await fetch(`http://two.test:${good.port}/`, get)).status, 200)
  })
})

suite('TLS', () => {
  test('the name is what is asked for, and a certificate that nobody trusts ends it', async (t) => {
    const names: (string | false | null)[] = []
    const server = createTlsServer({
      ...selfSigned,
      SNICallback: (name, done) => (names.push(name), done(null)),
    })
    let requests = 0
    server
      .on('secureConnection', (socket) => socket.on('data', () => requests++))
      .on('tlsClientError', () => {})
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
    cleanUp(t, () => void server.close())
    const { port } = server.address() as AddressInfo
    const { fetch } = outbound(async () => ['127.0.0.1'])
    await assert.rejects(fetch(`https://hooks.test:${port}/`, get), fault('connection_failed'))
    assert.deepEqual([names, requests], [['hooks.test'], 0])
  })
})

suite('T-106: redirects', () => {
  const redirects: Record<string, string> = {
    'to the cloud’s metadata': 'http://169.254.169.254/latest/meta-data/',
    'to a file': 'file:///etc/passwd',
    'to another private address': 'http://10.0.0.1/',
    'with credentials': 'http://user:secret@127.0.0.1/',
    'to nonsense': 'http://[',
  }
  for (const [what, location] of Object.entries(redirects)) {
    test(`one ${what} is refused`, async (t) => {
      const { port, seen } = await receiver(t, (_request, response) =>
        response.writeHead(302, { location }).end(),
      )
      await assert.rejects(outbound().fetch(`http://127.0.0.1:${port}/`, get), fault('not_allowed'))
      assert.equal(seen.length, 1)
    })
  }

  test('from https to http is refused where only https may be', async () => {
    const rules = { allow_http: false, allowed_networks: ['127.0.0.0/8'], denied_networks: [] }
    assert.equal(createOutbound({ rules }).refusal('http://example.com/'), 'scheme')
    await assert.rejects(createOutbound({ rules }).fetch('http://127.0.0.1/', get), fault('not_allowed'))
  })

  test('the name in a redirect is looked up and checked too', async (t) => {
    const { port, seen } = await receiver(t, (_request, response) =>
      response.writeHead(307, { location: `http://inner.test:${port}/` }).end(),
    )
    const { fetch } = outbound(async (name) => [name === 'inner.test' ? '10.0.0.1' : '127.0.0.1'])
    await assert.rejects(fetch(`http://outer.test:${port}/`, get), fault('not_allowed'))
    assert.deepEqual(seen, [`outer.test:${port} /`])
  })

  test('three are followed, a fourth is not, and without any the redirect is the answer', async (t) => {
    const { port, seen } = await receiver(t, (request, response) => {
      const left = Number(request.url!.slice(1))
      if (left === 0) response.end('here')
      else response.writeHead(302, { location: `/${left - 1}` }).end()
    })
    const { fetch } = outbound()
    assert.equal((await fetch(`http://127.0.0.1:${port}/3`, get)).body.toString(), 'here')
    seen.length = 0
    await assert.rejects(fetch(`http://127.0.0.1:${port}/4`, get), fault('too_many_redirects'))
    assert.equal(seen.length, 4)
    seen.length = 0
    const answer = await fetch(`http://127.0.0.1:${port}/4`, { ...get, max_redirects: 0 })
    assert.deepEqual([answer.status, seen.length], [302, 1])
  })
})

suite('T-107: bodies', () => {
  const drip = (response: ServerResponse): void => {
    const timer = setInterval(() => response.write('x'), 20)
    response.on('close', () => clearInterval(timer))
  }
  const early = async (work: Promise<unknown>, expected: string): Promise<void> => {
    const began = performance.now()
    await assert.rejects(work, fault(expected))
    assert.ok(performance.now() - began < 15_000)
  }

  test('a slow one is cut at the time limit', async (t) => {
    const { port } = await receiver(t, (_request, response) => drip(response))
    await early(outbound().fetch(`http://127.0.0.1:${port}/`, { ...get, timeout_ms: 300 }), 'timeout')
  })

  test('headers that never end are cut at the time limit', async (t) => {
    const server = createTcpServer((socket: Socket) => {
      socket.on('error', () => {})
      cleanUp(t, () => void socket.destroy())
    })
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
    cleanUp(t, () => void server.close())
    const { port } = server.address() as AddressInfo
    await early(outbound().fetch(`http://127.0.0.1:${port}/`, { ...get, timeout_ms: 300 }), 'timeout')
  })

  const endless: Answer = (_request, response) => {
    const chunk = Buffer.alloc(65_536)
    const more = (): void => {
      while (!response.destroyed && response.write(chunk));
    }
    response.on('drain', more)
    more()
  }

  test('an endless one is cut at the size limit, and its connection ends', async (t) => {
    const closed = Promise.withResolvers<number>()
    const { port } = await receiver(t, (request, response) => {
      response.on('close', () => closed.resolve(request.socket.bytesWritten))
      endless(request, response)
    })
    await early(outbound().fetch(`http://127.0.0.1:${port}/`, get), 'body_refused')
    const sent_bytes = await closed.promise // more than was read: what stands between two sockets
    assert.ok(sent_bytes < 20 * get.max_body_bytes, `${sent_bytes}`)
  })

  test('where its beginning is enough, that is what counts', async (t) => {
    const { port } = await receiver(t, endless)
    const options = { ...get, max_body_bytes: 1024, longer_body: 'cut' } as const
    assert.equal((await outbound().fetch(`http://127.0.0.1:${port}/`, options)).body.length, 1024)
  })

  test('a compressed one is refused unread, although nobody asked for it', async (t) => {
    const bomb = gzipSync(Buffer.alloc(10_000_000))
    assert.ok(bomb.length < get.max_body_bytes)
    let accepted: string | undefined
    const { port } = await receiver(t, (request, response) => {
      accepted = request.headers['accept-encoding']?.toString()
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb)
    })
    await early(outbound().fetch(`http://127.0.0.1:${port}/`, get), 'body_refused')
    assert.equal(accepted, 'identity')
    const cut = await outbound().fetch(`http://127.0.0.1:${port}/`, { ...get, longer_body: 'cut' })
    assert.deepEqual([cut.status, cut.body.length], [200, 0])
  })

  test('one that says it is too long is refused before a byte of it, and its connection ends', async (t) => {
    const closed = Promise.withResolvers<void>()
    const { port } = await receiver(t, (_request, response) => {
      response.on('close', () => closed.resolve())
      response.writeHead(200, { 'content-length': '2000000' })
      drip(response)
    })
    await early(outbound().fetch(`http://127.0.0.1:${port}/`, get), 'body_refused')
    await closed.promise
  })

  test('one that is shorter than it says is no answer', async (t) => {
    const { port } = await receiver(t, (_request, response) => {
      response.writeHead(200, { 'content-length': '1000' }).write('short')
      setTimeout(() => response.destroy(), 20)
    })
    await early(outbound().fetch(`http://127.0.0.1:${port}/`, get), 'connection_failed')
  })

  test('what is no HTTP is no answer', async (t) => {
    const server = createTcpServer((socket) => {
      socket.on('error', () => {}).end('\0\x01 garbage \r\n\r\n')
    })
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
    cleanUp(t, () => void server.close())
    const { port } = server.address() as AddressInfo
    await early(outbound().fetch(`http://127.0.0.1:${port}/`, get), 'connection_failed')
  })
})

suite('what is sent', () => {
  test('no cookie and no credential, and no proxy of the environment is asked', async (t) => {
    const proxy = await receiver(t, ok)
    const { env } = process // oxlint-disable-line node/no-process-env -- what is tested is that nobody else reads it
    for (const name of ['HTTP_PROXY', 'http_proxy', 'ALL_PROXY']) {
      const before = env[name]
      env[name] = `http://127.0.0.1:${proxy.port}`
      cleanUp(t, () => (before === undefined ? delete env[name] : (env[name] = before)))
    }
    const headers: string[][] = []
    const { port } = await receiver(t, (request, response) => {
      headers.push(Object.keys(request.headers).toSorted())
      if (request.url === '/1') response.writeHead(302, { location: '/2', 'set-cookie': 'a=b' }).end()
      else response.end()
    })
    await outbound().fetch(`http://127.0.0.1:${port}/1`, get)
    assert.deepEqual(headers, [
      ['accept-encoding', 'connection', 'host'],
      ['accept-encoding', 'connection', 'host'],
    ])
    assert.deepEqual(proxy.seen, [])
  })

  test('a caller that gives up ends it with its own reason', async (t) => {
    const { port } = await receiver(t, () => {})
    const stop = new AbortController()
    const asked = outbound().fetch(`http://127.0.0.1:${port}/`, { ...get, signal: stop.signal })
    setTimeout(() => stop.abort(new Error('stopped')), 50)
    await assert.rejects(asked, /^Error: stopped$/)
  })
})
