import { type Static, Type } from 'typebox'
import { TimeSpan } from '../platform/http/input/time-span.ts'
import { ListOf, Named, Nullable, OneOf, Paging, Text, Timestamp } from '../platform/http/input/schemas.ts'

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

const transactionTypes = ['topup', 'signup_bonus', 'task_charge', 'task_refund', 'adjustment'] as const

const TransactionOut = Named('TransactionOut', {
  transaction_id: Type.String({ format: 'uuid' }),
  type: OneOf(transactionTypes),
  amount: Type.Integer({ description: 'Signed, in minor units.' }),
  balance_after: Type.Integer({ description: 'Spendable balance right after it.' }),
  status: OneOf(['pending', 'settled', 'reversed']),
  task_id: Nullable(Type.String()),
  description: Nullable(Type.String()),
  created_at: Timestamp,
})
export type TransactionOut = Static<typeof TransactionOut>

export const TransactionListOut = ListOf('TransactionListOut', TransactionOut)

const transactionFilter = { ...TimeSpan, type: Type.Optional(OneOf(transactionTypes)) }
export const TransactionQuery = Type.Object({ ...Paging, ...transactionFilter })
export const TransactionExportQuery = Type.Object(transactionFilter)

const Day = ({ description }: { description: string }) =>
  Text('plain', { minLength: 10, maxLength: 10, description })
export const UsageQuery = Type.Object({
  from: Type.Optional(
    Day({ description: 'The first day, `YYYY-MM-DD`. Default: 29 days before the last one.' }),
  ),
  to: Type.Optional(Day({ description: 'The last day, which counts too. Default: today.' })),
  time_zone: Type.Optional(
    Text('plain', { minLength: 1, maxLength: 64, description: 'Whose days; an IANA name. Default: `UTC`.' }),
  ),
})
export const UsageOut = Named('UsageOut', {
  time_zone: Type.String(),
  today: Type.String({ description: 'The day that it is there.' }),
  from: Type.String(),
  to: Type.String(),
  total: Type.Integer({ description: 'In minor units.' }),
  currency: Type.String(),
  currency_scale: Type.Integer(),
  items: Type.Array(
    Type.Object({
      day: Type.String(),
      model: Nullable(
        Type.String({ description: 'Null for what was not a video, such as a prompt helper.' }),
      ),
      spent: Type.Integer({ description: 'Charges less refunds, in minor units; may be negative.' }),
      videos: Type.Integer({ description: 'How many were paid for.' }),
    }),
  ),
})
