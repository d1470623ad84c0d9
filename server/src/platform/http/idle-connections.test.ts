import assert from 'node:assert/strict'
import { once } from 'node:events'
import { Agent, get } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { test, type TestContext } from 'node:test'
import { createLog } from '../log.ts'
import { createHttpApp } from './app.ts'
import { cleanUp } from '../../testing/clean-up.ts'

async function start(t: TestContext) {
  const log = createLog({ level: 'silent' })
  const app = createHttpApp({ log, trusted_proxies: [], body_limit_bytes: 1024, https: false })
  const asked = Promise.withResolvers<void>()
  const answer = Promise.withResolvers<string>()
  app.get('/slow', () => {
    asked.resolve()
    return answer.promise
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  cleanUp(t, () => app.server.closeAllConnections())
  const { port } = app.server.address() as AddressInfo
  return { app, port, asked: asked.promise, answer }
}

const closed = Symbol('closed')
const late = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms).unref())

test('a connection that never asked, or asked half, does not hold up a stop', async (t) => {
  const { app, port } = await start(t)
  const sockets = ['', 'GET /slow HTTP/1.1\r\nhost'].map((begun) => {
    const socket = connect({ port, host: '127.0.0.1' })
    socket.on('error', () => {})
    if (begun) socket.write(begun)
    return socket
  })
  await Promise.all(sockets.map((socket) => once(socket, 'connect')))
  assert.equal(await Promise.race([app.close().then(() => closed), late(2_000)]), closed)
})

test('an answer that is under way is finished, and then its connection ends too', async (t) => {
  const { app, port, asked, answer } = await start(t)
  const agent = new Agent({ keepAlive: true, timeout: 60_000 })
  cleanUp(t, () => agent.destroy())
  const request = get({ port, host: '127.0.0.1', path: '/slow', agent })
  await asked
  const stopped = app.close().then(() => closed)
  assert.notEqual(await Promise.race([stopped, late(200)]), closed, 'it waits for the answer')
  answer.resolve('here')
  const [response] = await once(request, 'response')
  assert.equal(await text(response), 'here')
  assert.equal(await Promise.race([stopped, late(2_000)]), closed)
})
