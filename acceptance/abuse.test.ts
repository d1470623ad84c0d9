import assert from 'node:assert/strict'
import { once } from 'node:events'
import { Agent, get } from 'node:http'
import { connect, type Socket } from 'node:net'
import { test } from 'node:test'
import { cleanUp } from '../server/src/testing/clean-up.ts'
import { createAdministrator, installProduct, until } from './lib/product.ts'

test('a network that floods the service is refused, and others are served meanwhile', async (t) => {
  const product = await installProduct(t, { TRUSTED_PROXIES: '127.0.0.1', ADMIN_MFA_REQUIRED: 'false' })
  await product.start()
  const admin = await createAdministrator(product)
  const rate_limits = { requests_of_network: { points: 200, per_s: 600 } }
  await admin.POST('/api/v1/admin/settings', { body: { rate_limits } as never })
  const agent = new Agent({ keepAlive: true, maxSockets: 64 })
  cleanUp(t, () => agent.destroy())
  const ask = (ip: string): Promise<number> =>
    new Promise((resolve, reject) => {
      get(`${product.url}/api/v1/config`, { agent, headers: { 'x-forwarded-for': ip } }, (response) => {
        response.resume().once('end', () => resolve(response.statusCode!))
      }).once('error', reject)
    })
  await until(
    () => ask('198.51.100.1'),
    (status) => status === 429,
  )

  let isOver = false
  const flood = Promise.all(
    Array.from({ length: 32 }, async () => {
      const answers = []
      for (let i = 0; i < 250; i++) answers.push(await ask('203.0.113.7'))
      return answers
    }),
  ).finally(() => (isOver = true))
  const waits_ms: number[] = []
  for (let i = 0; !isOver && i < 150; i++) {
    const began = performance.now()
    assert.equal(await ask(`192.0.2.${i % 200}`), 200)
    waits_ms.push(performance.now() - began)
  }
  const answers = (await flood).flat()
  const served = answers.filter((status) => status === 200).length
  assert.deepEqual(new Set(answers), new Set([200, 429]))
  assert.equal(served, 200, 'as many as the limit says')
  const median = waits_ms.toSorted((a, b) => a - b)[Math.floor(waits_ms.length / 2)]!
  t.diagnostic(
    `${answers.length - served} of ${answers.length} refused; others waited ${median.toFixed(0)} ms (median)`,
  )
})

test('connections beyond the bound of a process are closed, and room is made by those that end', async (t) => {
  const product = await installProduct(t, { MAX_CONNECTIONS: '50' })
  await product.start()
  const { port, hostname } = new URL(product.url)
  const sockets: Socket[] = []
  cleanUp(t, () => sockets.forEach((socket) => socket.destroy()))
  /** Whether the server keeps it: a request on it is answered. */
  const isKept = async (): Promise<boolean> => {
    const socket = connect(Number(port), hostname)
    sockets.push(socket)
    socket.write('GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n')
    const ended = Promise.race([once(socket, 'data'), once(socket, 'close').then(() => [])])
    const [answer] = await ended.catch(() => [])
    return String(answer).startsWith('HTTP/1.1 200')
  }
  const kept = []
  for (let i = 0; i < 120; i++) kept.push(await isKept())
  const count = kept.filter(Boolean).length
  assert.ok(count >= 40 && count <= 50, `${count} of 120 were kept`)
  assert.equal(await isKept(), false)
  for (const socket of sockets) socket.destroy()
  await until(isKept, Boolean)
})
