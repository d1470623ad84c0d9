import { type Metrics, shortBuckets_s } from '../platform/metrics.ts'
import type { Tracing } from '../platform/tracing/tracing.ts'
import type { ObjectStorage } from './object-storage.ts'
import { StorageFull, StorageUnavailable } from './unavailable.ts'

/** Counts, times and traces the calls to a storage; what signs a URL asks nobody and is left out. */
export function observeStorage(
  storage: ObjectStorage,
  { metrics, tracing }: { metrics: Pick<Metrics, 'counter' | 'histogram'>; tracing: Pick<Tracing, 'span'> },
): ObjectStorage {
  const calls = metrics.histogram({
    name: 'clipwright_storage_call_duration_seconds',
    help: 'Calls to the storage: ok, unavailable, full, aborted (by us), error. A get is timed until its first byte.',
    labels: ['operation', 'outcome'],
    buckets: shortBuckets_s,
  })
  const stored = metrics.counter({
    name: 'clipwright_storage_written_bytes_total',
    help: 'Bytes that were stored.',
  })
  const asked = async <T>(operation: string, ask: () => Promise<T>, signal?: AbortSignal): Promise<T> => {
    const began_at = performance.now()
    let outcome = 'ok'
    try {
      return await tracing.span({ name: `storage ${operation}` }, ask)
    } catch (error) {
      outcome = outcomeOf(error, signal)
      throw error
    } finally {
      calls.observe({ operation, outcome }, (performance.now() - began_at) / 1000)
    }
  }
  return {
    ...storage,
    put: async (key, body, options) => {
      const info = await asked('put', () => storage.put(key, body, options), options.signal)
      stored.add({}, info.size_bytes)
      return info
    },
    head: (key) => asked('head', () => storage.head(key)),
    get: (key) => asked('get', () => storage.get(key)),
    remove: (key) => asked('remove', () => storage.remove(key)),
    check: () => asked('check', () => storage.check()),
    removeUnfinished: () => asked('remove_unfinished', () => storage.removeUnfinished()),
  }
}

function outcomeOf(error: unknown, signal: AbortSignal | undefined): string {
  if (signal?.aborted) return 'aborted'
  if (error instanceof StorageFull) return 'full'
  return error instanceof StorageUnavailable ? 'unavailable' : 'error'
}
