import { type Expression, type RawBuilder, sql, type SqlBool } from 'kysely'
import type { Walk } from '../platform/cursor.ts'
import type { Db } from '../platform/db/database.ts'
import { beyond, countAndWalk, cursorInstant, longestCounted, rowsOf } from '../platform/db/page.ts'
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

/**
 * One page of the movements of these kinds of an account, within a time span, newest first, and the total, which is at most
 * `longestCounted`. The index has each kind in its order; so of each the newest are read, with those of the same instant, which are
 * ordered by `account_seq`. A capture is in the account only where it took less than the hold, which has an index of its own.
 */
export async function pageMovements(
  db: Db,
  filter: Span & {
    user_id: string
    account_id: number
    kinds: WalletTables['ledger_transactions']['kind'][]
  },
  page: Page,
) {
  const { user_id, account_id, kinds, from, to } = filter
  const { limit, offset } = rowsOf(page)
  const wanted = sql.join(
    [sql`user_id = ${user_id}`, from && sql`created_at >= ${from}`, to && sql`created_at < ${to}`].filter(
      (condition) => condition !== undefined,
    ),
    sql` and `,
  )
  /** Of each kind the newest, as many as `most` says. */
  const found = (most: RawBuilder<unknown>) =>
    sql.join(
      kinds.map((kind) => {
        const movements = sql`select transaction_id, created_at from ledger_transactions
                               where ${wanted} and kind = ${sql.lit(kind)}`
        if (kind !== 'capture') return sql`(${movements} ${most})`
        // From the holds to their captures, one by one: another way, planned for any user, reads all that a user was ever charged.
        return sql`(select captured.transaction_id, captured.created_at from ledger_holds as hold
                     cross join lateral (${movements} and hold_id = hold.hold_id limit 1) as captured
                     where hold.user_id = ${user_id} and hold.state = 'captured' and hold.captured < hold.amount ${most})`
      }),
      sql` union all `,
    )
  const { rows: counted } = await sql<{ total: number }>`
    select count(*)::int as total
      from (select from (${found(sql``)}) as found limit ${sql.lit(longestCounted)}) as counted`.execute(db)
  const { total } = counted[0]!
  if (offset >= total) return { total, rows: [] }
  // Literals, so that the plan for any values knows how few they are; in few sizes, since each is a statement of its own.
  const enough = 2 ** Math.ceil(Math.log2(offset + limit))
  const newest = sql`order by created_at desc fetch first ${sql.lit(enough)} rows with ties`
  const { rows } = await sql<{ transaction_id: string }>`
    select found.transaction_id
      from (${found(newest)}) as found
     cross join lateral (select account_seq from ledger_entries
                          where transaction_id = found.transaction_id and account_id = ${account_id} limit 1) as entry
     order by found.created_at desc, entry.account_seq desc limit ${limit} offset ${offset}`.execute(db)
  const ids = rows.map(({ transaction_id }) => transaction_id)
  return { total, rows: await findMovements(db, account_id, ids) }
}

function findMovements(db: Db, account_id: number, transaction_ids: readonly string[]) {
  return db
    .selectFrom('ledger_transactions as movement')
    .innerJoin('ledger_entries as entry', (join) =>
      join
        .onRef('entry.transaction_id', '=', 'movement.transaction_id')
        .on('entry.account_id', '=', account_id),
    )
    .leftJoin('ledger_holds as hold', 'hold.hold_id', 'movement.hold_id')
    .select(visible)
    .where('movement.transaction_id', '=', sql<string>`any(${transaction_ids}::uuid[])`)
    .orderBy('movement.created_at', 'desc')
    .orderBy('entry.account_seq', 'desc')
    .execute()
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

const order = { instant: 'movement.created_at', id: 'movement.transaction_id' }

/** One page of everybody's movements with all their entries, newest first; those of one instant by id. */
export function pageLedger(db: Db, filter: LedgerFilter, walk: Walk) {
  return countAndWalk(
    db,
    newest(db, filter),
    order,
    walk,
    visibleMovements,
    ({ transaction_id }) => transaction_id,
  )
}

/** At most `limit` of them after the last one of the batch before: however deep it is, a batch costs the same. */
export function listLedger(
  db: Db,
  filter: LedgerFilter,
  { before, limit }: { before: { instant: string; transaction_id: string } | undefined; limit: number },
) {
  return visibleMovements(newest(db, filter))
    .$if(before !== undefined, (query) =>
      query.where(beyond(order, { instant: before!.instant, id: before!.transaction_id })),
    )
    .limit(limit)
    .execute()
}

/** All that one task moved, newest first: a hold, and what became of it. */
export function listOfTask(db: Db, task_id: string) {
  return visibleMovements(newest(db, {})).where('hold.task_id', '=', task_id).execute()
}

function visibleMovements(movements: ReturnType<typeof newest>) {
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
      cursorInstant('movement.created_at').as('instant'),
    ])
    .select(
      sql<{ account: string; amount: number; balance_after: number | null }[]>`(
        select json_agg(json_build_object('account', account.kind, 'amount', entry.amount, 'balance_after', entry.balance_after)
                        order by entry.entry_id)
          from ledger_entries as entry join ledger_accounts as account using (account_id)
         where entry.transaction_id = movement.transaction_id)`.as('entries'),
    )
}

function newest(db: Db, { user_id, kind, from, to }: LedgerFilter) {
  return db
    .selectFrom('ledger_transactions as movement')
    .where((eb) => {
      const conditions: Expression<SqlBool>[] = []
      if (user_id !== undefined) conditions.push(eb('movement.user_id', '=', user_id))
      if (kind !== undefined) conditions.push(eb('movement.kind', '=', kind))
      if (from !== undefined) conditions.push(eb('movement.created_at', '>=', from))
      if (to !== undefined) conditions.push(eb('movement.created_at', '<', to))
      return eb.and(conditions)
    })
    .orderBy('movement.created_at', 'desc')
    .orderBy('movement.transaction_id', 'desc')
}
