import { type Metrics, shortBuckets_s } from '../metrics.ts'

/** The metrics of the HTTP interface. `route` is the pattern, so that ids make no series. */
export function observeHttp(metrics: Pick<Metrics, 'counter' | 'histogram'>) {
  const requests = metrics.histogram({
    name: 'clipwright_http_request_duration_seconds',
    help: 'Time from the first byte of a request to the end of its answer; 499 is a caller who left before it.',
    labels: ['method', 'route', 'status'],
    buckets: shortBuckets_s,
  })
  const errors = metrics.counter({
    name: 'clipwright_http_errors_total',
    help: 'Answers that are errors, by their code: docs/errors.md. `rate_limited` and others of 429 are limits.',
    labels: ['code'],
  })
  const replays = metrics.counter({
    name: 'clipwright_http_replays_total',
    help: 'Answers that an earlier request with the same Idempotency-Key had got.',
    labels: ['route'],
  })
  return {
    request: (of: { method: string; route: string; status: number }, duration_s: number) =>
      requests.observe({ method: of.method, route: of.route, status: String(of.status) }, duration_s),
    error: (code: string) => errors.add({ code }),
    replay: (route: string) => replays.add({ route }),
  }
}
