import { type Engine, EngineError } from '../../../engines/engines.ts'
import { type Metrics, shortBuckets_s } from '../../../platform/metrics.ts'
import type { Tracing } from '../../../platform/tracing/tracing.ts'

interface Observers {
  metrics: Pick<Metrics, 'histogram'>
  tracing: Pick<Tracing, 'span'>
}

/** Asked some times a second: the phase that they are part of counts them. */
const unspanned = ['capabilities', 'inspect']

/** Counts, times and traces what an engine is asked. A download is timed until its first byte. */
export function observeEngine(engine: Engine, kind: string, { metrics, tracing }: Observers): Engine {
  const calls = metrics.histogram({
    name: 'clipwright_engine_call_duration_seconds',
    help: 'Calls to engines: ok, unavailable (no answer), aborted (by us), error, or whose fault the engine says it is: request, model, engine.',
    labels: ['engine', 'kind', 'call', 'outcome'],
    buckets: shortBuckets_s,
  })
  const asked = async <T>(call: string, ask: () => Promise<T>, signal?: AbortSignal): Promise<T> => {
    const began_at = performance.now()
    let outcome = 'ok'
    try {
      if (unspanned.includes(call)) return await ask()
      const facts = { 'clipwright.engine': engine.name, 'clipwright.engine_kind': kind }
      return await tracing.span({ name: `engine ${call}`, facts }, ask)
    } catch (error) {
      outcome = outcomeOf(error, signal)
      throw error
    } finally {
      calls.observe({ engine: engine.name, kind, call, outcome }, (performance.now() - began_at) / 1000)
    }
  }
  return {
    ...engine,
    capabilities: (signal) => asked('capabilities', () => engine.capabilities(signal), signal),
    start: (request, context) => asked('start', () => engine.start(request, context), context.signal),
    inspect: (operation, signal) => asked('inspect', () => engine.inspect(operation, signal), signal),
    cancel: (operation, signal) => asked('cancel', () => engine.cancel(operation, signal), signal),
    fetch: (operation, signal) => asked('fetch', () => engine.fetch(operation, signal), signal),
    forget: (operation) => asked('forget', () => engine.forget(operation)),
  }
}

function outcomeOf(error: unknown, signal: AbortSignal | undefined): string {
  if (signal?.aborted) return 'aborted'
  if (!(error instanceof EngineError)) return 'error'
  return error.code === 'unavailable' ? 'unavailable' : error.fault
}
