import type { Db } from '../platform/db/database.ts'
import type { Page } from '../platform/http/schemas.ts'
import * as queries from './queries.ts'
import type { TransactionOut } from './schemas.ts'

type Movement = queries.Movement

const types: Record<Movement['kind'], TransactionOut['type']> = {
  topup: 'topup',
  signup_bonus: 'signup_bonus',
  hold: 'task_charge',
  capture: 'task_refund', // on the spendable account a capture shows only what it did not need
  release: 'task_refund',
  refund: 'task_refund',
  adjustment: 'adjustment',
}

/** A charge is pending while its task is under way, and reversed when the money came back. */
export function statusOf(movement: Pick<Movement, 'kind' | 'hold_state'>): TransactionOut['status'] {
  if (movement.kind !== 'hold') return 'settled'
  switch (movement.hold_state) {
    case 'active':
      return 'pending'
    case 'released':
      return 'reversed'
    case 'captured':
    case null:
      return 'settled'
  }
}

/** What moved a user's spendable balance, newest first. */
export async function listTransactions(db: Db, user_id: string, page: Page) {
  const { total, rows } = await queries.listMovements(db, user_id, page)
  const items = rows.map((row): TransactionOut => {
    const model = row.quote?.['model']
    return {
      transaction_id: row.transaction_id,
      type: types[row.kind],
      amount: row.amount,
      balance_after: row.balance_after ?? 0,
      status: statusOf(row),
      task_id: row.task_id,
      description: row.reason ?? (typeof model === 'string' ? model : null),
      created_at: row.created_at,
    }
  })
  return { items, total, ...page }
}
