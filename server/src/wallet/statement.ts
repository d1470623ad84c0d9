import type { Readable } from 'node:stream'
import { toCsv } from '../platform/http/csv.ts'
import { currency, inCredits } from './money.ts'
import type { TransactionOut } from './schemas.ts'

/** A user's history as CSV; amounts in credits. */
export function statement(movements: AsyncIterable<TransactionOut>): Readable {
  return toCsv<TransactionOut>(
    {
      created_at: (row) => row.created_at.toISOString(),
      type: (row) => row.type,
      status: (row) => row.status,
      amount: (row) => inCredits(row.amount),
      balance_after: (row) => inCredits(row.balance_after),
      currency: () => currency,
      description: (row) => row.description,
      task_id: (row) => row.task_id,
      transaction_id: (row) => row.transaction_id,
    },
    movements,
  )
}
