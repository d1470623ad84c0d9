import { sql } from 'kysely'
import type { Db, Trx } from '../platform/db/database.ts'
import { betweenUserAndPlatform } from './correction-queries.ts'

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
  /** Spendable now, without holds. */
  balance: number
  /** Held for tasks that have not ended. */
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

/**
 * Returns the active hold of a task to its owner, once, and what the key's cap counted. A capture writes the same `op_key`, so
 * that the two exclude each other even without the state. The cap's row is locked before the accounts, in the order of
 * submissions: the other order could deadlock.
 */
export async function releaseHold(trx: Trx, task_id: string, transaction_id: string): Promise<boolean> {
  const { rows } = await sql`
    with hold as (
      update ledger_holds set state = 'released', captured = 0, resolved_at = now()
       where task_id = ${task_id} and state = 'active'
      returning hold_id, user_id, amount, spend_key_id, spend_period
    ), given_back as (
      update api_key_spend as spend set spent = spent - hold.amount
        from hold where (spend.key_id, spend.period) = (hold.spend_key_id, hold.spend_period)
      returning 1
    ), movement as (
      insert into ledger_transactions (transaction_id, user_id, kind, hold_id, op_key)
      select ${transaction_id}, user_id, 'release', hold_id, 'resolve:' || hold_id from hold
       where (select count(*) from given_back) >= 0
      returning transaction_id
    )
    insert into ledger_entries (transaction_id, account_id, amount)
    select transaction_id, account_id, case account.kind when 'user_held' then -hold.amount else hold.amount end
      from hold, movement, ledger_accounts as account
     where account.owner_user_id = hold.user_id and account.kind in ('user_held', 'user_available')
     order by account.kind
    returning entry_id`.execute(trx)
  return rows.length > 0
}

/** Returns the booking time. */
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
