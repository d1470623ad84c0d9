import { randomUUID } from 'node:crypto'
import * as audit from '../audit/audit.ts'
import { violatedConstraint } from '../platform/db/constraint.ts'
import type { Trx } from '../platform/db/database.ts'
import { finalConflict } from '../platform/errors.ts'
import * as queries from './correction-queries.ts'
import { balanceFault } from './faults.ts'
import { currency, currency_scale } from './money.ts'
import { findBalance } from './queries.ts'
import type { BalanceOut } from './schemas.ts'

/** The administrator who makes a correction, and the origin of the request. */
export interface Corrector {
  actor: string
  origin: audit.Origin
}

/**
 * Gives credits to a user, or takes them, for a reason that appears in the user's history and the audit log. @throws
 * AppError 409 `insufficient_balance` (it never goes below zero), 409 `balance_limit_exceeded`.
 */
export async function adjustBalance(
  trx: Trx,
  by: Corrector,
  order: { user_id: string; amount: number; reason: string },
  now: Date,
): Promise<BalanceOut> {
  const transaction_id = randomUUID()
  try {
    await queries.insertAdjustment(trx, { ...order, transaction_id, actor: by.actor })
  } catch (error) {
    if (violatedConstraint(error) === 'balance_not_negative') {
      throw finalConflict('insufficient_balance', 'The user has less than that to spend.')
    }
    throw balanceFault(error)
  }
  const { user_id, amount, reason } = order
  await audit.record(trx, 'adjustment', by.origin, {
    actor: by.actor,
    subject: user_id,
    details: { amount, reason },
  })
  const { balance, balance_held } = await findBalance(trx, user_id)
  const balance_total = balance + balance_held
  return { balance, balance_held, balance_total, currency, currency_scale, transaction_id, updated_at: now }
}

/**
 * Refunds the charge of a completed task, whole or in part. @throws AppError 409 `task_not_charged`, 409
 * `refund_exceeds_charge` (earlier refunds count), 409 `balance_limit_exceeded`.
 */
export async function refundTask(
  trx: Trx,
  by: Corrector,
  order: { task_id: string; amount: number; reason: string },
) {
  const { task_id, amount, reason } = order
  const hold = await queries.raiseRefunded(trx, task_id, amount)
  if (!hold) {
    const known = await queries.findHold(trx, task_id)
    throw known?.state === 'captured'
      ? finalConflict(
          'refund_exceeds_charge',
          `Of the charge of ${known.captured}, ${known.captured - known.refunded} can still be refunded.`,
        )
      : finalConflict('task_not_charged', 'The task has not been charged.')
  }
  const transaction_id = randomUUID()
  const { hold_id, user_id, captured, refunded } = hold
  try {
    await queries.insertRefund(trx, { user_id, amount, reason, transaction_id, hold_id, actor: by.actor })
  } catch (error) {
    throw balanceFault(error)
  }
  await audit.record(trx, 'refund', by.origin, {
    actor: by.actor,
    subject: task_id,
    details: { amount, reason, user_id },
  })
  return { task_id, user_id, charged: captured, refunded, transaction_id, currency }
}

/** Books the sign-up bonus once per user; false for the second call. */
export async function grantBonus(
  trx: Trx,
  bonus: { user_id: string; amount: number; reason: string },
): Promise<boolean> {
  const order = { ...bonus, transaction_id: randomUUID(), actor: 'system' }
  return (await queries.insertBonus(trx, order)).inserted
}
