import { UpscaleError } from './upscale-error.ts'

/** The running jobs of an upscaler: each aborts by its own signal, or with all. */
export class Running {
  readonly #closing = new AbortController()
  readonly #jobs = new Set<Promise<void>>()

  run(signal: AbortSignal, work: (signal: AbortSignal) => Promise<void>): Promise<void> {
    const closing = this.#closing.signal
    const job = (async () => {
      signal.throwIfAborted()
      closing.throwIfAborted()
      await work(AbortSignal.any([signal, closing]))
    })()
    this.#jobs.add(job)
    const forget = (): void => void this.#jobs.delete(job)
    job.then(forget, forget)
    return job
  }

  async close(): Promise<void> {
    this.#closing.abort(new UpscaleError('failed', 'The upscaler was closed.'))
    await Promise.allSettled(this.#jobs)
  }
}

/** A watchdog: calls `onSilent` unless `hear` is called at least every `limit_ms`. Disposing stops it. */
export function watch(limit_ms: number, onSilent: () => void): Disposable & { hear(): void } {
  const timer = setTimeout(onSilent, limit_ms)
  return { hear: () => void timer.refresh(), [Symbol.dispose]: () => clearTimeout(timer) }
}
