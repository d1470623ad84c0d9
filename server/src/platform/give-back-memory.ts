import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Later than a start, in milliseconds: what it leaves behind is garbage by then. */
const after_ms = 5_000

/**
 * Gives back, once, what the start has used: V8 keeps it for as long as little happens. It takes the process from 215 to 155 MiB and
 * stops it for a tenth of a second (`bench/idle.ts`).
 */
export function giveBackMemory(): void {
  setTimeout(collectGarbage, after_ms).unref()
}

/** Stops the process until nothing is kept that nobody can reach. */
export function collectGarbage(): void {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as (how: object) => void
  setFlagsFromString('--no-expose-gc')
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}
