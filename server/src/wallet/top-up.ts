import * as audit from '../audit/audit.ts'
import { once } from '../idempotency/idempotency.ts'
import type { Db } from '../platform/db/database.ts'
import { AppError } from '../platform/errors.ts'
import type { Answered, KeyedRequest } from '../platform/http/idempotency-key.ts'
import type { ReadSettings } from '../settings/settings.ts'
import type { BalanceOut } from './schemas.ts'
import * as wallet from './wallet.ts'

export interface TopUpDeps {
  db: Db
  /** Switches top-ups off where credits are worth money. */
  settings: ReadSettings
  clock: () => Date
}

/**
 * Adds credits by a simulated payment. @throws AppError 403 `topup_disabled`, 409 `balance_limit_exceeded`; the balance is
 * unchanged.
 */
export async function simulateTopUp(
  { db, settings, clock }: TopUpDeps,
  caller: audit.Origin & { user_id: string; keyed?: KeyedRequest | undefined },
  amount: number,
): Promise<Answered<BalanceOut>> {
  const { user_id, keyed } = caller
  return once(db, keyed, clock(), async (trx) => {
    if (!(await settings(trx)).topup_enabled)
      throw new AppError(403, 'topup_disabled', 'The simulated top-up is switched off.')
    const { transaction_id, created_at } = await wallet.topUp(trx, user_id, amount)
    await audit.record(trx, 'topup', caller, { actor: user_id, details: { amount } })
    const { balance, balance_held } = await wallet.getBalance(trx, user_id)
    return {
      balance,
      balance_held,
      balance_total: balance + balance_held,
      currency: wallet.currency,
      currency_scale: wallet.currency_scale,
      transaction_id,
      updated_at: created_at,
    }
  })
}
