import type { Db } from '../platform/db/database.ts'
import { getSpending } from '../wallet/wallet.ts'
import * as queries from './queries.ts'
import type { ApiKeyOut } from './schemas.ts'
import { statusOf } from './status.ts'

/** The list has no pages. */
const maxListed = 100

/** A user's keys, newest first, revoked ones included. */
export async function listApiKeys(db: Db, user_id: string, now: Date) {
  const { rows, total } = await queries.list(db, user_id, maxListed)
  const spending = await getSpending(db, rows, now)
  const items = rows.map((key) => toOut(key, now, spending.get(key.key_id)))
  return { items, total, page: 1, page_size: maxListed }
}

export async function getApiKey(
  db: Db,
  user_id: string,
  key_id: string,
  now: Date,
): Promise<ApiKeyOut | undefined> {
  const key = await queries.find(db, user_id, key_id)
  return key && describeKey(db, key, now)
}

export async function describeKey(db: Db, key: queries.VisibleKey, now: Date): Promise<ApiKeyOut> {
  return toOut(key, now, (await getSpending(db, [key], now)).get(key.key_id))
}

/** `spent_in_period` is 0 for a key without a cap, whose spending is not counted. */
export function toOut(key: queries.VisibleKey, now: Date, spent_in_period = 0): ApiKeyOut {
  const status = statusOf(key, now)
  return { ...key, status, is_active: status === 'active', spent_in_period }
}
