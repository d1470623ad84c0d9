import { type RawBuilder, sql } from 'kysely'
import type { Db, Trx } from '../platform/db/database.ts'
import { betweenUserAndPlatform } from './correction-queries.ts'
import { countedSpending, type Spending } from './spend-queries.ts'
import type { Quote } from './money.ts'

export async function insertAccounts(trx: Trx, user_id: string): Promise<void> {
  await trx
    .insertInto('ledger_accounts')
    .values([
      { owner_user_id: user_id, kind: 'user_available' },
      { owner_user_id: user_id, kind: 'user_held' },
    ])
    .execute()
}

export interface Balance {
  /** Spendable now: holds are subtracted already. */
  balance: number
  /** Reserved by tasks that have not ended. */
  balance_held: number
}

export async function findBalance(db: Db, user_id: string): Promise<Balance> {
  const rows = await db
    .selectFrom('ledger_accounts')
    .select(['kind', 'balance'])
    .where('owner_user_id', '=', user_id)
    .execute()
  const of = (kind: string): number => rows.find((row) => row.kind === kind)?.balance ?? 0
  return { balance: of('user_available'), balance_held: of('user_held') }
}

/** Money to be set aside. */
export interface NewHold {
  hold_id: string
  transaction_id: string
  amount: number
  quote: Quote
  /** Counts it against the cap of a key. */
  spending: Spending | undefined
}

/** What users can spend, as it is by now; without those whose money is being moved at the moment. Nobody else moves it then. */
export function lockedFunds(user_ids: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select owner_user_id as user_id, balance from ledger_accounts
     where owner_user_id in (${user_ids}) and kind = 'user_available'
       for no key update skip locked`
}

/**
 * What a statement with a CTE `task`, those just made, does beside it: for each of them hold, transaction and both
 * entries, but nothing for a task that was not made, or where the key's cap does not allow it. A hold with a cap comes alone.
 * The CTE `held` has what stays available then, by `task_id`. The entries of each user are inserted available first, then
 * held: their trigger locks the accounts in that order everywhere, and a cap's row is locked before them.
 */
export function holdsForTasks(holds: readonly (NewHold & { task_id: string })[]): RawBuilder<unknown> {
  const spending = holds[0]?.spending
  const all = <K extends keyof (typeof holds)[number]>(column: K) => holds.map((hold) => hold[column])
  return sql`
    money as (
      select * from unnest(
        ${all('task_id')}::text[], ${all('hold_id')}::uuid[], ${all('transaction_id')}::uuid[], ${all('amount')}::bigint[],
        ${all('quote').map((quote) => JSON.stringify(quote))}::text[]
      ) with ordinality as money (task_id, hold_id, transaction_id, amount, quote, position)
    ), ${spending ? sql`spending as (${countedSpending(spending, sql`from task`)}),` : sql``} hold as (
      insert into ledger_holds (hold_id, user_id, task_id, amount, quote, spend_key_id, spend_period)
      select hold_id, user_id, task_id, amount, quote::jsonb, ${spending ? sql`key_id, period` : sql`null, null`}
        from money join task using (task_id) ${spending ? sql`cross join spending` : sql``}
      returning hold_id, user_id, task_id, amount
    ), movement as (
      insert into ledger_transactions (transaction_id, user_id, kind, hold_id, op_key)
      select transaction_id, user_id, 'hold', hold_id, 'hold:' || task_id from money join hold using (hold_id, task_id)
      returning transaction_id
    ), entry as (
      insert into ledger_entries (transaction_id, account_id, amount)
      select transaction_id, account_id, case account.kind when 'user_available' then -hold.amount else hold.amount end
        from hold join money using (hold_id) join movement using (transaction_id)
             join ledger_accounts as account on account.owner_user_id = hold.user_id
       where account.kind in ('user_available', 'user_held')
       order by user_id, account.kind, position
      returning transaction_id, balance_after, amount
    ), held as (
      select task_id, balance_after from entry join money using (transaction_id) where entry.amount < 0
    )`
}

/**
 * Resolves the active hold of a task, once: capture pays the platform, release gives back, also to the cap of the key that
 * spent it. Both share one `op_key`, so that they exclude each other even without the state. The cap's row is locked before
 * the accounts, as by submissions: in the other order two of them could wait for each other.
 */
export async function resolveHold(
  trx: Trx,
  order: { task_id: string; kind: 'capture' | 'release'; transaction_id: string },
): Promise<boolean> {
  const captured = order.kind === 'capture'
  const { rows } = await sql`
    with hold as (
      update ledger_holds set
        state = ${captured ? 'captured' : 'released'}, captured = ${captured ? sql`amount` : sql`0`}, resolved_at = now()
       where task_id = ${order.task_id} and state = 'active'
      returning hold_id, user_id, amount, spend_key_id, spend_period
    ), given_back as (${captured ? sql`select 1` : giveSpendingBack}), movement as (
      insert into ledger_transactions (transaction_id, user_id, kind, hold_id, op_key)
      select ${order.transaction_id}, user_id, ${order.kind}, hold_id, 'resolve:' || hold_id from hold
       where (select count(*) from given_back) >= 0
      returning transaction_id
    )
    insert into ledger_entries (transaction_id, account_id, amount)
    select transaction_id, account_id, case account.kind when 'user_held' then -hold.amount else hold.amount end
      from hold, movement, ledger_accounts as account
     where (account.owner_user_id = hold.user_id
            and account.kind in ('user_held', ${captured ? 'user_held' : 'user_available'}))
        or (account.owner_user_id is null and account.kind = ${captured ? 'platform_revenue' : ''})
     order by account.kind
    returning entry_id`.execute(trx)
  return rows.length > 0
}

const giveSpendingBack = sql`
  update api_key_spend as spend set spent = spent - hold.amount
    from hold where (spend.key_id, spend.period) = (hold.spend_key_id, hold.spend_period)
  returning 1`

/** Returns when it was booked. */
export async function insertTopUp(
  trx: Trx,
  topUp: { user_id: string; amount: number; transaction_id: string; op_key: string },
): Promise<Date> {
  const { user_id, amount, transaction_id, op_key } = topUp
  const { rows } = await sql<{ created_at: Date }>`
    with movement as (
      insert into ledger_transactions (transaction_id, user_id, kind, op_key, actor)
      values (${transaction_id}, ${user_id}, 'topup', ${op_key}, ${user_id})
      returning transaction_id, created_at
    ), entry as (${betweenUserAndPlatform(user_id, amount, 'platform_topups')})
    select created_at from movement`.execute(trx)
  return rows[0]!.created_at
}
