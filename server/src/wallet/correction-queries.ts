import { sql } from 'kysely'
import type { Db, Trx } from '../platform/db/database.ts'

// Movements between a user's spendable credits and the platform without a task. The user's entry is inserted first: its
// trigger takes the only contended lock.

interface Correction {
  user_id: string
  /** Signed, from the user's side. */
  amount: number
  transaction_id: string
  actor: string
  reason: string
}

interface Movement {
  kind: 'adjustment' | 'signup_bonus' | 'refund' | 'charge'
  platform: `platform_${string}`
  /** Unique: a second movement with it is refused, or with `once` skipped. */
  op_key: string
  once?: boolean
  hold_id?: string
}

async function insertMovement(trx: Trx, correction: Correction, movement: Movement): Promise<boolean> {
  const { user_id, amount, reason, transaction_id, actor } = correction
  const { kind, platform, op_key, once = false, hold_id = null } = movement
  const { rows } = await sql`
    with movement as (
      insert into ledger_transactions (transaction_id, user_id, kind, hold_id, op_key, reason, actor)
      values (${transaction_id}, ${user_id}, ${kind}, ${hold_id}, ${op_key}, ${reason}, ${actor})
      ${once ? sql`on conflict (op_key) do nothing` : sql``}
      returning transaction_id
    )
    ${betweenUserAndPlatform(user_id, amount, platform)}`.execute(trx)
  return rows.length > 0
}

export async function insertAdjustment(trx: Trx, adjustment: Correction): Promise<void> {
  const op_key = `adj:${adjustment.transaction_id}`
  await insertMovement(trx, adjustment, { kind: 'adjustment', platform: 'platform_adjustments', op_key })
}

/** Once per user. */
export async function insertBonus(trx: Trx, bonus: Correction): Promise<{ inserted: boolean }> {
  const op_key = `bonus:${bonus.user_id}`
  const movement = { kind: 'signup_bonus', platform: 'platform_promotions', op_key, once: true } as const
  return { inserted: await insertMovement(trx, bonus, movement) }
}

/**
 * Undefined when the refunds would exceed the captured amount, which is 0 until the task is completed. Concurrent refunds
 * are serialized.
 */
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

export async function insertRefund(trx: Trx, refund: Correction & { hold_id: string }): Promise<void> {
  const { transaction_id, hold_id } = refund
  const op_key = `refund:${transaction_id}`
  await insertMovement(trx, refund, { kind: 'refund', platform: 'platform_revenue', op_key, hold_id })
}

/** The amount is negative, from the user's side. */
export async function insertCharge(trx: Trx, charge: Correction): Promise<void> {
  const op_key = `charge:${charge.transaction_id}`
  await insertMovement(trx, charge, { kind: 'charge', platform: 'platform_revenue', op_key })
}

/** Inserts both entries of the CTE `movement`. */
export function betweenUserAndPlatform(user_id: string, amount: number, platform: `platform_${string}`) {
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
