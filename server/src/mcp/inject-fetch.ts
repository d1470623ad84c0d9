import type { FastifyRequest } from 'fastify'
import type { App } from '../platform/http/app.ts'

/** What says who is calling, and from where. */
const credentials = [
  'authorization',
  'x-api-key',
  'cookie',
  'origin',
  'sec-fetch-site',
  'sec-fetch-mode',
] as const

/**
 * A `fetch` that sends requests to this very app, without a socket, as the caller of `request`: with their credentials and their
 * address. So they may do what they may do by HTTP, at the same rates, and each request has its line in the log. `base_path` is
 * where the app is reached from outside.
 */
export function createInjectFetch(app: App, request: FastifyRequest, base_path: string): typeof fetch {
  const caller = Object.fromEntries(
    credentials.flatMap((name) =>
      request.headers[name] === undefined ? [] : [[name, request.headers[name]]],
    ),
  )
  return async (input, init) => {
    const asked = new Request(input, init)
    const { pathname, search } = new URL(asked.url)
    const body = asked.body === null ? undefined : Buffer.from(await asked.arrayBuffer())
    const answer = await app.inject({
      method: asked.method as 'GET' | 'POST' | 'PUT' | 'DELETE',
      url: `${pathname.slice(base_path.length)}${search}`,
      headers: { ...Object.fromEntries(asked.headers), ...caller },
      remoteAddress: request.ip,
      signal: asked.signal,
      ...(body && { payload: body }),
    })
    const headers = new Headers()
    for (const [name, value] of Object.entries(answer.headers))
      for (const one of [value].flat()) if (one !== undefined) headers.append(name, String(one))
    const isEmpty = answer.statusCode === 204 || answer.statusCode === 304
    return new Response(isEmpty ? null : new Uint8Array(answer.rawPayload), {
      status: answer.statusCode,
      headers,
    })
  }
}
