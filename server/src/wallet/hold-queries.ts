import { type Expression, type RawBuilder, sql } from 'kysely'
import type { Quote } from './money.ts'
import { countedSpending, type Spending } from './spend-queries.ts'

// The wallet's share of the statement that makes tasks: that is one statement, so that a task without its hold can't exist
// and a submission costs one round trip. The caller puts `ctes` after a comma of its WITH clause and `join` into its FROM; it
// needs to know no name in them. All of ours begin with `wallet_`.

/** A hold on money, to be placed together with its task. */
export interface NewHold {
  hold_id: string
  transaction_id: string
  amount: number
  quote: Quote
  /** Counts the amount against the cap of a key. */
  spending: Spending | undefined
}

/** Any part of a statement. */
type Sql = RawBuilder<unknown>

interface LockedFunds {
  ctes: Sql
  /** Keeps the rows of users whose funds are locked. */
  join(user_id: Expression<string>): Sql
  /** Whether the joined user can spend an amount. */
  covers(amount: Expression<unknown>): RawBuilder<boolean>
}

/** Locks what users can spend, so that nobody else moves it in this transaction. Skips users whose funds somebody else has locked. */
export function lockedFunds(user_ids: Sql): LockedFunds {
  return {
    ctes: sql`wallet_funds as materialized (
      select owner_user_id as wallet_user_id, balance as wallet_balance from ledger_accounts
       where owner_user_id in (${user_ids}) and kind = 'user_available'
         for no key update skip locked)`,
    join: (user_id) => sql`join wallet_funds on wallet_user_id = ${user_id}`,
    covers: (amount) => sql`wallet_balance >= ${amount}`,
  }
}

/** What a user can spend, as the statement found it. */
export const spendable = (user_id: Expression<string>): RawBuilder<number> =>
  sql<number>`(select balance from ledger_accounts where owner_user_id = ${user_id} and kind = 'user_available')`

interface PlacedHolds {
  ctes: Sql
  join(task_id: Expression<string>): Sql
  /** What the joined task's owner can spend after its hold; null where none was placed. */
  balance: RawBuilder<number | null>
}

/**
 * Places a hold, with its transaction and both entries, for each task in `made`: a CTE with `task_id` and `user_id`, which
 * has only the tasks that were made. Where the key's cap does not allow the amount it places none. A hold with a cap comes
 * alone. The entries of a user are inserted available first, then held: their trigger locks the accounts in that order
 * everywhere, after the row of the cap.
 */
export function placeHolds(
  holds: readonly (NewHold & { task_id: string })[],
  { made }: { made: Sql },
): PlacedHolds {
  const spending = holds[0]?.spending
  const all = <K extends keyof (typeof holds)[number]>(column: K) => holds.map((hold) => hold[column])
  return {
    ctes: sql`wallet_order as (
      select * from unnest(
        ${all('task_id')}::text[], ${all('hold_id')}::uuid[], ${all('transaction_id')}::uuid[], ${all('amount')}::bigint[],
        ${all('quote').map((quote) => JSON.stringify(quote))}::text[]
      ) with ordinality as wallet_order (task_id, hold_id, transaction_id, amount, quote, position)
    ), ${spending ? sql`wallet_spending as (${countedSpending(spending, sql`from ${made}`)}),` : sql``} wallet_hold as (
      insert into ledger_holds (hold_id, user_id, task_id, amount, quote, spend_key_id, spend_period)
      select hold_id, user_id, task_id, amount, quote::jsonb, ${spending ? sql`key_id, period` : sql`null, null`}
        from wallet_order join ${made} as made using (task_id) ${spending ? sql`cross join wallet_spending` : sql``}
      returning hold_id, user_id, task_id, amount
    ), wallet_movement as (
      insert into ledger_transactions (transaction_id, user_id, kind, hold_id, op_key)
      select transaction_id, user_id, 'hold', hold_id, 'hold:' || task_id
        from wallet_order join wallet_hold using (hold_id, task_id)
      returning transaction_id
    ), wallet_entry as (
      insert into ledger_entries (transaction_id, account_id, amount)
      select transaction_id, account_id, case account.kind when 'user_available' then -hold.amount else hold.amount end
        from wallet_hold as hold join wallet_order using (hold_id) join wallet_movement using (transaction_id)
             join ledger_accounts as account on account.owner_user_id = hold.user_id
       where account.kind in ('user_available', 'user_held')
       order by user_id, account.kind, position
      returning transaction_id, balance_after, amount
    ), wallet_held as (
      select task_id as wallet_task_id, balance_after as wallet_balance_after from wallet_entry as entry join wallet_order using (transaction_id)
       where entry.amount < 0
    )`,
    join: (task_id) => sql`left join wallet_held on wallet_task_id = ${task_id}`,
    balance: sql`wallet_balance_after`,
  }
}

/**
 * Captures the holds of tasks in the statement that completes them: `ended` has their `task_id` and `user_id`, and only those that it
 * ended; their owners' counts are locked. A hold that was resolved before is left as it is.
 */
export function captureHolds(ended: Sql): { ctes: Sql } {
  return {
    ctes: sql`wallet_captured as (
      update ledger_holds as hold set state = 'captured', captured = amount, resolved_at = now()
        from ${ended} as ended where hold.task_id = ended.task_id and hold.state = 'active'
      returning hold_id, hold.user_id, amount
    ), wallet_capture as (
      insert into ledger_transactions (transaction_id, user_id, kind, hold_id, op_key)
      select gen_random_uuid(), user_id, 'capture', hold_id, 'resolve:' || hold_id from wallet_captured
      returning transaction_id, hold_id
    ), wallet_payment as (
      insert into ledger_entries (transaction_id, account_id, amount)
      select transaction_id, ${accountOf(sql`owner_user_id = hold.user_id and kind = 'user_held'`)}, -amount
        from wallet_captured as hold join wallet_capture using (hold_id)
       union all
      select transaction_id, ${accountOf(sql`owner_user_id is null and kind = 'platform_revenue'`)}, amount
        from wallet_captured join wallet_capture using (hold_id)
    )`,
  }
}

const accountOf = (condition: Sql): Sql => sql`(select account_id from ledger_accounts where ${condition})`
