import { appendFileSync } from 'node:fs'
import { createServer, type IncomingMessage, request as send } from 'node:http'
import { connect } from 'node:net'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { Line } from '../../../../acceptance/fakes/recorded/compare.ts'

/** A proxy in front of an inference server, which writes what it passes on. */
export interface Recorder extends AsyncDisposable {
  /** Reach the server under this URL. */
  url: string
}

/** Bytes of a body beyond which it is cut, and what is kept of it. */
const [longest, kept] = [8000, 600]
const longestArray = 12

/**
 * Starts a proxy that appends each exchange of a new shape to `file`, as a line of acceptance/fakes/recorded. Only servers
 * without TLS, as these are.
 */
export async function startRecorder(upstream: string, file: string): Promise<Recorder> {
  const { hostname, port, host, pathname } = new URL(upstream)
  const base = pathname.replace(/\/$/, '')
  const seen = new Set<string>()
  const write = (line: Line): void => {
    const text = JSON.stringify(line).replaceAll(host, 'server')
    const shape = shapeOf(line)
    if (!seen.has(shape)) appendFileSync(file, `${text}\n`)
    seen.add(shape)
  }

  const server = createServer((request, response) => {
    void (async () => {
      const sent = await buffer(request)
      const headers = { ...request.headers, host }
      const path = base + (request.url ?? '')
      const forwarded = send({ hostname, port, method: request.method, path, headers })
      forwarded.end(sent)
      const answer = await new Promise<IncomingMessage>((resolve, reject) => {
        forwarded.once('response', resolve).once('error', reject)
      })
      const received = await buffer(answer)
      response.writeHead(answer.statusCode ?? 502, answer.headers).end(received)
      write({ ...(await described(request, sent)), ...answered(answer, received) })
    })().catch(() => response.destroy()) // as a server that is away
  })
  server.on('upgrade', (request, socket, head) => {
    const through = connect(Number(port || 80), hostname, () => {
      const lines = Object.entries({ ...request.headers, host }).map(
        ([name, value]) => `${name}: ${String(value)}`,
      )
      through.write(`GET ${base}${request.url ?? ''} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`)
      through.write(head)
      through.once('data', (first: Buffer) => {
        const status = Number(first.toString('latin1').split(' ')[1])
        write({ request: `GET ${request.url ?? ''}`, status, type: null, bytes: 'not kept' })
      })
      through.pipe(socket).pipe(through)
    })
    for (const end of [through, socket]) end.on('error', () => (through.destroy(), socket.destroy()))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function described(
  { method, url, headers }: IncomingMessage,
  sent: Buffer,
): Promise<Pick<Line, 'request'>> {
  const request = `${method} ${url}`
  const type = headers['content-type']
  if (sent.length === 0 || type === undefined) return { request }
  if (type.includes('json')) {
    const text = sent.toString()
    const request_body = text.length > longest ? text.slice(0, kept) : (JSON.parse(text) as object)
    return { request, request_type: type, request_body } as Pick<Line, 'request'>
  }
  if (!type.startsWith('multipart/')) return { request, request_type: type } as Pick<Line, 'request'>
  const form = await new Response(new Uint8Array(sent), { headers: { 'content-type': type } }).formData()
  const request_fields = [...form].map(([name, value]) => [name, typeof value === 'string' ? '' : value.name])
  return { request, request_type: 'multipart/form-data', request_fields } as Pick<Line, 'request'>
}

function answered({ statusCode = 0, headers }: IncomingMessage, received: Buffer): Omit<Line, 'request'> {
  const type = headers['content-type'] ?? null
  const ranges = headers['accept-ranges']
  const head = {
    status: statusCode,
    type,
    ...(ranges !== undefined && { headers: { 'accept-ranges': ranges } }),
  }
  const text = received.toString()
  if (type?.includes('json')) {
    const body = shortened(JSON.parse(text))
    return JSON.stringify(body).length > longest
      ? { ...head, body_cut: text.slice(0, kept) }
      : { ...head, body }
  }
  return type?.startsWith('text/') ? { ...head, body: text.slice(0, kept) } : { ...head, bytes: 'not kept' }
}

function shortened(value: unknown): unknown {
  if (Array.isArray(value)) {
    const items = value.slice(0, longestArray).map(shortened)
    return value.length > items.length ? [...items, `… (${value.length - items.length} more)`] : items
  }
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, shortened(part)]))
}

/** The same for exchanges that differ only in ids, numbers and times. */
function shapeOf({ request, status, type, body, request_fields, body_cut }: Line): string {
  const call = request.replace(/[0-9a-f-]{30,}(-\d+)?/g, '<id>')
  return JSON.stringify([call, status, type, request_fields, body_cut !== undefined, keysOf(body)])
}

function keysOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map(keysOf)
  if (typeof value !== 'object' || value === null) return value === null ? null : typeof value
  return Object.entries(value).map(([key, part]) => [key, /status|type$/.test(key) ? part : keysOf(part)])
}
