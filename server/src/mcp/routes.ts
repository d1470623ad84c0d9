import { Readable } from 'node:stream'
import type { App } from '../platform/http/app.ts'
import { createInjectFetch } from './inject-fetch.ts'

/** Room for the longest prompt in escapes, and for what the protocol says around it. */
const bodyLimit_bytes = 256 * 1024

export interface McpDeps {
  version: string
  public_base_url: string
}

/**
 * The tools of `@clipwright/mcp` by Streamable HTTP. Whoever may sign in may list them; each of them asks the API as its caller, so
 * what a key may not do, no tool does. Nothing is held between two requests, so that any process can answer.
 */
export function signedInRoutes(app: App, { version, public_base_url }: McpDeps): void {
  const base_path = new URL(public_base_url).pathname.replace(/\/+$/, '')
  // Loaded when somebody asks: it would be a fifth of what a start reads.
  const load = async () => {
    const [{ createMcpHandler }, { createMcpServer }, { createClient }] = await Promise.all([
      import('@modelcontextprotocol/server'),
      import('@clipwright/mcp'),
      import('@clipwright/client'),
    ])
    return { createMcpHandler, createMcpServer, createClient }
  }
  const closing = new AbortController()
  app.addHook('preClose', async () => closing.abort())

  app.post(
    '/mcp',
    { bodyLimit: bodyLimit_bytes, config: { access: 'own' }, schema: { hide: true } },
    async (request, reply) => {
      const { createMcpHandler, createMcpServer, createClient } = await load()
      const fetch = createInjectFetch(app, request, base_path)
      const client = createClient({ base_url: public_base_url, fetch })
      // Mostly what a caller sent wrong, and is told: nobody needs it in the log but who looks for it.
      const onerror = ({ message }: Error) => request.log.debug({ reqId: request.id, message }, 'mcp_told')
      const handler = createMcpHandler(() => createMcpServer({ client, version }), { onerror })
      const gone = new AbortController()
      reply.raw.once('close', () => {
        gone.abort()
        void handler.close()
      })
      const headers = new Headers()
      for (const [name, value] of Object.entries(request.headers)) headers.set(name, String(value))
      const asked = new Request(new URL('/mcp', public_base_url), {
        method: 'POST',
        headers,
        signal: AbortSignal.any([gone.signal, closing.signal]),
      })
      const answer = await handler.fetch(asked, { parsedBody: request.body })
      void reply.code(answer.status)
      for (const [name, value] of answer.headers) void reply.header(name, value)
      return reply.send(answer.body === null ? '' : Readable.fromWeb(answer.body))
    },
  )
}
