import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import {
  type Context,
  diag,
  DiagLogLevel,
  isSpanContextValid,
  ROOT_CONTEXT,
  type Span as OtelSpan,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import { parseTraceParent } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto'
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  SamplingDecision,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { RequestSpan, Span, TraceIds, Tracing } from './tracing.ts'

export interface OtlpOptions {
  /** An OTLP/HTTP receiver, without `/v1/traces`. */
  endpoint: string
  /** The part of all traces that is kept, from 0 to 1. */
  ratio: number
  service: { name: string; version: string; instance: string }
  /** Hears once a minute at most that spans could not be sent. */
  onProblem: (problem: string) => void
}

/** A stop waits no longer for a receiver that hangs. */
const flushWithin_ms = 2_000
const tellEvery_ms = 60_000

/**
 * Traces with OpenTelemetry's SDK. Spans are sent in batches, in the background; when the receiver is away or slow they wait, up to 2,048
 * of them, and then get lost. Load it only where it is used: it takes a tenth of a second and some megabytes.
 */
export function createOtlpTracing({ endpoint, ratio, service, onProblem }: OtlpOptions): Tracing {
  tellProblems(onProblem)
  const hangUp = new AbortController()
  const ofConnections = { keepAlive: true, signal: hangUp.signal }
  const exporter = new OTLPTraceExporter({ url: `${endpoint}/v1/traces`, httpAgentOptions: ofConnections })
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': service.name,
      'service.version': service.version,
      'service.instance.id': service.instance,
    }).merge(detectResources({ detectors: [envDetector] })),
    sampler: new ParentBasedSampler({
      root: randomly(ratio),
      // A caller may name the trace, so that theirs goes on here, and not decide what we keep: neither by their flag nor by the id.
      remoteParentSampled: randomly(ratio),
      remoteParentNotSampled: randomly(ratio),
    }),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  })
  const tracer = provider.getTracer('clipwright', service.version)
  const contexts = new AsyncLocalStorage<Context>()

  const keptSpan = (): OtelSpan | undefined => {
    const context = contexts.getStore()
    const span = context && trace.getSpan(context)
    return span?.isRecording() ? span : undefined
  }
  const runIn = async <T>(span: OtelSpan, parent: Context, run: (span: Span) => Promise<T>): Promise<T> => {
    try {
      return await contexts.run(trace.setSpan(parent, span), () => run(ours(span)))
    } catch (error) {
      // The class and a code: messages may quote what a user wrote.
      span.setStatus({ code: SpanStatusCode.ERROR, message: nameOf(error) })
      throw error
    } finally {
      span.end()
    }
  }

  return {
    request: (traceparent) => {
      const named = traceparent === undefined ? null : parseTraceParent(traceparent)
      const parent = named ? contextOf({ ...named, isRemote: true }) : ROOT_CONTEXT
      const span = tracer.startSpan('request', { kind: SpanKind.SERVER }, parent)
      if (!span.isRecording()) return undefined
      const context = trace.setSpan(parent, span)
      return requestSpan(span, (run) => contexts.run(context, run))
    },
    span: ({ name, facts }, run) => {
      const parent = contexts.getStore()
      if (!parent || !keptSpan()) return run(ours(undefined))
      return runIn(tracer.startSpan(name, { attributes: facts ?? {} }, parent), parent, run)
    },
    goOn: (place, { name, facts, past }, run) => {
      const named = parseTraceParent(place)
      if (!named || !isSpanContextValid(named)) return run(ours(undefined))
      const parent = contextOf({ ...named, isRemote: false }) // our own process decided whether it is kept
      const now = Date.now()
      tracer
        .startSpan(
          past.name,
          { startTime: now - past.duration_s * 1000, attributes: past.facts ?? {} },
          parent,
        )
        .end(now)
      const span = tracer.startSpan(name, { kind: SpanKind.CONSUMER, attributes: facts ?? {} }, parent)
      return runIn(span, parent, run)
    },
    place: () => {
      const span = keptSpan()
      if (!span) return null
      const { traceId, spanId } = span.spanContext()
      return `00-${traceId}-${spanId}-01`
    },
    ids: () => {
      const span = keptSpan()
      return span && idsOf(span)
    },
    [Symbol.asyncDispose]: async () => {
      const enough = new AbortController()
      const sent = provider.shutdown().catch((error: unknown) => onProblem(String(error)))
      await Promise.race([sent, wait(flushWithin_ms, undefined, { signal: enough.signal }).catch(() => {})])
      enough.abort()
      hangUp.abort() // or the process would stay until the receiver has answered
    },
  }
}

const contextOf = (parent: SpanContext): Context => trace.setSpanContext(ROOT_CONTEXT, parent)

const idsOf = (span: OtelSpan): TraceIds => {
  const { traceId, spanId } = span.spanContext()
  return { trace_id: traceId, span_id: spanId }
}

const ours = (span: OtelSpan | undefined): Span => ({
  tell: (facts) => void span?.setAttributes(facts),
  note: (event) => void span?.addEvent(event),
})

const requestSpan = (span: OtelSpan, within: RequestSpan['within']): RequestSpan => ({
  ...ours(span),
  ids: idsOf(span),
  within,
  end: (name, status) => {
    span.updateName(name)
    if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
    span.end()
  },
})

function nameOf(error: unknown): string {
  const { name, code } = error as { name?: unknown; code?: unknown }
  return [name, code].filter((part) => typeof part === 'string').join(' ')
}

function randomly(ratio: number): Sampler {
  return {
    shouldSample: () => ({
      decision: Math.random() < ratio ? SamplingDecision.RECORD_AND_SAMPLED : SamplingDecision.NOT_RECORD,
    }),
    toString: () => `random ${ratio}`,
  }
}

/** What the SDK says of itself, which is per process. */
function tellProblems(onProblem: (problem: string) => void): void {
  let told_at = Number.NEGATIVE_INFINITY
  const tell = (message: string, ...more: unknown[]): void => {
    if (performance.now() - told_at < tellEvery_ms) return
    told_at = performance.now()
    onProblem([message, ...more].map(String).join(' ').slice(0, 500))
  }
  const silent = (): void => {}
  const logger = { error: tell, warn: tell, info: silent, debug: silent, verbose: silent }
  diag.setLogger(logger, { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true })
}
