import { type Static, Type } from 'typebox'
import { ListOf, Named, Nullable, OneOf, Timestamp } from '../platform/http/input/schemas.ts'

export const TopupRequest = Named('TopupRequest', {
  amount: Type.Integer({ minimum: 1, maximum: 100_000_000, description: 'Minor units.' }),
})

export const BalanceOut = Named('BalanceOut', {
  balance: Type.Integer(),
  balance_held: Type.Integer(),
  balance_total: Type.Integer(),
  currency: Type.String(),
  currency_scale: Type.Integer(),
  transaction_id: Type.String({ format: 'uuid' }),
  updated_at: Timestamp,
})
export type BalanceOut = Static<typeof BalanceOut>

const TransactionOut = Named('TransactionOut', {
  transaction_id: Type.String({ format: 'uuid' }),
  type: OneOf(['topup', 'signup_bonus', 'task_charge', 'task_refund', 'adjustment']),
  amount: Type.Integer({ description: 'Signed, in minor units.' }),
  balance_after: Type.Integer({ description: 'Spendable balance right after it.' }),
  status: OneOf(['pending', 'settled', 'reversed']),
  task_id: Nullable(Type.String()),
  description: Nullable(Type.String()),
  created_at: Timestamp,
})
export type TransactionOut = Static<typeof TransactionOut>

export const TransactionListOut = ListOf('TransactionListOut', TransactionOut)
