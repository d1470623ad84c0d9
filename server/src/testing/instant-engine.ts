import { Readable } from 'node:stream'
import {
  type Capability,
  type Engine,
  EngineError,
  type Operation,
  type ReportedChoices,
} from '../engines/engines.ts'

/**
 * An engine that is done before it began: every operation succeeds at once with the same video. For benchmarks and for
 * tests of what surrounds an engine. Like all engines it forgets everything when its process ends.
 */
export function createInstantEngine({
  video,
  name = 'instant',
  models = ['instant'],
  choices = [],
}: {
  /** The bytes of an mp4. */
  video: Uint8Array
  name?: string
  models?: string[]
  /** What it has to choose from; a test may change it. */
  choices?: ReportedChoices[]
}): Engine {
  const known = new Set<string>()
  return {
    name,
    async capabilities(signal) {
      signal.throwIfAborted()
      const offers = models.map((model): Capability => ({
        model,
        modes: ['text-to-video', 'image-to-video'],
      }))
      return { offers, ...(choices.length > 0 && { choices }), problems: [], version: null }
    },
    operationFor: () => undefined,
    async start(_request, { key, signal }) {
      signal.throwIfAborted()
      known.add(key)
      return { key }
    },
    async inspect(operation, signal) {
      signal.throwIfAborted()
      return known.has(keyOf(operation)) ? { status: 'succeeded' } : { status: 'lost' }
    },
    async cancel(operation) {
      known.delete(keyOf(operation))
      return 'stopped'
    },
    async fetch(operation, signal) {
      signal.throwIfAborted()
      if (!known.has(keyOf(operation))) {
        throw new EngineError('result_gone', 'The video is not here any more.', { fault: 'engine' })
      }
      return Readable.from([video])
    },
    async forget(operation) {
      known.delete(keyOf(operation))
    },
    async close() {
      known.clear()
    },
  }
}

/** The key that the operation was started with. */
export function keyOf({ key }: Operation): string {
  return typeof key === 'string' ? key : ''
}
