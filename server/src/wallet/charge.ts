import { randomUUID } from 'node:crypto'
import type { Db, Trx } from '../platform/db/database.ts'
import { BalanceTooLow, takingFault } from './faults.ts'
import * as corrections from './correction-queries.ts'
import { findBalance } from './queries.ts'
import { checkSpending, countSpending, type Spender } from './spend-cap.ts'

/** A payment without a hold, for what is already delivered. */
export interface Charge {
  user_id: string
  /** Minor units, more than 0. */
  amount: number
  /** Appears in the user's history. */
  reason: string
  spender?: Spender | undefined
}

/**
 * Books a charge; each call books one. One transaction with what it pays for, or an Idempotency-Key, keeps it single.
 * @throws BalanceTooLow; AppError 402 `api_key_spend_cap_reached`.
 */
export async function charge(
  trx: Trx,
  { user_id, amount, reason, spender }: Charge,
  now: Date,
): Promise<void> {
  if (spender) await countSpending(trx, spender, amount, now)
  try {
    await corrections.insertCharge(trx, {
      user_id,
      amount: -amount,
      reason,
      transaction_id: randomUUID(),
      actor: user_id,
    })
  } catch (error) {
    throw takingFault(error, amount)
  }
}

/** Checks before the work whether a charge would pass now; reserves nothing. @throws as `charge`. */
export async function checkCharge(db: Db, { user_id, amount, spender }: Charge, now: Date): Promise<void> {
  if (spender) await checkSpending(db, spender, amount, now)
  if ((await findBalance(db, user_id)).balance < amount) throw new BalanceTooLow(amount)
}
