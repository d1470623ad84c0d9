import type { Db } from '../../platform/db/database.ts'
import * as queries from './enqueue-queries.ts'
import type { GenerateParams } from '../task/tables.ts'

/** How long an engine will probably take for a video, in seconds. */
export type ExpectSeconds = (model: string, params: GenerateParams) => Promise<number>

const refreshEvery_ms = 10_000
/** Bounds of an estimate. Estimates order the queue, so none may be zero or infinite. */
const [least_s, most_s] = [0.1, 7200]

/** Millions of pixels in all frames; the time of a diffusion model is roughly proportional. */
export function workUnits({ width_px, height_px, frames }: GenerateParams): number {
  return (width_px * height_px * frames) / 1e6
}

/**
 * Estimates from the measured speed of the model, which is cached for ten seconds. A model without videos so far is assumed to
 * take one second per second of video.
 */
export function createExpectSeconds(db: Db): ExpectSeconds {
  let known: { speeds: Promise<Map<string, number | null>>; read_at: number } | undefined
  const read = async (): Promise<Map<string, number | null>> =>
    new Map((await queries.listSpeeds(db)).map(({ model, seconds_per_unit }) => [model, seconds_per_unit]))
  return async (model, params) => {
    if (!known || performance.now() - known.read_at > refreshEvery_ms) {
      const speeds = read()
      known = { speeds, read_at: performance.now() }
      speeds.catch(() => (known = undefined)) // the next call reads again
    }
    const seconds_per_unit = (await known.speeds).get(model)
    const expected = seconds_per_unit ? seconds_per_unit * workUnits(params) : params.duration_seconds
    return Math.min(most_s, Math.max(least_s, expected))
  }
}

const learnEvery_ms = 1000

/** Updates a model's speed with the time of a video, at most once a second per model. */
export function createLearnSpeed(
  db: Db,
): (model: string, params: GenerateParams, took_s: number) => Promise<void> {
  const learned_at = new Map<string, number>()
  return async (model, params, took_s) => {
    const now = performance.now()
    if (now - (learned_at.get(model) ?? Number.NEGATIVE_INFINITY) < learnEvery_ms) return
    learned_at.set(model, now)
    await queries.learnSpeed(db, model, took_s / workUnits(params))
  }
}
