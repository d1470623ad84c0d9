import {
  type Capability,
  type Engine,
  EngineError,
  engineProblem,
  type EngineProblem,
  type ReportedChoices,
} from '../../engines/engines.ts'
import type { Db, Trx } from '../../platform/db/database.ts'
import type { Log } from '../../platform/log.ts'
import { createEngineHealth, type EngineHealth } from './engine-health.ts'
import { whyNotReached } from '../../inventory/inventory.ts'
import * as queries from './engine-queries.ts'
import { offerSlots } from './slot-queries.ts'

/** The interval at which the engine is asked for its capabilities and its slots are reported. */
const askEngine_ms = 5_000

/** The interval at which choices are written that have not changed. */
const renewChoices_ms = 3_600_000

/** What a worker knows of an engine that it serves. */
export interface EngineWatch {
  /** What the engine offers; empty while it rests or does not answer. @throws the database's errors. */
  offers(): Promise<readonly Capability[]>
  /** How many tasks the engine may run at once now. */
  limit(): number
  /** Records the outcome of an attempt. */
  hear(said: EngineError | 'completed' | undefined, attempt: { task_id: string; began_at: number }): void
}

/**
 * Asks an engine every few seconds what it offers, records that in the database, and rests the engine while it fails. While tasks
 * wait for one that does not answer, it is asked every few seconds all the same.
 */
export function watchEngine(
  { db, log }: { db: Db; log: Log },
  entry: {
    engine: Engine
    slots: number
    kind: string
    url: string | null
    owner: string
    worker_id: string
    /** The models of its entry, also while it offers none of them. */
    models: readonly string[]
  },
  signal: AbortSignal,
  health: EngineHealth = createEngineHealth(),
): EngineWatch {
  const { engine, slots, kind, url, owner, worker_id, models } = entry
  let offered: { offers: readonly Capability[]; asked_at: number } | undefined
  let written: { text: string; at: number } | undefined
  let known: Omit<queries.EngineReport, 'failures' | 'rest_ms'> = {
    engine: engine.name,
    worker_id,
    kind,
    url,
    version: null,
    offers: [],
    problems: [],
    isReached: false,
  }
  const report = (within: Db): Promise<void> =>
    queries.saveReport(within, { ...known, failures: health.failures, rest_ms: health.rest_ms() })

  const found = async ({
    offers,
    choices = [],
    problems,
    version,
  }: Awaited<ReturnType<Engine['capabilities']>>) => {
    const isNews = !known.isReached
    health.answered()
    const failure = health.lastError && problemOf(health.lastError)
    const all = failure ? [...problems, failure] : problems
    known = { ...known, offers, problems: all, version, isReached: true }
    await db.transaction().execute(async (trx) => {
      await offerSlots(trx, { engine: engine.name, owner, slots, offers })
      await report(trx)
      await noteChoices(trx, offers, choices)
    })
    offered = { offers, asked_at: performance.now() }
    if (isNews) log.info({ engine: engine.name, offers, problems }, 'engine_reached')
  }

  const noteChoices = async (
    trx: Trx,
    offers: readonly Capability[],
    choices: readonly ReportedChoices[],
  ): Promise<void> => {
    const text = JSON.stringify([offers, choices])
    const now = performance.now()
    if (written?.text === text && now - written.at < renewChoices_ms) return
    const offered = offers.map(({ model }) => model)
    await queries.saveChoices(trx, engine.name, offered, choices)
    written = { text, at: now }
  }

  const lost = async (error: EngineError): Promise<void> => {
    health.unanswered(error)
    offered = undefined
    if (known.isReached || health.failures === 1)
      log.warn({ err: error, engine: engine.name }, 'engine_not_reached')
    known = { ...known, offers: [], problems: [problemOf(error)], isReached: false }
    await report(db)
  }

  return {
    offers: async () => {
      if (health.rest_ms() > 0) {
        const mayAsk = health.restIfWanted_ms() === 0
        if (!mayAsk || !(await queries.isWanted(db, models))) return []
      }
      if (offered && performance.now() - offered.asked_at < askEngine_ms) return offered.offers
      try {
        await found(await engine.capabilities(signal))
      } catch (error) {
        if (!(error instanceof EngineError)) throw error
        await lost(error)
      }
      return offered?.offers ?? []
    },
    limit: () => {
      if (!offered || offered.offers.length === 0 || health.rest_ms() > 0) return 0
      return health.isOnTrial ? 1 : slots
    },
    hear: (said, attempt) => {
      if (said === 'completed') health.worked(attempt)
      else if (said) {
        if (said.fault === 'engine') health.failed(said, attempt)
        offered = undefined // the next call asks the engine again
      }
    },
  }
}

/** The failure as administrators see it. */
function problemOf(error: EngineError): EngineProblem {
  if (error.code !== 'unavailable') return engineProblem('engine_failed', { reason: error.explained })
  const why = whyNotReached(error)
  return why.text === 'answers_otherwise'
    ? engineProblem('engine_unreachable', { reason: error.explained })
    : why
}
