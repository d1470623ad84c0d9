import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

/** The most videos of a family that are told: those nearest to its first one. */
export const largestFamily = 100

/**
 * The ids of a task's family: what it was made from, back to the first, and everything that was made from that. It looks through
 * deleted tasks, and leaves them out.
 */
export async function listFamily(db: Db, user_id: string, task_id: string): Promise<string[]> {
  const { rows } = await sql<{ task_id: string }>`
    with recursive above as (
      select task_id, parent_task_id, 0 as steps from tasks where task_id = ${task_id} and user_id = ${user_id}
      union all
      select parent.task_id, parent.parent_task_id, steps + 1
        from above join tasks parent on parent.task_id = above.parent_task_id
       where parent.user_id = ${user_id} and steps < ${largestFamily}
    ), family as (
      (select task_id from above order by steps desc limit 1)
      union all
      select child.task_id from family join tasks child on child.parent_task_id = family.task_id
       where child.user_id = ${user_id}
    )
    select task_id from (
      select task_id from above
      union
      select task_id from (select task_id from family limit ${10 * largestFamily}) as nearest
    ) as relatives join tasks using (task_id)
     where deleted_at is null
     order by task_id = ${task_id} desc, created_at
     limit ${largestFamily}`.execute(db)
  return rows.map((row) => row.task_id)
}
