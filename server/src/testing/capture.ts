import { sql } from 'kysely'
import type { Db } from '../platform/db/database.ts'
import { captureHolds } from '../wallet/wallet.ts'

/** Captures the hold of a task as its completion does, whatever its status. False when it was resolved before. */
export async function capture(db: Db, task_id: string): Promise<boolean> {
  const { rows } = await sql`
    with ended as (select task_id, user_id from tasks where task_id = ${task_id}), ${captureHolds(sql`ended`).ctes}
    select from wallet_captured`.execute(db)
  return rows.length > 0
}
