import { type Claim, claim } from '../tasks/queue/claim-queries.ts'
import type { ClaimedTask } from '../tasks/queue/claim-queries.ts'
import type { World } from './world.ts'

/** Takes the next task as a worker would that then says nothing more. */
export async function claimNext(
  { db }: Pick<World, 'db'>,
  options: Partial<Omit<Claim, 'of'>> & { engine?: string; model?: string } = {},
): Promise<ClaimedTask | undefined> {
  const { engine = 'instant', model = 'preview', ...rest } = options
  const order: Claim = {
    slot: { engine, owner: '', slot: 1 },
    worker_id: 'silent',
    lease_s: 15,
    limits: { user: 100, admin: 100 },
    of: { model, modes: ['text-to-video', 'image-to-video'] },
    ...rest,
  }
  return (await db.transaction().execute((trx) => claim(trx, order))).task
}
