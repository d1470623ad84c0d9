import type { Engine } from '../engines/engines.ts'
import { startClaimLoop, type WorkerSettings } from '../tasks/run/claim-loop.ts'
import { createLearnSpeed } from '../tasks/queue/speed.ts'
import { createInstantEngine, keyOf } from './instant-engine.ts'
import { runSettings } from './run-settings.ts'
import type { World } from './world.ts'

/** An engine whose operations go on until they are told to end; it counts what it is asked. */
export interface HeldEngine extends Engine {
  /** Keys of the operations under way. */
  readonly working: Set<string>
  readonly canceled: string[]
  /** The most operations there were at once. */
  readonly most: number
  finish(key: string): void
  /** Whether a cancellation frees the engine, or only the result is not wanted any more. */
  stops: boolean
}

export function createHeldEngine(options: { name?: string; models?: string[] } = {}): HeldEngine {
  const { name = 'held', models = ['preview'] } = options
  const instant = createInstantEngine({ video: new Uint8Array(), name, models })
  const working = new Set<string>()
  const done = new Set<string>()
  let most = 0
  const engine: HeldEngine = {
    ...instant,
    working,
    canceled: [],
    stops: true,
    get most() {
      return most
    },
    finish: (key) => {
      if (working.delete(key)) done.add(key)
    },
    start: async (_request, { key }) => {
      working.add(key)
      most = Math.max(most, working.size)
      return { key }
    },
    inspect: async (operation) => {
      const key = keyOf(operation)
      if (working.has(key)) return { status: 'running', progress: null }
      return { status: done.has(key) ? 'succeeded' : 'lost' }
    },
    cancel: async (operation) => {
      const key = keyOf(operation)
      engine.canceled.push(key)
      if (!engine.stops) return working.has(key) ? 'still_busy' : 'stopped'
      working.delete(key)
      return 'stopped'
    },
    forget: async (operation) => void done.delete(keyOf(operation)),
  }
  return engine
}

/** A worker that serves one engine and stores nothing; stopped with the world. */
export function startWorkerOf(
  world: World,
  engine: Engine,
  options: Partial<WorkerSettings> & { slots?: number; shared?: boolean } = {},
) {
  const { slots = 1, shared = true, ...overrides } = options
  const deps = {
    ...world.deps,
    receive: async () => null,
    learnSpeed: createLearnSpeed(world.db),
    settings: runSettings({ lease_s: 15, ...overrides }),
  }
  const loop = startClaimLoop(deps, { engine, slots, shared })
  world.resources.defer(() => loop.stop(0))
  return loop
}
