import { setTimeout as wait } from 'node:timers/promises'
import { EngineError } from '../../engines/engines.ts'

/** Long enough for a server to restart or a network to recover. After that, `inspect` says whether the job is lost. */
const patience_ms = 60_000
const pause_ms = 1_000

/**
 * Retries for a minute while the engine does not answer. For calls that may be repeated, never for `start`.
 * @throws EngineError; the signal's reason when it aborts.
 */
export async function retryOnEngineOutage<T>(ask: () => Promise<T>, signal: AbortSignal): Promise<T> {
  const giveUp_at = performance.now() + patience_ms
  for (;;) {
    try {
      return await ask()
    } catch (error) {
      const isSilence = error instanceof EngineError && error.code === 'unavailable'
      if (!isSilence || performance.now() > giveUp_at) throw error
    }
    await wait(pause_ms, undefined, { signal })
  }
}
