import type { Db } from '../../platform/db/database.ts'
import * as hourQueries from './hour-queries.ts'
import { hourOf } from './hours.ts'
import * as queries from './now-queries.ts'
import { percentile, replay } from './replay.ts'

const hour_ms = 3_600_000
/** How many hours of an engine's use are told: two weeks. */
export const hoursOfUse = 336
/** The newest tasks of a model that waits are measured by, and that are replayed: about 10 ms of PostgreSQL. */
const mostSamples = 3_000
/** Models that are told of at once. */
const mostModels = 50

export interface ModelCapacity {
  model: string
  /** Seconds of video that were made per hour, on average. */
  video_s_per_hour: { last_24_h: number; last_7_days: number }
  /** How long tasks waited for their first attempt; null where there are none. */
  wait_p50_s: number | null
  wait_p95_s: number | null
  /** What was measured: how many of the newest tasks of the last week, and since when; not those that were deleted. */
  measured: { tasks: number; since: Date | null }
  engines: number
  slots: number
  with_one_more: WithOneMore | null
}

/**
 * What one more engine like those that offer the model would about give: the same tasks are replayed, as they came and as long as they
 * took, on so many slots as there are and on so many more (`replay.ts`). `replayed_p95_s` is the wait of the first replay: how far it
 * is from the measured one says how much the estimate is worth, since engines that were off, or busy with other models, are in
 * the measured one alone.
 */
export interface WithOneMore {
  slots: number
  wait_p95_s: number
  replayed_p95_s: number
}

export interface EngineUse {
  engine: string
  /** Busy slot seconds by offered ones, hour by hour, the oldest first; null where no slot was offered. */
  use: (number | null)[]
}

export interface Capacity {
  /** The hour of the first number of each engine's `use`. */
  first_hour: Date
  models: ModelCapacity[]
  engines: EngineUse[]
}

/** Of all models that are on offer, are offered by an engine or had a video within a week, or of one of them. */
export async function getCapacity(
  { db, offered }: { db: Db; offered: readonly string[] },
  now: Date,
  model?: string,
): Promise<Capacity> {
  const hour = hourOf(now)
  const ago = (hours: number) => new Date(hour.getTime() - hours * hour_ms)
  const slots = await queries.listEngineSlots(db)
  const videos = await hourQueries.listModelHours(db, ago(7 * 24 - 1))
  const known = new Set([
    ...offered,
    ...slots.flatMap(({ models }) => models),
    ...videos.map((each) => each.model),
  ])
  const names = [...known].toSorted().filter((name) => model === undefined || name === model)
  const models: ModelCapacity[] = []
  for (const name of names.slice(0, mostModels)) {
    const samples = await queries.listSamples(db, name, mostSamples)
    const of = (since: Date) =>
      videos
        .filter((each) => each.model === name && each.hour >= since)
        .reduce((sum, { video_s }) => sum + video_s, 0)
    const hoursOf = (hours: number) => hours - 1 + (now.getTime() - hour.getTime()) / hour_ms
    models.push({
      model: name,
      video_s_per_hour: {
        last_24_h: of(ago(23)) / hoursOf(24),
        last_7_days: of(ago(7 * 24 - 1)) / hoursOf(7 * 24),
      },
      ...judge(
        samples,
        slots.filter(({ models: those }) => those.includes(name)),
      ),
    })
  }
  const first_hour = ago(hoursOfUse - 1)
  const own =
    model === undefined
      ? undefined
      : slots.filter(({ models: those }) => those.includes(model)).map(({ engine }) => engine)
  const engines = useOf(await hourQueries.listEngineHours(db, first_hour, own), first_hour)
  return { first_hour, models, engines }
}

function judge(samples: readonly queries.Sample[], engines: readonly queries.EngineSlots[]) {
  const waits = samples.map(({ waited_s }) => waited_s)
  const slots = engines.reduce((sum, engine) => sum + engine.slots, 0)
  const first = samples[0]
  return {
    wait_p50_s: percentile(waits, 0.5),
    wait_p95_s: percentile(waits, 0.95),
    measured: { tasks: samples.length, since: first ? new Date(first.arrived_s * 1000) : null },
    engines: engines.length,
    slots,
    with_one_more:
      first && slots > 0 ? withOneMore(samples, slots, Math.round(slots / engines.length)) : null,
  }
}

function withOneMore(samples: readonly queries.Sample[], slots: number, more: number): WithOneMore {
  const wait = (on: number) => percentile(replay(samples, on), 0.95)!
  return { slots: slots + more, wait_p95_s: wait(slots + more), replayed_p95_s: wait(slots) }
}

function useOf(hours: readonly hourQueries.EngineHour[], first_hour: Date): EngineUse[] {
  return [...Map.groupBy(hours, ({ engine }) => engine)].map(([engine, rows]) => {
    const use: (number | null)[] = Array.from({ length: hoursOfUse }, () => null)
    for (const { hour, busy_s, offered_s } of rows)
      use[(hour.getTime() - first_hour.getTime()) / hour_ms] = offered_s === 0 ? null : busy_s / offered_s
    return { engine, use }
  })
}
