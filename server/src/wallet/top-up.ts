import * as audit from '../audit/audit.ts'
import type { Db } from '../platform/db/database.ts'
import { AppError } from '../platform/errors.ts'
import type { ReadSettings } from '../settings/settings.ts'
import type { BalanceOut } from './schemas.ts'
import * as wallet from './wallet.ts'

export interface TopUpDeps {
  db: Db
  /** Off where credits are worth something. */
  settings: ReadSettings
}

/**
 * The simulated payment: adds credits out of nothing.
 * @throws AppError 403 `topup_disabled`, 409 `balance_limit_exceeded`; the balance is unchanged.
 */
export async function simulateTopUp(
  { db, settings }: TopUpDeps,
  user_id: string,
  amount: number,
  origin: audit.Origin,
): Promise<BalanceOut> {
  if (!(await settings()).topup_enabled)
    throw new AppError(403, 'topup_disabled', 'The simulated top-up is switched off.')
  return db.transaction().execute(async (trx) => {
    const { transaction_id, created_at } = await wallet.topUp(trx, user_id, amount)
    await audit.record(trx, 'topup', origin, { actor: user_id, details: { amount } })
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
