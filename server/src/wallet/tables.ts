import type { ColumnType, Generated } from 'kysely'
import type { Json } from '../platform/json.ts'

export const movementKinds = [
  'topup',
  'signup_bonus',
  'hold',
  'capture',
  'release',
  'refund',
  'adjustment',
  'charge',
] as const

/** Amounts are whole minor units (hundredths of a credit), at most 2^53-1. */
export interface WalletTables {
  ledger_accounts: {
    account_id: Generated<number>
    owner_user_id: string | null
    kind:
      | 'user_available'
      | 'user_held'
      | 'platform_topups'
      | 'platform_promotions'
      | 'platform_revenue'
      | 'platform_adjustments'
    currency: Generated<string>
    /** Written by a trigger only; null for the platform's accounts. */
    balance: Generated<number | null>
    /** Number of entries; their `account_seq` runs from 1 to it without a gap. */
    last_seq: Generated<number>
  }
  /** Money held for one task. It is resolved once, when the task ends; it has no timer of its own. */
  ledger_holds: {
    hold_id: string
    user_id: string
    task_id: string
    amount: number
    captured: Generated<number>
    refunded: Generated<number>
    state: Generated<'active' | 'captured' | 'released'>
    /** The components of the price, frozen at submission. */
    quote: { [key: string]: Json }
    /** The key whose cap it counts against, and the period. */
    spend_key_id: string | null
    spend_period: string | null
    created_at: Generated<Date>
    resolved_at: Date | null
  }
  /** The spending of a key with a cap: one row per key and period. */
  api_key_spend: {
    key_id: string
    /** The period's first day, `YYYY-MM-DD`. */
    period: string
    cap: number
    spent: Generated<number>
  }
  /** Reports of the checks R1 to R8. */
  reconciliations: {
    checked_at: Date
    checks: ColumnType<{ [check: string]: number }, string>
    is_clean: boolean
    /** Everything booked before this instant was checked. Null in the oldest reports. */
    complete_to: Date | null
    /** Whether the whole ledger was checked, or only what came since an earlier report. */
    is_whole: Generated<boolean>
  }
  /** Movements by the hour in which they were booked; only hours that are over. */
  ledger_hours: {
    hour: Date
    /** Empty in the row that each hour has. */
    kind: string
    movements: number
    amount: number
  }
  ledger_transactions: {
    transaction_id: string
    user_id: string
    kind: (typeof movementKinds)[number]
    hold_id: string | null
    /** Unique: makes retries idempotent. */
    op_key: string
    actor: Generated<string>
    reason: string | null
    created_at: Generated<Date>
  }
  ledger_entries: {
    entry_id: Generated<number>
    transaction_id: string
    account_id: number
    amount: number
    /** Null on the platform's accounts. */
    balance_after: Generated<number | null>
    /** Gapless per account; the order of its history. */
    account_seq: Generated<number | null>
  }
}

declare module '../platform/db/database.ts' {
  interface Tables extends WalletTables {}
}
