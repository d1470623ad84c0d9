import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, open, rm, truncate, writeFile } from 'node:fs/promises'
import { createServer, get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { test, type TestContext } from 'node:test'
import { cleanUp } from '../testing/clean-up.ts'
import { writeToResponse } from './write-to-response.ts'

const size_bytes = 24 * 1024 * 1024 // more than all buffers between two ends of a connection hold

/** A server whose every answer is this file. */
async function serve(t: TestContext, content: Buffer) {
  const folder = await mkdtemp(join(tmpdir(), 'clipwright-write-'))
  cleanUp(t, () => rm(folder, { recursive: true }))
  const path = join(folder, 'file')
  await writeFile(path, content)
  const file = await open(path)
  cleanUp(t, () => file.close())
  const ended: Promise<void>[] = []
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-length': content.length })
    ended.push(writeToResponse(file.fd, { start: 0, length: content.length }, response))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  cleanUp(t, () => server.close())
  cleanUp(t, () => server.closeAllConnections())
  const { port } = server.address() as AddressInfo
  const ask = async (): Promise<IncomingMessage> => {
    const [answer] = (await once(get({ port, host: '127.0.0.1', agent: false }), 'response')) as [
      IncomingMessage,
    ]
    return answer
  }
  return { path, ask, ended }
}

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

test('readers of different speeds each get every byte', async (t) => {
  const content = randomBytes(size_bytes)
  const { ask, ended } = await serve(t, content)
  const readAll = async (patience: number): Promise<string> => {
    const pieces: Buffer[] = []
    for await (const piece of await ask()) {
      pieces.push(piece as Buffer)
      for (let turn = 0; turn < patience; turn++) await setImmediate()
    }
    return sha256(Buffer.concat(pieces))
  }
  const expected = sha256(content)
  assert.deepEqual(await Promise.all([0, 1, 5, 20].map(readAll)), Array(4).fill(expected))
  await Promise.all(ended)
})

test('who leaves is not written to any more', async (t) => {
  const { ask, ended } = await serve(t, randomBytes(size_bytes))
  const answer = await ask()
  await once(answer, 'readable')
  answer.destroy()
  await Promise.all(ended)
})

test('who takes nothing for two minutes is let go', async (t) => {
  const { ask, ended } = await serve(t, randomBytes(size_bytes))
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const answer = await ask()
  let isOver = false
  void ended[0]!.then(() => (isOver = true))
  while (!isOver) {
    await setImmediate()
    t.mock.timers.tick(1_000)
  }
  answer.resume()
  await assert.rejects(once(answer, 'end'), { code: 'ECONNRESET' })
})

test('a file that becomes shorter ends the connection, not the answer', async (t) => {
  const { path, ask, ended } = await serve(t, randomBytes(size_bytes))
  const answer = await ask()
  await once(answer, 'readable')
  const sent = assert.rejects(ended[0]!, /ends at/)
  await truncate(path, 1024)
  answer.resume()
  await assert.rejects(once(answer, 'end'), { code: 'ECONNRESET' })
  await sent
})
