import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import {
  collectDefaultMetrics,
  Counter as PromCounter,
  Gauge as PromGauge,
  Histogram as PromHistogram,
  Registry,
} from 'prom-client'
import type { Log } from './log.ts'

// Values of labels are few and known beforehand: models, engines, routes, outcomes. An id of a user or a task never is one.

/** What a metric is; `help` says what is counted and in which unit. docs/operating/metrics.md has each of them. */
export interface About<Label extends string = string> {
  name: string
  help: string
  labels?: readonly Label[]
}

/** Only ever rises, from zero at the start of the process. */
export interface Counter<Label extends string> {
  add(labels: Record<Label, string>, amount?: number): void
}

export interface Histogram<Label extends string> {
  observe(labels: Record<Label, string>, value: number): void
}

/** A value of a gauge. */
export interface Sample<Label extends string = string> {
  labels?: Partial<Record<Label, string>>
  value: number
}

type SamplesOf<Abouts extends Record<string, About>> = {
  [gauge in keyof Abouts]: readonly Sample[]
}

/** This process's metrics for Prometheus. Counters and histograms are made once; a second call with the name gives the same one. */
export interface Metrics {
  counter<Label extends string = never>(about: About<Label>): Counter<Label>
  histogram<Label extends string = never>(
    about: About<Label> & { buckets: readonly number[] },
  ): Histogram<Label>
  /** Registers values that this process has at hand. */
  gauge(about: About, read: () => readonly Sample[]): void
  /**
   * Registers gauges whose values one read gives at each scrape. Reads come one after the other, so that a scrape needs one connection
   * at a time; one that fails or takes too long is left out, and `clipwright_reading_success` says so.
   */
  readings<Abouts extends Record<string, About>>(
    reading: string,
    gauges: Abouts,
    read: () => Promise<SamplesOf<Abouts>>,
  ): void
  /** What counts at each scrape, as a reading: what is not in this process's hands. */
  beforeScrape(reading: string, run: () => Promise<void>): void
  /** In Prometheus's text format. */
  text(): Promise<string>
  readonly content_type: string
}

/** From a read by index to a wait for a lock. */
export const shortBuckets_s = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

/** All reads together; Prometheus itself waits for ten seconds. */
const readWithin_ms = 6_000

/** `process` adds Node's own metrics: memory, event loop, garbage collection. Once per process. */
export function createMetrics(
  { log, process }: { log: Log; process: boolean },
  within_ms = readWithin_ms,
): Metrics {
  const registry = new Registry()
  if (process) collectDefaultMetrics({ register: registry })
  const newGauge = ({ name, help, labels = [] }: About) =>
    new PromGauge({ name, help, labelNames: [...labels], registers: [registry] })
  const fill = (gauge: PromGauge, { labels }: About, samples: readonly Sample[]): void => {
    gauge.reset()
    for (const { labels: of = {}, value } of samples) gauge.set(of as Record<string, string>, value)
    if (samples.length === 0 && !labels) gauge.remove() // it would say zero
  }
  const success = newGauge({
    name: 'clipwright_reading_success',
    help: 'Whether what is read at each scrape was read: 0 where it failed or took too long, so that its metrics are missing.',
    labels: ['reading'],
  })

  const readings: ((left_ms: number) => Promise<void>)[] = []
  const addReading = (reading: string, run: () => Promise<void>, forget: () => void): void => {
    let running: Promise<void> | undefined
    readings.push(async (left_ms) => {
      // What hangs is not asked again until it has answered.
      running ??= run().finally(() => (running = undefined))
      const answered = new AbortController()
      const late = wait(left_ms, undefined, { signal: answered.signal }).then(
        () => Promise.reject(new Error('not read in time')),
        () => {},
      )
      try {
        await Promise.race([running, late])
        success.set({ reading }, 1)
      } catch (error) {
        forget()
        success.set({ reading }, 0)
        log.warn({ err: error, reading }, 'metrics_not_read')
      } finally {
        answered.abort()
      }
    })
  }
  const readAll = async (): Promise<void> => {
    const end_at = performance.now() + within_ms
    for (const read of readings) await read(Math.max(0, end_at - performance.now()))
  }
  let reading: Promise<void> | undefined

  return {
    counter: ({ name, help, labels = [] }) => {
      const counter =
        (registry.getSingleMetric(name) as PromCounter | undefined) ??
        new PromCounter({ name, help, labelNames: [...labels], registers: [registry] })
      return { add: (of, amount = 1) => counter.inc(of, amount) }
    },
    histogram: ({ name, help, labels = [], buckets }) => {
      const histogram =
        (registry.getSingleMetric(name) as PromHistogram | undefined) ??
        new PromHistogram({
          name,
          help,
          labelNames: [...labels],
          buckets: [...buckets],
          registers: [registry],
        })
      return { observe: (of, value) => histogram.observe(of, value) }
    },
    gauge: (about, read) => {
      const { name, help, labels = [] } = about
      registry.removeSingleMetric(name) // of a part that was made anew, the newest counts
      const gauge: PromGauge = new PromGauge({
        name,
        help,
        labelNames: [...labels],
        registers: [],
        collect: () => fill(gauge, about, read()),
      })
      registry.registerMetric(gauge)
    },
    readings: (name, abouts, read) => {
      const gauges = Object.entries(abouts).map(([key, about]) => ({ key, about, gauge: newGauge(about) }))
      const run = async () => {
        const samples = await read()
        for (const { key, about, gauge } of gauges) fill(gauge, about, samples[key]!)
      }
      addReading(name, run, () => {
        for (const { about, gauge } of gauges) fill(gauge, about, [])
      })
    },
    beforeScrape: (name, run) => addReading(name, run, () => {}),
    text: async () => {
      reading ??= readAll().finally(() => (reading = undefined))
      await reading
      return registry.metrics()
    },
    content_type: registry.contentType,
  }
}

/** Registers the use of the connection pool. */
export function observePool(metrics: Metrics, pool: pg.Pool): void {
  const about = {
    name: 'clipwright_database_connections',
    help: 'Connections of this process: idle, busy, and requests that wait for one because all are busy (waited_for).',
    labels: ['state'],
  }
  metrics.gauge(about, () => [
    { labels: { state: 'idle' }, value: pool.idleCount },
    { labels: { state: 'busy' }, value: pool.totalCount - pool.idleCount },
    { labels: { state: 'waited_for' }, value: pool.waitingCount },
  ])
  const limit = {
    name: 'clipwright_database_connections_limit',
    help: 'The most connections of this process: DATABASE_POOL_SIZE.',
  }
  metrics.gauge(limit, () => [{ value: pool.options.max }])
}
