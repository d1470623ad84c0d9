import type { Db, Trx } from '../platform/db/database.ts'
import { ValidationError } from '../platform/errors.ts'
import type { Json } from '../platform/json.ts'
import {
  checkSetting,
  isSettingKey,
  normalizeSetting,
  type SettingKey,
  type Settings,
} from './check-setting.ts'
import * as queries from './queries.ts'

export {
  isPrice,
  maxSiteNameLength,
  maxUnitPrice,
  type PriceOverride,
  type SettingKey,
  type Settings,
} from './check-setting.ts'
export { createSender } from './sender.ts'

/** Reads the current settings; inside a transaction, pass it. */
export type ReadSettings = (trx?: Trx) => Promise<Settings>

/**
 * Each call reads the database, so that a change takes effect at the next request, in every process. Stored values override
 * `defaults`, which come from the environment.
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

/** The settings in effect, and which of them are stored, by whom and since when. */
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

/** One setting that no environment variable has: what is stored, or `otherwise`. */
export async function readSetting<Key extends SettingKey>(
  db: Db,
  key: Key,
  otherwise: Settings[Key],
): Promise<Settings[Key]> {
  return ((await queries.find(db, key))?.value ?? otherwise) as Settings[Key]
}

/** A subquery for statements that should not cost another read: the stored value, or null for the default. */
export function storedSetting(key: SettingKey) {
  return queries.storedValue(key)
}

/**
 * Stores new values; null restores the environment's.
 * @throws ValidationError that names every unknown key and every invalid value; nothing is stored then.
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
    else await queries.put(trx, { key, value: normalizeSetting(key, value), updated_by, updated_at: now })
  }
}
