import { sql } from 'kysely'
import type { Db } from '../platform/db/database.ts'
import { type Claim, claim, type ClaimedTask } from '../tasks/queue/claim-queries.ts'
import type { World } from './world.ts'

/** Takes the next task as a worker would that then says nothing more. */
export async function claimNext(
  { db }: Pick<World, 'db'>,
  options: Partial<Omit<Claim, 'of'>> & { model?: string } = {},
): Promise<ClaimedTask | undefined> {
  const { engine = 'instant', model = 'preview', worker_id = 'silent', owner = worker_id, ...rest } = options
  await addFreeSlot(db, engine, owner)
  const order: Claim = {
    engine,
    owner,
    worker_id,
    lease_s: 15,
    limits: { user: 100, admin: 100 },
    of: { model, modes: ['text-to-video', 'image-to-video'] },
    ...rest,
  }
  return (await claim(db, order)).task
}

let added = 0

/** Adds a slot that no worker reports, so that no estimate counts it. */
export async function addFreeSlot(db: Db, engine: string, owner = ''): Promise<void> {
  await db
    .insertInto('engine_slots')
    .values({
      engine,
      owner,
      slot: 1000 + added++,
      models: [],
      offers: [],
      frame_limits: sql`'{}'`,
      seen_at: sql<Date>`to_timestamp(0)`,
    })
    .execute()
}
