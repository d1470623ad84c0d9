import { timingSafeEqual } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { Deps } from '../deps.ts'
import { observeHealth } from '../health/health.ts'
import { observeOutbox } from '../outbox/outbox.ts'
import type { App } from '../platform/http/app.ts'
import { unauthorized } from '../platform/errors.ts'
import { hashToken } from '../platform/secrets/secret-token.ts'
import { observeTasks } from '../tasks/tasks.ts'
import { observeLedger } from '../wallet/wallet.ts'

/**
 * Registers what is read at each scrape: of the database, of what lies around this process, and what is wrong, which waits longest for
 * neighbours that are away and therefore comes last.
 */
export function observeSlices(
  deps: Pick<Deps, 'metrics' | 'db' | 'clock' | 'config' | 'storage' | 'inventory' | 'catalog'>,
  process: { version: string; command: string },
): void {
  const { metrics, db } = deps
  const build = {
    name: 'clipwright_build_info',
    help: 'The version of this process, and its command: start, serve or work.',
    labels: ['version', 'command'],
  }
  metrics.gauge(build, () => [{ labels: process, value: 1 }])
  observeTasks(metrics, db, deps.catalog)
  observeLedger(metrics, db)
  observeOutbox(metrics, deps)
  observeHealth(metrics, deps)
}

/** Serves `/metrics` on the port of the API to callers with METRICS_TOKEN. Without that setting there is no such route. */
export function metricsRoute(app: App, { metrics, config }: Pick<Deps, 'metrics' | 'config'>): void {
  const token = config.metrics_token
  if (!token) return
  const expected = hashToken(`Bearer ${token.reveal()}`)
  app.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    const given = request.headers.authorization
    if (given === undefined) throw unauthorized('not_authenticated', 'The token of METRICS_TOKEN is needed.')
    if (!timingSafeEqual(hashToken(given), expected))
      throw unauthorized('invalid_token', 'This is not the token of METRICS_TOKEN.')
    return reply.type(metrics.content_type).send(await metrics.text())
  })
}

/** Serves metrics on a separate port, at every path and without a token: only the monitoring should reach this port. */
export async function startMetricsServer(
  { metrics, log }: Pick<Deps, 'metrics' | 'log'>,
  { host, port }: { host: string; port: number },
): Promise<AsyncDisposable & { port: number }> {
  const server: Server = createServer((_request, response) => {
    metrics.text().then(
      (text) => response.writeHead(200, { 'content-type': metrics.content_type }).end(text),
      (error: unknown) => {
        log.warn({ err: error }, 'metrics_failed')
        response.writeHead(500).end()
      },
    )
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, host, resolve)
  })
  const address = server.address()
  return {
    port: typeof address === 'object' && address !== null ? address.port : port,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
