import type { OnDemand } from '../../inventory/inventory.ts'
import type { Db } from '../../platform/db/database.ts'
import { poll } from '../../platform/db/poll.ts'
import type { Log } from '../../platform/log.ts'
import { listNextTasks, type RunningLimits } from '../queue/claim-queries.ts'
import * as queries from './queries.ts'
import { nextStep, type PowerStep } from './rule.ts'
import { flip } from './switch.ts'

interface PowerDeps {
  db: Db
  log: Log
  limits: RunningLimits
}

interface PoweredEngine {
  name: string
  models: readonly string[]
  on_demand: OnDemand
}

const lookEvery_ms = 2_000

/**
 * Starts an engine when tasks wait for it and stops it when it is idle. Every worker that serves the engine looks after it; each
 * step is taken by one of them.
 */
export function startPowerLoop(deps: PowerDeps, engine: PoweredEngine): { stop(): Promise<void> } {
  const ending = new AbortController()
  const loop = poll(() => keepPowered(deps, engine, ending.signal), {
    notifier: { listen: () => () => {} },
    channels: [],
    every_ms: lookEvery_ms,
    onError: (error) => deps.log.warn({ err: error, engine: engine.name }, 'engine_power_failed'),
  })
  return {
    stop: () => {
      ending.abort()
      return loop.stop()
    },
  }
}

/** Chooses the engine's next step and takes it. Resolves when a command or call that it needs has ended. */
export async function keepPowered(
  deps: PowerDeps,
  engine: PoweredEngine,
  signal: AbortSignal,
): Promise<void> {
  const { db, log } = deps
  const { name, models, on_demand } = engine
  await queries.offerPower(db, {
    engine: name,
    models,
    ready_in_s: on_demand.wait_s + on_demand.start_s,
  })
  const step = await chooseStep(deps, engine)
  if (!step) return
  if (step === 'failed') {
    await queries.saveFailure(db, name, `It took longer than ${on_demand.give_up_s} seconds.`)
    return log.warn({ engine: name }, 'engine_power_gave_up')
  }
  log.info({ engine: name, step }, 'engine_power')
  if (step !== 'start' && step !== 'stop') return
  try {
    await flip(on_demand[step], { signal, timeout_ms: on_demand.give_up_s * 1000 })
  } catch (error) {
    if (signal.aborted) return // another worker, or the next start of this one, sees what became of it
    log.warn({ err: error, engine: name, step }, 'engine_switch_failed')
    await queries.saveFailure(db, name, (error as Error).message)
  }
}

const allModes = ['text-to-video', 'image-to-video', 'enhance'] as const

/** Chooses and writes down the next step; undefined when there is none, or another worker is at it. */
function chooseStep(
  { db, limits }: PowerDeps,
  { name, models, on_demand }: PoweredEngine,
): Promise<PowerStep | undefined> {
  return db.transaction().execute(async (trx) => {
    const facts = await queries.lockFacts(trx, name)
    if (!facts) return undefined
    const offers = models.map((model) => ({ model, modes: [...allModes] }))
    const waits = await listNextTasks(trx, offers, limits)
    const waited_s = waits.length === 0 ? null : Math.max(...waits.map((next) => next.waited_s))
    if (facts.is_reached && (facts.is_busy || waited_s !== null)) await queries.noteActive(trx, name)
    const elsewhere_s =
      facts.state === 'off' && waited_s !== null ? await queries.findWorkElsewhere(trx, name, models) : null
    const step = nextStep({ ...facts, waited_s, elsewhere_s }, on_demand)
    if (step === undefined || step === 'failed') return step
    if (step === 'stop' && !(await queries.lockFreeSlots(trx, name))) return undefined
    await queries.saveStep(trx, name, step)
    return step
  })
}
