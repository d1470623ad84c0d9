import { setTimeout as wait } from 'node:timers/promises'
import { Cron } from 'croner'
import type { Db } from '../db/database.ts'
import type { Log } from '../log.ts'
import type { Metrics } from '../metrics.ts'
import * as queries from './queries.ts'

/** Work that is done by the clock, in one process at a time. */
export interface Schedule {
  name: string
  /** Five fields, in UTC. */
  cron: string
  /** Ends early, and is not counted as done, when the signal comes. Doing it twice must do no harm. */
  run: (signal: AbortSignal) => Promise<void>
}

export interface Schedules extends AsyncDisposable {
  schedule(schedule: Schedule): Promise<void>
}

export interface ScheduleTimes {
  /** How often a worker looks for what is due. */
  look_every_ms: number
  /** A run whose worker was not heard of for so long is done by another one. */
  lease_ms: number
  /** A run that failed is tried again after this, once. */
  retry_after_ms: number
  /** How long a stop waits for runs before it interrupts them, and again until they have ended. */
  stop_within_ms: number
}

const usual: ScheduleTimes = {
  look_every_ms: 5_000,
  lease_ms: 15_000,
  retry_after_ms: 30_000,
  stop_within_ms: 2_500,
}
const max_attempts = 2

/**
 * Runs each tick of each schedule once, however many workers there are. A tick is a row under a lease: no connection is held
 * for it, and one whose worker died is run by another worker. Of ticks that passed while no worker was there, the last one is run.
 */
export function startSchedules(
  { db, log, clock, metrics }: { db: Db; log: Log; clock: () => Date; metrics: Pick<Metrics, 'histogram'> },
  times: ScheduleTimes = usual,
): Schedules {
  const schedules = new Map<string, { cron: Cron; run: Schedule['run'] }>()
  const running = new Set<Promise<void>>()
  const stop = new AbortController()
  const runs = metrics.histogram({
    name: 'clipwright_schedule_run_duration_seconds',
    help: 'Runs of schedules by this process: done, handed_back (the process stopped), failed.',
    labels: ['schedule', 'outcome'],
    buckets: [0.01, 0.1, 1, 10, 60, 600],
  })

  const look = async (): Promise<void> => {
    const now = clock()
    const latest = [...schedules].map(([name, { cron }]) => ({ name, tick: latestTick(cron, now) }))
    for (const held of await queries.claim(db, latest, { ...times, max_attempts })) {
      const run = runOnce(held, schedules.get(held.name)!.run).finally(() => running.delete(run))
      running.add(run)
    }
  }

  const runOnce = async (held: queries.Claim, run: Schedule['run']): Promise<void> => {
    const lost = new AbortController()
    const renewal = setInterval(() => {
      queries
        .renew(db, held, times.lease_ms)
        .then((isOurs) => isOurs || lost.abort())
        .catch((error: unknown) => log.warn({ err: error, schedule: held.name }, 'schedule_not_renewed'))
    }, times.lease_ms / 3)
    const began_at = performance.now()
    const note = (outcome: string) =>
      runs.observe({ schedule: held.name, outcome }, (performance.now() - began_at) / 1000)
    try {
      await run(AbortSignal.any([stop.signal, lost.signal]))
      await (stop.signal.aborted ? queries.handBack(db, held) : queries.finish(db, held))
      note(stop.signal.aborted ? 'handed_back' : 'done')
    } catch (error) {
      note('failed')
      log.warn({ err: error, schedule: held.name }, 'schedule_failed')
      await queries.postpone(db, held, times.retry_after_ms).catch(() => {}) // then its lease runs out
    } finally {
      clearInterval(renewal)
    }
  }

  let looking: Promise<void> | undefined
  const timer = setInterval(() => {
    looking ??= look()
      .catch((error: unknown) => log.warn({ err: error }, 'schedules_not_read'))
      .finally(() => (looking = undefined))
  }, times.look_every_ms)

  return {
    schedule: async ({ name, cron: pattern, run }) => {
      const cron = new Cron(pattern, { timezone: 'UTC', mode: '5-part' })
      await queries.insert(db, name, latestTick(cron, clock()))
      schedules.set(name, { cron, run })
    },
    [Symbol.asyncDispose]: async () => {
      clearInterval(timer)
      await looking
      await endWithin(times.stop_within_ms, running)
      stop.abort()
      await endWithin(times.stop_within_ms, running)
    },
  }
}

async function endWithin(ms: number, running: Iterable<Promise<void>>): Promise<void> {
  const ended = new AbortController()
  const patience = wait(ms, undefined, { signal: ended.signal }).catch(() => {})
  await Promise.race([Promise.all(running).then(() => ended.abort()), patience])
}

/** The newest instant at or before `now` that the pattern names. */
function latestTick(cron: Cron, now: Date): Date {
  return cron.previousRuns(1, new Date(now.getTime() + 1))[0]!
}
