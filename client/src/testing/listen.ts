import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { TestContext } from 'node:test'
import { cleanUp } from '../../../server/src/testing/clean-up.ts'

type Answer = (request: IncomingMessage, response: ServerResponse, body: string) => void

/** A real HTTP server on a free port, or on one that was used before; closed with the test. */
export async function listen(t: TestContext, answer: Answer, port = 0) {
  const server = createServer((request, response) => {
    void text(request).then((body) => answer(request, response, body))
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  const close = () => {
    server.closeAllConnections()
    return new Promise<void>((resolve) => server.close(() => resolve()))
  }
  cleanUp(t, close)
  const address = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${address.port}`, port: address.port, close }
}

export function json(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
