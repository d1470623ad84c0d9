import { setTimeout as wait } from 'node:timers/promises'

/** Asks again until it holds; fails after eight seconds. */
export async function until(holds: () => boolean | Promise<boolean>, what = 'it'): Promise<void> {
  for (const giveUp = Date.now() + 8_000; !(await holds()); await wait(10)) {
    if (Date.now() > giveUp) throw new Error(`${what} never came to be`)
  }
}
