import { randomUUID } from 'node:crypto'
import type { Db, Trx } from '../platform/db/database.ts'
import { AppError } from '../platform/errors.ts'
import * as corrections from './correction-queries.ts'
import type { NewHold } from './hold-queries.ts'
import { balanceFault } from './faults.ts'
import { type Quote } from './money.ts'
import * as queries from './queries.ts'
import { type Spender, spendingOf } from './spend-cap.ts'

export { BalanceTooLow, takingFault } from './faults.ts'
export { type Charge, charge, checkCharge } from './charge.ts'
export { adjustBalance, grantBonus, refundTask } from './corrections.ts'
export {
  eachLedgerMovement,
  eachMovement,
  type LedgerFilter,
  listAllMovements,
  listMovementsOfTask,
  listTransactions,
} from './history.ts'
export { currency, currency_scale, inCredits, type Quote } from './money.ts'
export { type MoneyToday, sumToday } from './hours/hours.ts'
export { captureHolds, lockedFunds, type NewHold, placeHolds, spendable } from './hold-queries.ts'
export { observeLedger } from './observe-ledger.ts'
export type { Balance } from './queries.ts'
export { latestReconciliation, reconcile, recordReconciliation } from './reconciliation/reconcile.ts'
export { BalanceOut } from './schemas.ts'
export { getSpending, type Spender, spendCapReached, spenderOf } from './spend-cap.ts'

/** Creates a new user's two accounts, both empty. */
export async function openAccounts(trx: Trx, user_id: string): Promise<void> {
  await queries.insertAccounts(trx, user_id)
}

export function getBalance(db: Db, user_id: string): Promise<queries.Balance> {
  return queries.findBalance(db, user_id)
}

/**
 * A hold for `placeHolds`. Where that statement fails, `takingFault` says why; where it places no hold, `spendCapReached`.
 */
export function hold({ quote, spender }: { quote: Quote; spender: Spender | undefined }, now: Date): NewHold {
  return {
    hold_id: randomUUID(),
    transaction_id: randomUUID(),
    amount: quote.total,
    quote,
    spending: spender && spendingOf(spender, quote.total, now),
  }
}

/** The 402 with both numbers. Read it after the failed transaction. */
export async function insufficientBalance(db: Db, user_id: string, required: number): Promise<AppError> {
  const { balance } = await getBalance(db, user_id)
  return new AppError(402, 'insufficient_balance', 'Insufficient balance.', {
    extra: { required, available: balance },
  })
}

/** Returns the task's hold to its owner. False when the hold was resolved before. */
export function release(trx: Trx, task_id: string): Promise<boolean> {
  return queries.releaseHold(trx, task_id, randomUUID())
}

/** Removes the spendable balance of a closed account, with a reason for the books. */
export async function closeBalance(trx: Trx, user_id: string, reason: string): Promise<void> {
  const { balance } = await getBalance(trx, user_id)
  if (balance > 0) {
    const movement = { user_id, amount: -balance, reason, transaction_id: randomUUID(), actor: 'system' }
    await corrections.insertAdjustment(trx, movement)
  }
}

/** Books purchased credits. @throws AppError 409 `balance_limit_exceeded`; the balance is unchanged. */
export async function topUp(
  trx: Trx,
  user_id: string,
  amount: number,
): Promise<{ transaction_id: string; created_at: Date }> {
  const transaction_id = randomUUID()
  const op_key = `topup:${user_id}:${transaction_id}`
  try {
    const created_at = await queries.insertTopUp(trx, { user_id, amount, transaction_id, op_key })
    return { transaction_id, created_at }
  } catch (error) {
    throw balanceFault(error)
  }
}
