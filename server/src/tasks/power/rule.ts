import type { OnDemand } from '../../inventory/inventory.ts'

/** When it is started and stopped; seconds. */
export type PowerBounds = Omit<OnDemand, 'start' | 'stop'>

export type PowerState = 'off' | 'starting' | 'on' | 'stopping'

/** What is known of an engine when its next step is chosen; seconds. */
export interface PowerFacts {
  state: PowerState
  /** In this state. */
  for_s: number
  is_reached: boolean
  /** Since it answered last; null if it never did. */
  silent_s: number | null
  /** How long the next task that it could make has waited; null when none waits. */
  waited_s: number | null
  /** How long the other engines need for what waits; null when there are none. */
  elsewhere_s: number | null
  /** Whether a slot of it is taken. */
  is_busy: boolean
  /** Since it was last busy, wanted, or came up. */
  idle_for_s: number
  /** A start, as measured; null before the first. */
  start_s: number | null
  /** Failed starts in a row. */
  failures: number
}

/** An engine that should run and answers nobody for so long is stopped, so that it can be started anew. */
const lostAfter_s = 60

/** `started` and `stopped`: what was seen. `start` and `stop`: what is to be done. `failed`: a start or stop took too long. */
export type PowerStep = 'start' | 'started' | 'stop' | 'stopped' | 'failed'

/** After so many failed starts in a row the next try waits this long, in seconds; the last counts for all further ones. */
const rests_s = [0, 60, 300, 900]

/** The next step of an engine that is started by need; undefined when there is nothing to do. */
export function nextStep(facts: PowerFacts, bounds: PowerBounds): PowerStep | undefined {
  const { state, for_s, is_reached, silent_s, waited_s, is_busy, idle_for_s } = facts
  switch (state) {
    case 'off':
      if (is_reached) return 'started' // by somebody else
      return isWorthStart(facts, bounds) ? 'start' : undefined
    case 'starting':
      if (is_reached) return 'started'
      return for_s >= bounds.give_up_s ? 'failed' : undefined
    case 'on':
      if (is_busy) return undefined
      if (!is_reached) return Math.min(for_s, silent_s ?? for_s) >= lostAfter_s ? 'stop' : undefined
      return waited_s === null && idle_for_s >= bounds.idle_s ? 'stop' : undefined
    case 'stopping':
      if (!is_reached) return 'stopped'
      return for_s >= bounds.give_up_s ? 'failed' : undefined
  }
}

/** A start is worth its time when a task has waited long enough and the other engines would need longer than it takes. */
function isWorthStart(
  { waited_s, elsewhere_s, for_s, failures, start_s }: PowerFacts,
  bounds: PowerBounds,
): boolean {
  if (waited_s === null || waited_s < bounds.wait_s) return false
  if (for_s < rests_s[Math.min(failures, rests_s.length - 1)]!) return false
  return elsewhere_s === null || elsewhere_s > (start_s ?? bounds.start_s)
}
