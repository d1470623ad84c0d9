import type { Db } from '../../platform/db/database.ts'
import * as queries from './position-queries.ts'

/** Where a task stands behind the head of a long queue. */
export type FindFarPlace = (
  place: Pick<queries.Place, 'model' | 'queue_tag' | 'rivals'>,
) => Promise<{ ahead: number; ahead_s: number }>

const stretchLength = 100
const refreshEvery_ms = 10_000

/**
 * Estimates places behind the head of a queue from a summary, which each process keeps for ten seconds: counting 100,000 tasks
 * takes as long as fifty pages. Such a place is wrong by no more than a stretch of the queue and what has changed since.
 */
export function createFindFarPlace(db: Db): FindFarPlace {
  const known = new Map<string, { stretches: Promise<queries.Stretch[]>; read_at: number }>()
  const stretchesOf = (model: string): Promise<queries.Stretch[]> => {
    const kept = known.get(model)
    if (kept && performance.now() - kept.read_at < refreshEvery_ms) return kept.stretches
    const read = { stretches: queries.listStretches(db, model, stretchLength), read_at: performance.now() }
    known.set(model, read)
    read.stretches.catch(() => known.delete(model)) // the next call reads again
    return read.stretches
  }
  return async ({ model, queue_tag, rivals }) => {
    const before = { ahead: 0, ahead_s: 0 }
    for (const { until_tag, mode, frames, tasks, expected_s } of await stretchesOf(model)) {
      if (until_tag >= queue_tag) break
      if (!competes(rivals, mode, frames)) continue
      before.ahead += tasks
      before.ahead_s += expected_s
    }
    return before
  }
}

function competes(rivals: queries.Rivals, mode: string, frames: number | null): boolean {
  const most = rivals[mode]
  return most !== undefined && (most === null || frames === null || frames <= most)
}
