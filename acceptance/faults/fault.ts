import type { Load } from './load.ts'
import type { Person } from './person.ts'
import type { Site } from './site.ts'

/** Whose worker is gone, whose task is somebody else's by then: the promise of the product. */
export const takeover_ms = 12_000

/** How long it took, in milliseconds, and of a takeover the part until the worker was found to be gone. */
export interface Recovery {
  took_ms: number
  found_ms?: number
}

export interface Scene {
  site: Site
  /** The name of the fault. */
  during: string
  /** Whose tasks are hit. */
  person: Person
  load: Load
  /** How long things stay broken that can stay so for any time. */
  outage_ms: number
}

export interface Fault {
  name: string
  /**
   * Breaks something, mends it where that is the operator's work, and waits for the recovery. Whatever it finds, it may just
   * throw: all that was broken is put back after it.
   */
  strike(scene: Scene): Promise<number | Recovery>
  /** The longest recovery that is promised; a longer one is a finding of its own, and not lost work. */
  bound_ms?: number
  /**
   * Whether people submit so little that a slot is always free. The time until a task is taken over is that of finding out
   * that its worker is gone; where all slots are busy, the wait for one comes on top.
   */
  leavesRoom?: true
  /** How attempts may end in it, besides being completed or canceled: an outage alone fails none. */
  attemptsMay?: 'lost' | 'failed'
  /** Codes with which tasks may fail in it, besides those that were canceled. */
  mayFailWith?: string[]
}
