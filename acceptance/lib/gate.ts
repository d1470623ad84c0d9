import { once } from 'node:events'
import { createServer, request, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestContext } from 'node:test'
import { cleanUp } from '../../server/src/testing/clean-up.ts'

/** A moment of a request that passes a gate. */
export interface Moment {
  /** `POST /api/v1/video/generate` */
  call: string
  /** Whether the service has answered; the caller has heard nothing yet. */
  is_answered: boolean
}

export interface Gate {
  url: string
  /** Where requests go on to. */
  target: string
  /** Asked at each moment; true breaks the connection instead of going on. */
  breaks: (moment: Moment) => boolean
  /** Asked of each answer; true lets its first byte through and no other. */
  holds: (call: string) => boolean
}

/** An address in front of a service, at which a test can interfere with single requests. */
export async function openGate(t: TestContext): Promise<Gate> {
  const gate: Gate = { url: '', target: '', breaks: () => false, holds: () => false }
  const server = createServer((caller, answer) => {
    const call = `${caller.method} ${new URL(caller.url!, gate.url).pathname}`
    if (gate.breaks({ call, is_answered: false })) return void answer.destroy()
    const onwards = request(new URL(caller.url!, gate.target), {
      method: caller.method,
      headers: caller.headers,
    })
    onwards.on('response', (response: IncomingMessage) => {
      if (gate.breaks({ call, is_answered: true })) return void answer.destroy()
      const { location } = response.headers
      // A redirect to the service itself comes back through the gate.
      const moved = location === undefined ? {} : { location: location.replace(gate.target, gate.url) }
      answer.writeHead(response.statusCode!, { ...response.headers, ...moved })
      if (gate.holds(call)) response.once('data', (part: Buffer) => answer.write(part.subarray(0, 1)))
      else response.pipe(answer)
    })
    onwards.on('error', () => answer.destroy())
    answer.on('close', () => onwards.destroy())
    caller.pipe(onwards)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  cleanUp(t, () => {
    server.closeAllConnections()
    server.close()
  })
  gate.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return gate
}
