import { sql } from 'kysely'
import { type Db, type Trx } from '../../platform/db/database.ts'

/** What a user's videos take, in bytes; null until it was counted for the first time. */
export async function findStoredBytes(db: Db, user_id: string): Promise<number | null> {
  const row = await db
    .selectFrom('task_counts')
    .select('stored_bytes')
    .where('user_id', '=', user_id)
    .executeTakeFirst()
  return row?.stored_bytes ?? null
}

/** Users whose videos were not counted yet. */
export async function listUncounted(db: Db, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('task_counts')
    .select('user_id')
    .where('stored_bytes', 'is', null)
    .limit(limit)
    .execute()
  return rows.map(({ user_id }) => user_id)
}

/** Counts a user's videos. Whoever changes one meanwhile waits, so that none is counted twice or not at all. */
export async function countStored(trx: Trx, user_id: string): Promise<void> {
  await trx
    .selectFrom('task_counts')
    .select('user_id')
    .where('user_id', '=', user_id)
    .forNoKeyUpdate()
    .execute()
  const stored = trx
    .selectFrom('tasks')
    .select(sql<number>`coalesce(sum((media ->> 'bytes')::bigint), 0)::bigint`.as('bytes'))
    .where('user_id', '=', user_id)
    .where('deleted_at', 'is', null)
    .where('result_key', 'is not', null)
  await trx
    .updateTable('task_counts')
    .set({ stored_bytes: stored })
    .where('user_id', '=', user_id)
    .where('stored_bytes', 'is', null)
    .execute()
}
