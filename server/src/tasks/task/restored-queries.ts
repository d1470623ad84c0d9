import { type Db } from '../../platform/db/database.ts'
import { sql } from 'kysely'

/** More than any user has events between a backup and its return. */
const skipped = 1_000_000

export interface Resumed {
  queued: number
  running: number
}

/**
 * Makes a database that was put back go on: what waited or ran has as much time left as it had then. Numbers of events jump, so
 * that none is given twice: a reader that has seen later ones would take the new ones for seen.
 */
export async function resumeTasks(db: Db, taken_at: Date): Promise<Resumed> {
  await sql`
    update tasks set deadline_at = deadline_at + greatest(now() - ${taken_at}::timestamptz, '0')
     where completed_at is null`.execute(db)
  await sql`update task_counts set event_seq = event_seq + ${skipped}`.execute(db)
  const { rows } = await sql<Resumed>`
    select coalesce(sum(queued), 0)::int as queued, coalesce(sum(running), 0)::int as running from task_counts`.execute(
    db,
  )
  return rows[0]!
}
