import { timingSafeEqual } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { Deps } from '../deps.ts'
import { createHealth } from '../health/health.ts'
import type { App } from '../platform/http/app.ts'
import { unauthorized } from '../platform/errors.ts'
import { hashToken } from '../platform/secrets/secret-token.ts'
import { countWaiting } from '../tasks/tasks.ts'
import { latestReconciliation } from '../wallet/wallet.ts'

/** Registers the metrics of the queue, of the newest reconciliation, and of what is wrong. */
export function observeSlices(
  deps: Pick<Deps, 'metrics' | 'db' | 'clock' | 'config' | 'storage' | 'inventory'>,
): void {
  const { metrics, db, clock } = deps
  const readHealth = createHealth(deps)
  metrics.gauge(
    {
      name: 'clipwright_health_problems',
      help: 'What an operator has to know, 1 for each: docs/operating/health.md. At most 100.',
      labels: ['code', 'severity', 'subject'],
    },
    async () =>
      (await readHealth()).items.map(({ code, severity, subject }) => ({
        labels: { code, severity, subject: subject ?? '' },
        value: 1,
      })),
  )
  metrics.gauge(
    { name: 'clipwright_tasks', help: 'Tasks that wait or run.', labels: ['model', 'status'] },
    async () =>
      (await countWaiting(db, clock())).map(({ model, status, tasks }) => ({
        labels: { model, status },
        value: tasks,
      })),
  )
  metrics.gauge(
    {
      name: 'clipwright_queue_oldest_seconds',
      help: 'How long the task that has waited longest has waited.',
      labels: ['model'],
    },
    async () =>
      (await countWaiting(db, clock()))
        .filter(({ status }) => status === 'queued')
        .map(({ model, oldest_s }) => ({ labels: { model }, value: oldest_s })),
  )
  metrics.gauge(
    {
      name: 'clipwright_ledger_problems',
      help: 'What the newest reconciliation found, by check: not zero is an alarm.',
      labels: ['check'],
    },
    async () =>
      Object.entries((await latestReconciliation(db))?.checks ?? {}).map(([check, value]) => ({
        labels: { check },
        value,
      })),
  )
  metrics.gauge(
    {
      name: 'clipwright_ledger_checked_timestamp_seconds',
      help: 'When the newest reconciliation ran, in seconds since 1970.',
    },
    async () => {
      const report = await latestReconciliation(db)
      return report ? [{ value: report.checked_at.getTime() / 1000 }] : []
    },
  )
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
