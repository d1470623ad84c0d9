import { setTimeout as wait } from 'node:timers/promises'
import type { Notifier } from './notifier.ts'

export interface PollOptions {
  notifier: Pick<Notifier, 'listen'>
  /** A hint on any of these starts the next round at once. */
  channels: readonly string[]
  /** Told of each hint before the round that it starts. */
  onHint?: (channel: string, subject: string) => void
  /** The longest pause between two rounds: hints may be lost, and some work becomes due by the clock. */
  every_ms: number
  /** The shortest pause between two rounds, so that a burst of hints costs few of them. */
  debounce_ms?: number
  /** Told of a round that failed; the next one comes after a pause. */
  onError: (error: unknown) => void
}

export interface Poll {
  /** As a hint on one of the channels. */
  hint(): void
  /** Starts no more rounds; resolves when the running one has ended. */
  stop(): Promise<void>
}

/**
 * Runs `round` now, after every hint and every `every_ms`, one at a time. A hint during a round starts another one: the
 * running one may have missed what the hint is about. A round that returns `again` knows of more work and is repeated
 * without a pause, except for `debounce_ms`.
 */
export function poll(
  round: (stopping: AbortSignal) => Promise<'again' | void>,
  { notifier, channels, onHint, every_ms, debounce_ms = 0, onError }: PollOptions,
): Poll {
  const stopping = new AbortController()
  let isHinted = false
  let wake = (): void => {}
  const hint = (): void => {
    isHinted = true
    wake()
  }
  const unlisten = channels.map((channel) =>
    notifier.listen(channel, (subject) => {
      onHint?.(channel, subject)
      hint()
    }),
  )
  const sleep = (): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, every_ms)
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })

  const loop = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      isHinted = false
      const next = await round(stopping.signal).catch(onError)
      if (debounce_ms > 0) await wait(debounce_ms, undefined, stopping).catch(() => {})
      if (next !== 'again' && !isHinted && !stopping.signal.aborted) await sleep()
    }
  }
  const ended = loop()

  return {
    hint,
    stop: () => {
      stopping.abort()
      for (const end of unlisten) end()
      wake()
      return ended
    },
  }
}
