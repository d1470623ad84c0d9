import type { Engine } from '../../engines/engines.ts'
import type { ConfiguredEngine, Inventory } from '../../inventory/inventory.ts'
import { type ClaimLoop, startClaimLoop, type WorkerDeps } from './claim-loop.ts'
import { createJobClocks } from '../fleet/job-clocks.ts'
import { observeEngine } from './observe/observe-engine.ts'
import { startPowerLoop } from '../power/power.ts'
import { forgetReport } from '../fleet/engine-queries.ts'

/** How long tasks may go on after their engine was removed from the engines file: the longest deadline that can be set. */
const leaveWithin_ms = 5 * 3_600_000

interface Served {
  engine: Engine
  loop: ClaimLoop
  /** Of an engine that is started by need. */
  power: { stop(): Promise<void> } | undefined
}

/** Runs a claim loop for each engine of the inventory. When an engine is removed, its loop drains and then stops. */
export function serveEngines(deps: WorkerDeps & { inventory: Inventory }): {
  stop(patience_ms: number): Promise<void>
} {
  const open = new Map<ConfiguredEngine, Served>()
  const closing = new Map<ClaimLoop, Promise<void>>()

  const close = async (offer: ConfiguredEngine, { engine, loop, power }: Served): Promise<void> => {
    open.delete(offer)
    await power?.stop()
    await loop.stop(leaveWithin_ms)
    await engine.close()
    const isStillServed = [...open.keys()].some(({ name }) => name === offer.name)
    if (!isStillServed) await forgetReport(deps.db, offer.name, deps.settings.worker_id).catch(() => {})
  }
  const leave = (offer: ConfiguredEngine, opened: Served): void => {
    const closed = close(offer, opened)
      .catch((error: unknown) => deps.log.error({ err: error, engine: offer.name }, 'engine_not_closed'))
      .finally(() => closing.delete(opened.loop))
    closing.set(opened.loop, closed)
  }
  const sync = (): void => {
    const { engines } = deps.inventory
    for (const [offer, opened] of open) if (!engines.includes(offer)) leave(offer, opened)
    for (const offer of engines) {
      if (open.has(offer) || offer.slots === 0) continue
      const { name, slots, kind, url, models, on_demand } = offer
      const engine = observeEngine(offer.open(createJobClocks(deps, name)), kind, deps)
      const { limits } = deps.settings
      open.set(offer, {
        engine,
        loop: startClaimLoop(deps, { engine, slots, shared: url !== null, kind, url, models }),
        power: on_demand && startPowerLoop({ ...deps, limits }, { name, models, on_demand }),
      })
    }
  }
  const unlisten = deps.inventory.onChange(sync)
  sync()
  return {
    stop: async (patience_ms) => {
      unlisten()
      for (const [offer, opened] of open) leave(offer, opened)
      for (const loop of closing.keys()) void loop.stop(patience_ms) // ends the longer patience of `close`
      await Promise.all(closing.values())
    },
  }
}
