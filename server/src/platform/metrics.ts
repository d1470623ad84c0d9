import type pg from 'pg'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Log } from './log.ts'

/** This process's metrics for Prometheus. */
export interface Metrics {
  /** Counts an answer; `route` is the pattern, so that ids make no series. */
  observeRequest(request: { method: string; route: string; status: number; duration_s: number }): void
  /** Registers values that are read at each scrape; a read that throws is left out. */
  gauge(
    about: { name: string; help: string; labels?: readonly string[] },
    read: () => Promise<readonly { labels?: Record<string, string>; value: number }[]>,
  ): void
  /** In Prometheus's text format. */
  text(): Promise<string>
  readonly content_type: string
}

/** Bucket bounds in seconds: from a read by index to a wait for a lock. */
const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

/** `process` adds Node's own metrics: memory, event loop, garbage collection. Once per process. */
export function createMetrics({ log, process }: { log: Log; process: boolean }): Metrics {
  const registry = new Registry()
  if (process) collectDefaultMetrics({ register: registry })
  const requests = new Histogram({
    name: 'clipwright_http_request_duration_seconds',
    help: 'Time from the first byte of a request to the end of its answer.',
    labelNames: ['method', 'route', 'status'],
    buckets,
    registers: [registry],
  })
  return {
    observeRequest: ({ method, route, status, duration_s }) =>
      requests.labels(method, route, String(status)).observe(duration_s),
    gauge: ({ name, help, labels = [] }, read) => {
      const gauge = new Gauge({
        name,
        help,
        labelNames: labels,
        async collect() {
          this.reset()
          try {
            for (const { labels: of = {}, value } of await read()) this.set(of, value)
          } catch (error) {
            this.reset()
            log.warn({ err: error, metric: name }, 'metric_not_read')
          }
        },
        registers: [],
      })
      registry.registerMetric(gauge)
    },
    text: () => registry.metrics(),
    content_type: registry.contentType,
  }
}

/** Registers the use of the connection pool. */
export function observePool(metrics: Metrics, pool: pg.Pool): void {
  const about = {
    name: 'clipwright_database_connections',
    help: 'Connections of the pool, and requests that wait for one.',
    labels: ['state'],
  }
  metrics.gauge(about, async () => [
    { labels: { state: 'idle' }, value: pool.idleCount },
    { labels: { state: 'busy' }, value: pool.totalCount - pool.idleCount },
    { labels: { state: 'waited_for' }, value: pool.waitingCount },
  ])
}
