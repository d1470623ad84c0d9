import { sql } from 'kysely'
import type { Db, Trx } from '../platform/db/database.ts'
import type { Page } from '../platform/http/schemas.ts'
import type { Balance, Quote } from './wallet.ts'

export async function insertAccounts(trx: Trx, user_id: string): Promise<void> {
  await trx
    .insertInto('ledger_accounts')
    .values([
      { owner_user_id: user_id, kind: 'user_available' },
      { owner_user_id: user_id, kind: 'user_held' },
    ])
    .execute()
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
 * Hold, transaction and both entries in one statement. The entries are inserted available first, then held: their trigger
 * locks the accounts in that order everywhere. Returns what stays available.
 */
export async function insertHold(
  trx: Trx,
  hold: {
    hold_id: string
    transaction_id: string
    user_id: string
    task_id: string
    amount: number
    quote: Quote
  },
): Promise<number> {
  const { rows } = await sql<{ balance_after: number }>`
    with hold as (
      insert into ledger_holds (hold_id, user_id, task_id, amount, quote)
      values (${hold.hold_id}, ${hold.user_id}, ${hold.task_id}, ${hold.amount}, ${JSON.stringify(hold.quote)})
      returning hold_id, user_id, amount
    ), movement as (
      insert into ledger_transactions (transaction_id, user_id, kind, hold_id, op_key)
      select ${hold.transaction_id}, user_id, 'hold', hold_id, 'hold:' || ${hold.task_id} from hold
      returning transaction_id
    ), entry as (
      insert into ledger_entries (transaction_id, account_id, amount)
      select transaction_id, account_id, case account.kind when 'user_available' then -hold.amount else hold.amount end
        from hold, movement, ledger_accounts as account
       where account.owner_user_id = hold.user_id and account.kind in ('user_available', 'user_held')
       order by account.kind
      returning balance_after, amount
    )
    select balance_after from entry where amount < 0`.execute(trx)
  return rows[0]!.balance_after
}

/**
 * Resolves the active hold of a task, once: capture pays the platform, release gives back. Both share one `op_key`, so
 * that they exclude each other even without the state.
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
      returning hold_id, user_id, amount
    ), movement as (
      insert into ledger_transactions (transaction_id, user_id, kind, hold_id, op_key)
      select ${order.transaction_id}, user_id, ${order.kind}, hold_id, 'resolve:' || hold_id from hold
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
    ), entry as (
      insert into ledger_entries (transaction_id, account_id, amount)
      select transaction_id, account_id,
             case account.kind when 'user_available' then ${amount}::bigint else -${amount}::bigint end
        from movement, ledger_accounts as account
       where (account.owner_user_id = ${user_id} and account.kind = 'user_available')
          or (account.owner_user_id is null and account.kind = 'platform_topups')
       order by account.kind desc
      returning entry_id
    )
    select created_at from movement`.execute(trx)
  return rows[0]!.created_at
}

/** Moves credits between a user and the platform's adjustments; a negative amount takes them from the user. */
export async function insertAdjustment(
  trx: Trx,
  adjustment: { user_id: string; amount: number; reason: string; transaction_id: string },
): Promise<void> {
  const { user_id, amount, reason, transaction_id } = adjustment
  await sql`
    with movement as (
      insert into ledger_transactions (transaction_id, user_id, kind, op_key, reason)
      values (${transaction_id}, ${user_id}, 'adjustment', 'adj:' || ${transaction_id}, ${reason})
      returning transaction_id
    )
    insert into ledger_entries (transaction_id, account_id, amount)
    select transaction_id, account_id,
           case account.kind when 'user_available' then ${amount}::bigint else -${amount}::bigint end
      from movement, ledger_accounts as account
     where (account.owner_user_id = ${user_id} and account.kind = 'user_available')
        or (account.owner_user_id is null and account.kind = 'platform_adjustments')
     order by account.kind desc`.execute(trx)
}

/**
 * One page of what moved the spendable balance, newest first by `account_seq`. The numbers run without a gap, so a page is
 * found by arithmetic, however deep it lies.
 */
export async function listMovements(db: Db, user_id: string, { page, page_size }: Page) {
  const account = await db
    .selectFrom('ledger_accounts')
    .select(['account_id', 'last_seq'])
    .where('owner_user_id', '=', user_id)
    .where('kind', '=', 'user_available')
    .executeTakeFirst()
  if (!account) return { total: 0, rows: [] }
  const newest = account.last_seq - (page - 1) * page_size
  if (newest < 1) return { total: account.last_seq, rows: [] }
  const rows = await db
    .selectFrom('ledger_entries as entry')
    .innerJoin('ledger_transactions as movement', 'movement.transaction_id', 'entry.transaction_id')
    .leftJoin('ledger_holds as hold', 'hold.hold_id', 'movement.hold_id')
    .select([
      'movement.transaction_id',
      'movement.kind',
      'movement.reason',
      'movement.created_at',
      'entry.amount',
      'entry.balance_after',
      'hold.task_id',
      'hold.state as hold_state',
      'hold.quote',
    ])
    .where('entry.account_id', '=', account.account_id)
    .where('entry.account_seq', '>', newest - page_size)
    .where('entry.account_seq', '<=', newest)
    .orderBy('entry.account_seq', 'desc')
    .execute()
  return { total: account.last_seq, rows }
}
export type Movement = Awaited<ReturnType<typeof listMovements>>['rows'][number]
