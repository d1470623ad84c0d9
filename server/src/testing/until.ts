import { setTimeout as wait } from 'node:timers/promises'

/** Milliseconds a test waits for what must come. Only a test that fails waits as long, so the slowest machine has enough. */
export const patience_ms = 90_000

/** The limit of a call that is to succeed. */
export const inTime = (): AbortSignal => AbortSignal.timeout(patience_ms)

/** Asks again until there is something, and gives it. @throws Error when the patience is at an end. */
export async function until<T>(
  find: () => T | Promise<T>,
  what = 'it',
): Promise<Exclude<T, false | undefined>> {
  for (const giveUp = Date.now() + patience_ms; ; await wait(10)) {
    const found = await find()
    if (found !== undefined && found !== false) return found as Exclude<T, false | undefined>
    if (Date.now() > giveUp) throw new Error(`${what} never came to be`)
  }
}
