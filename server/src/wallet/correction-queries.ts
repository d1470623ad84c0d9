import { sql } from 'kysely'
import type { Db, Trx } from '../platform/db/database.ts'

// Movements between a user's spendable credits and the platform that no task makes. The user's entry is inserted first: its
// trigger locks the one row that others wait for.

interface Correction {
  user_id: string
  /** Signed, from the user's side. */
  amount: number
  transaction_id: string
  actor: string
}

export async function insertAdjustment(trx: Trx, adjustment: Correction & { reason: string }): Promise<void> {
  const { user_id, amount, reason, transaction_id, actor } = adjustment
  await sql`
    with movement as (
      insert into ledger_transactions (transaction_id, user_id, kind, op_key, reason, actor)
      values (${transaction_id}, ${user_id}, 'adjustment', 'adj:' || ${transaction_id}, ${reason}, ${actor})
      returning transaction_id
    )
    ${betweenUserAndPlatform(user_id, amount, 'platform_adjustments')}`.execute(trx)
}

/** Once per user: a second one breaks the uniqueness of `op_key`. */
export async function insertBonus(
  trx: Trx,
  bonus: Correction & { reason: string },
): Promise<{ inserted: boolean }> {
  const { user_id, amount, reason, transaction_id, actor } = bonus
  const { rows } = await sql`
    with movement as (
      insert into ledger_transactions (transaction_id, user_id, kind, op_key, reason, actor)
      values (${transaction_id}, ${user_id}, 'signup_bonus', 'bonus:' || ${user_id}, ${reason}, ${actor})
      on conflict (op_key) do nothing
      returning transaction_id
    )
    ${betweenUserAndPlatform(user_id, amount, 'platform_promotions')}`.execute(trx)
  return { inserted: rows.length > 0 }
}

/** Nothing when more would be refunded than was captured, which is nothing until the task is completed. Two at once come one after the other. */
export function raiseRefunded(trx: Trx, task_id: string, amount: number) {
  return trx
    .updateTable('ledger_holds')
    .set((eb) => ({ refunded: eb('refunded', '+', amount) }))
    .where('task_id', '=', task_id)
    .where((eb) => eb(eb('refunded', '+', amount), '<=', eb.ref('captured')))
    .returning(['hold_id', 'user_id', 'captured', 'refunded'])
    .executeTakeFirst()
}

export function findHold(db: Db, task_id: string) {
  return db
    .selectFrom('ledger_holds')
    .select(['state', 'captured', 'refunded'])
    .where('task_id', '=', task_id)
    .executeTakeFirst()
}

export async function insertRefund(
  trx: Trx,
  refund: Correction & { hold_id: string; reason: string },
): Promise<void> {
  const { user_id, amount, reason, transaction_id, hold_id, actor } = refund
  await sql`
    with movement as (
      insert into ledger_transactions (transaction_id, user_id, kind, hold_id, op_key, reason, actor)
      values (${transaction_id}, ${user_id}, 'refund', ${hold_id}, 'refund:' || ${transaction_id}, ${reason}, ${actor})
      returning transaction_id
    )
    ${betweenUserAndPlatform(user_id, amount, 'platform_revenue')}`.execute(trx)
}

/** What is paid for at once; the amount is negative, from the user's side. */
export async function insertCharge(trx: Trx, charge: Correction & { reason: string }): Promise<void> {
  const { user_id, amount, reason, transaction_id, actor } = charge
  await sql`
    with movement as (
      insert into ledger_transactions (transaction_id, user_id, kind, op_key, reason, actor)
      values (${transaction_id}, ${user_id}, 'charge', 'charge:' || ${transaction_id}, ${reason}, ${actor})
      returning transaction_id
    )
    ${betweenUserAndPlatform(user_id, amount, 'platform_revenue')}`.execute(trx)
}

function betweenUserAndPlatform(user_id: string, amount: number, platform: `platform_${string}`) {
  return sql`
    insert into ledger_entries (transaction_id, account_id, amount)
    select transaction_id, account_id,
           case account.kind when 'user_available' then ${amount}::bigint else -${amount}::bigint end
      from movement, ledger_accounts as account
     where (account.owner_user_id = ${user_id} and account.kind = 'user_available')
        or (account.owner_user_id is null and account.kind = ${platform})
     order by account.kind desc
    returning entry_id`
}
