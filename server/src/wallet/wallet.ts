import { randomUUID } from 'node:crypto'
import { brokenConstraint } from '../platform/db/constraint.ts'
import type { Db, Trx } from '../platform/db/database.ts'
import { AppError, finalConflict } from '../platform/errors.ts'
import type { Json } from '../platform/json.ts'
import { listTransactions } from './history.ts'
import * as queries from './queries.ts'
import type { TransactionOut } from './schemas.ts'

export const currency = 'CREDIT'
/** Amounts are in units of 10^-2 credits. Fixed for ever. */
export const currency_scale = 2

export interface Balance {
  /** Spendable now: holds are subtracted already. */
  balance: number
  /** Reserved by tasks that have not ended. */
  balance_held: number
}

/** Gives a new user their two empty accounts. */
export async function openAccounts(trx: Trx, user_id: string): Promise<void> {
  await queries.insertAccounts(trx, user_id)
}

export function getBalance(db: Db, user_id: string): Promise<Balance> {
  return queries.findBalance(db, user_id)
}

/** A price agreed at submission; kept with the hold, and never changed by later prices. */
export interface Quote {
  /** Whole minor units; 0 is free and needs no hold. */
  total: number
  [detail: string]: Json
}

/**
 * Sets money aside for a task, and returns what stays spendable. `BalanceTooLow` aborts the transaction: there is no task
 * without its hold.
 */
export async function hold(
  trx: Trx,
  order: { user_id: string; task_id: string; quote: Quote },
): Promise<number> {
  const { user_id, task_id, quote } = order
  try {
    return await queries.insertHold(trx, {
      user_id,
      task_id,
      quote,
      amount: quote.total,
      hold_id: randomUUID(),
      transaction_id: randomUUID(),
    })
  } catch (error) {
    if (brokenConstraint(error) === 'balance_not_negative') throw new BalanceTooLow(quote.total)
    throw error
  }
}

/** The spendable balance does not cover an amount; see `insufficientBalance`. */
export class BalanceTooLow extends Error {
  override readonly name = 'BalanceTooLow'
  readonly required: number
  constructor(required: number) {
    super('Balance too low')
    this.required = required
  }
}

/** What the caller is told: 402 with both numbers. Read after the transaction that failed. */
export async function insufficientBalance(db: Db, user_id: string, required: number): Promise<AppError> {
  const { balance } = await getBalance(db, user_id)
  return new AppError(402, 'insufficient_balance', 'Insufficient balance.', {
    extra: { required, available: balance },
  })
}

/** Takes the money held for a task. False when its hold was resolved before: nothing is taken twice. */
export function capture(trx: Trx, task_id: string): Promise<boolean> {
  return queries.resolveHold(trx, { task_id, kind: 'capture', transaction_id: randomUUID() })
}

/** Gives the money held for a task back. False when its hold was resolved before. */
export function release(trx: Trx, task_id: string): Promise<boolean> {
  return queries.resolveHold(trx, { task_id, kind: 'release', transaction_id: randomUUID() })
}

/** Everything that moved a user's spendable balance, newest first, in batches: for an export. */
export async function* eachTransaction(db: Db, user_id: string): AsyncGenerator<TransactionOut> {
  const page_size = 100
  for (let page = 1; ; page++) {
    const { items } = await listTransactions(db, user_id, { page, page_size })
    yield* items
    if (items.length < page_size) return
  }
}

/** Takes what is spendable out of a wallet that is closed for good, with a reason for the books. */
export async function closeBalance(trx: Trx, user_id: string, reason: string): Promise<void> {
  const { balance } = await getBalance(trx, user_id)
  if (balance > 0) {
    await queries.insertAdjustment(trx, { user_id, amount: -balance, reason, transaction_id: randomUUID() })
  }
}

/**
 * Books credits that were paid for.
 * @throws AppError 409 `balance_limit_exceeded`; the balance is unchanged.
 */
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
    if (brokenConstraint(error) !== 'balance_json_safe') throw error
    throw finalConflict(
      'balance_limit_exceeded',
      'The balance would grow beyond what can be counted exactly.',
    )
  }
}
