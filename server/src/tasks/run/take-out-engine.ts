import type { Trx } from '../../platform/db/database.ts'
import { setEnginePaused } from '../fleet/fleet.ts'
import * as attempts from './attempt-queries.ts'
import { lockCountsOf, lockRunningOn } from './reap-queries.ts'

/**
 * Gives an engine no more tasks until it is put back. What runs there ends in peace or, with `hand_back`, waits again in its old
 * place, for other engines; such an attempt counts as no failure. The engine is told to stop, and its slots stay taken until it has.
 * Returns the ids of the tasks that were handed back. A second call changes nothing but this.
 */
export async function takeOutEngine(
  trx: Trx,
  engine: string,
  { by, hand_back }: { by: string; hand_back: boolean },
): Promise<string[]> {
  await setEnginePaused(trx, engine, by)
  if (!hand_back) return []
  const running = await lockRunningOn(trx, engine)
  await lockCountsOf(trx, running)
  for (const task of running)
    await attempts.requeue(trx, task, { outcome: 'handed_back', delay_s: 0, frees_slot: false })
  return running.map(({ task_id }) => task_id)
}
