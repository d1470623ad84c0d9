import { type Expression, type SqlBool, sql } from 'kysely'
import type { Db } from '../platform/db/database.ts'
import { countAndPage } from '../platform/db/page.ts'
import type { Page } from '../platform/http/input/schemas.ts'
import type { Span } from '../platform/http/input/time-span.ts'
import type { WalletTables } from './tables.ts'

/** A user's spendable account; its entries are numbered from 1 to `last_seq` without a gap. */
export function findAccount(db: Db, user_id: string) {
  return db
    .selectFrom('ledger_accounts')
    .select(['account_id', 'last_seq'])
    .where('owner_user_id', '=', user_id)
    .where('kind', '=', 'user_available')
    .executeTakeFirst()
}

const visible = [
  'movement.transaction_id',
  'movement.kind',
  'movement.reason',
  'movement.created_at',
  'entry.amount',
  'entry.balance_after',
  'entry.account_seq',
  'hold.task_id',
  'hold.state as hold_state',
  'hold.quote',
] as const

/** One page of the movements of these kinds of an account, within a time span, newest first. */
export function pageMovements(
  db: Db,
  filter: Span & {
    user_id: string
    account_id: number
    kinds: WalletTables['ledger_transactions']['kind'][]
  },
  page: Page,
) {
  const { from, to } = filter
  const matching = db
    .selectFrom('ledger_transactions as movement')
    .innerJoin('ledger_entries as entry', (join) =>
      join
        .onRef('entry.transaction_id', '=', 'movement.transaction_id')
        .on('entry.account_id', '=', filter.account_id),
    )
    .where('movement.user_id', '=', filter.user_id)
    .where('movement.kind', 'in', filter.kinds)
    .$if(from !== undefined, (query) => query.where('movement.created_at', '>=', from!))
    .$if(to !== undefined, (query) => query.where('movement.created_at', '<', to!))
  return countAndPage(matching, page, (found) =>
    found
      .leftJoin('ledger_holds as hold', 'hold.hold_id', 'movement.hold_id')
      .select(visible)
      .orderBy('movement.created_at', 'desc')
      .orderBy('entry.account_seq', 'desc'),
  )
}

/** Entries with `account_seq` above `after`, up to `upto`, within a time span and of these kinds, or of all. */
export function listMovements(
  db: Db,
  range: Span & {
    kinds?: WalletTables['ledger_transactions']['kind'][] | undefined
    account_id: number
    after: number
    upto: number
    limit: number
    order: 'asc' | 'desc'
  },
) {
  const { from, to, kinds } = range
  return db
    .selectFrom('ledger_entries as entry')
    .innerJoin('ledger_transactions as movement', 'movement.transaction_id', 'entry.transaction_id')
    .leftJoin('ledger_holds as hold', 'hold.hold_id', 'movement.hold_id')
    .select(visible)
    .where('entry.account_id', '=', range.account_id)
    .where('entry.account_seq', '>', range.after)
    .where('entry.account_seq', '<=', range.upto)
    .$if(from !== undefined, (query) => query.where('movement.created_at', '>=', from!))
    .$if(to !== undefined, (query) => query.where('movement.created_at', '<', to!))
    .$if(kinds !== undefined, (query) => query.where('movement.kind', 'in', kinds!))
    .orderBy('entry.account_seq', range.order)
    .limit(range.limit)
    .execute()
}
export type Movement = Awaited<ReturnType<typeof listMovements>>[number]

export interface LedgerFilter extends Span {
  user_id?: string | undefined
  kind?: WalletTables['ledger_transactions']['kind'] | undefined
}

/** Cursor: the last movement of the batch before; newest first, those of one instant by id. */
export interface LedgerCursor {
  /** With microseconds, which a `Date` can't hold. */
  instant: string
  transaction_id: string
}

/** One page of everybody's movements with all their entries, newest first. */
export function pageLedger(db: Db, filter: LedgerFilter, page: Page) {
  return countAndPage(matching(db, filter), page, visibleMovements)
}

/** At most `limit` of them after the batch before: however deep it is, a batch costs the same. */
export function listLedger(
  db: Db,
  filter: LedgerFilter,
  { before, limit }: { before: LedgerCursor | undefined; limit: number },
) {
  return visibleMovements(matching(db, filter))
    .$if(before !== undefined, (query) =>
      query.where(
        sql<SqlBool>`(movement.created_at, movement.transaction_id) < (${before?.instant}::timestamptz, ${before?.transaction_id}::uuid)`,
      ),
    )
    .limit(limit)
    .execute()
}

function visibleMovements(movements: ReturnType<typeof matching>) {
  return movements
    .leftJoin('ledger_holds as hold', 'hold.hold_id', 'movement.hold_id')
    .select([
      'movement.transaction_id',
      'movement.user_id',
      'movement.kind',
      'movement.actor',
      'movement.reason',
      'movement.created_at',
      'hold.task_id',
      sql<string>`movement.created_at::text`.as('instant'),
    ])
    .select(
      sql<{ account: string; amount: number; balance_after: number | null }[]>`(
        select json_agg(json_build_object('account', account.kind, 'amount', entry.amount, 'balance_after', entry.balance_after)
                        order by entry.entry_id)
          from ledger_entries as entry join ledger_accounts as account using (account_id)
         where entry.transaction_id = movement.transaction_id)`.as('entries'),
    )
    .orderBy('movement.created_at', 'desc')
    .orderBy('movement.transaction_id', 'desc')
}

function matching(db: Db, { user_id, kind, from, to }: LedgerFilter) {
  return db.selectFrom('ledger_transactions as movement').where((eb) => {
    const conditions: Expression<SqlBool>[] = []
    if (user_id !== undefined) conditions.push(eb('movement.user_id', '=', user_id))
    if (kind !== undefined) conditions.push(eb('movement.kind', '=', kind))
    if (from !== undefined) conditions.push(eb('movement.created_at', '>=', from))
    if (to !== undefined) conditions.push(eb('movement.created_at', '<', to))
    return eb.and(conditions)
  })
}
