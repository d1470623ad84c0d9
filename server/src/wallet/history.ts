import type { Db } from '../platform/db/database.ts'
import type { Walk } from '../platform/cursor.ts'
import type { Page } from '../platform/http/input/schemas.ts'
import type { Span } from '../platform/http/input/time-span.ts'
import * as queries from './history-queries.ts'
import type { TransactionOut } from './schemas.ts'

type Movement = queries.Movement
export type { LedgerFilter } from './history-queries.ts'

const types: Record<Movement['kind'], TransactionOut['type']> = {
  topup: 'topup',
  signup_bonus: 'signup_bonus',
  hold: 'task_charge',
  capture: 'task_refund', // on the spendable account a capture shows only the unused part
  release: 'task_refund',
  refund: 'task_refund',
  adjustment: 'adjustment',
  charge: 'task_charge', // the description says
}

/** Which part of a user's history. */
export interface HistoryFilter extends Span {
  type?: TransactionOut['type'] | undefined
}

const kindsOf = (type: HistoryFilter['type']): Movement['kind'][] =>
  (Object.keys(types) as Movement['kind'][]).filter((kind) => type === undefined || types[kind] === type)

/** A charge is pending while its task runs, and reversed when the money is returned. */
export function statusOf(movement: Pick<Movement, 'kind' | 'hold_state'>): TransactionOut['status'] {
  if (movement.kind !== 'hold') return 'settled'
  switch (movement.hold_state) {
    case 'active':
      return 'pending'
    case 'released':
      return 'reversed'
    case 'captured':
    case null:
      return 'settled'
  }
}

/**
 * A page of the movements of a user's spendable balance, newest first by `account_seq`. The numbers have no gaps, so a page
 * is found by arithmetic, however deep it lies; with a filter, by an index.
 */
export async function listTransactions(
  db: Db,
  user_id: string,
  { type, ...span }: HistoryFilter,
  page: Page,
) {
  const account = await queries.findAccount(db, user_id)
  if (!account) return { items: [], total: 0, ...page }
  if (type !== undefined || span.from || span.to) {
    const filter = { ...span, user_id, account_id: account.account_id, kinds: kindsOf(type) }
    const { rows, total } = await queries.pageMovements(db, filter, page)
    return { items: rows.map(toOut), total, ...page }
  }
  const { account_id, last_seq: total } = account
  const upto = total - (page.page - 1) * page.page_size
  if (upto < 1) return { items: [], total, ...page }
  const range = {
    account_id,
    upto,
    after: upto - page.page_size,
    limit: page.page_size,
    order: 'desc' as const,
  }
  return { items: (await queries.listMovements(db, range)).map(toOut), total, ...page }
}

const batch = 500

/**
 * The movements of a user's spendable balance, oldest first, up to the moment of the call: for an export. Later bookings
 * come after it, so nothing appears twice or is left out.
 */
export async function* eachMovement(
  db: Db,
  user_id: string,
  { type, ...span }: HistoryFilter = {},
): AsyncGenerator<TransactionOut> {
  const account = await queries.findAccount(db, user_id)
  if (!account) return
  const { account_id, last_seq: upto } = account
  for (let after = 0; ;) {
    const kinds = type && kindsOf(type)
    const range = { ...span, kinds, account_id, after, upto, limit: batch, order: 'asc' as const }
    const rows = await queries.listMovements(db, range)
    for (const row of rows) yield toOut(row)
    if (rows.length < batch) return
    after = rows.at(-1)!.account_seq!
  }
}

/** A page of everybody's movements with all their entries, newest first: for administrators. */
export async function listAllMovements(db: Db, filter: queries.LedgerFilter, walk: Walk) {
  const { rows, ...page } = await queries.pageLedger(db, filter, walk)
  return { items: rows, ...page }
}

/** What one task moved, newest first. */
export function listMovementsOfTask(db: Db, task_id: string) {
  return queries.listOfTask(db, task_id)
}

/** All of them, read in batches: for an export. */
export async function* eachLedgerMovement(db: Db, filter: queries.LedgerFilter) {
  let before: { instant: string; transaction_id: string } | undefined
  for (;;) {
    const rows = await queries.listLedger(db, filter, { before, limit: batch })
    yield* rows
    if (rows.length < batch) return
    before = rows.at(-1)
  }
}

function toOut(row: Movement): TransactionOut {
  const model = row.quote?.['model']
  return {
    transaction_id: row.transaction_id,
    type: types[row.kind],
    amount: row.amount,
    balance_after: row.balance_after ?? 0,
    status: statusOf(row),
    task_id: row.task_id,
    description: row.reason ?? (typeof model === 'string' ? model : null),
    created_at: row.created_at,
  }
}
