import type { Db, Trx } from '../platform/db/database.ts'
import { ValidationError } from '../platform/errors.ts'
import type { Json } from '../platform/json.ts'
import { checkSetting, isSettingKey, type SettingKey, type Settings } from './keys.ts'
import * as queries from './queries.ts'

export { isPrice, maxUnitPrice, type PriceOverride, type SettingKey, type Settings } from './keys.ts'

/** The settings of this moment; inside a transaction, over its own connection. */
export type ReadSettings = (trx?: Trx) => Promise<Settings>

/**
 * One read of the database per call and nothing cached: a change counts from the next request on, in every process.
 * `defaults` are the environment's; what is stored wins.
 */
export function createSettingsReader(db: Db, defaults: Settings): ReadSettings {
  return async (trx) => effective(await queries.list(trx ?? db), defaults)
}

export interface StoredSetting {
  key: SettingKey
  /** Null when that account is gone. */
  updated_by: string | null
  updated_at: Date
}

/** What counts, and which of it was changed online, by whom and when. */
export async function describeSettings(
  db: Db,
  defaults: Settings,
): Promise<Settings & { stored: StoredSetting[] }> {
  const rows = await queries.list(db)
  const stored = rows.flatMap(({ key, updated_by, updated_at }) =>
    isSettingKey(key) ? [{ key, updated_by, updated_at }] : [],
  )
  return { ...effective(rows, defaults), stored }
}

function effective(rows: { key: string; value: Json }[], defaults: Settings): Settings {
  const known = rows.filter(({ key }) => isSettingKey(key)).map(({ key, value }) => [key, value])
  return { ...defaults, ...(Object.fromEntries(known) as Partial<Settings>) }
}

/** A part of a larger statement, for what may not cost a read of its own: the stored value, or null for the default. */
export function storedSetting(key: SettingKey) {
  return queries.storedValue(key)
}

/**
 * Stores new values, in the caller's transaction; null goes back to the environment's.
 * @throws ValidationError that names every key that is not a setting and every value that won't do; nothing is stored.
 */
export async function changeSettings(
  trx: Trx,
  changes: { readonly [key: string]: Json },
  updated_by: string,
  now: Date,
): Promise<void> {
  const entries = Object.entries(changes)
  const problems = entries.flatMap(([key, value]) => checkSetting(key, value))
  if (problems.length > 0) throw new ValidationError(problems)
  for (const [key, value] of entries.toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    if (value === null) await queries.remove(trx, key)
    else await queries.put(trx, { key, value, updated_by, updated_at: now })
  }
}
