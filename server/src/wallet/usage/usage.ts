import type { Db } from '../../platform/db/database.ts'
import { invalid } from '../../platform/errors.ts'
import { currency, currency_scale } from '../money.ts'
import * as queries from './usage-queries.ts'

const maxDays = 366
const usualDays = 30
const day_ms = 86_400_000

/**
 * What a user has spent, by day and model: captures and charges less refunds, by the day of the booking. Both days count; the
 * last one defaults to today, the first to 29 days before. Agrees with the ledger to the unit.
 * @throws ValidationError for days that are none, in the wrong order or more than 366, and for an unknown time zone.
 */
export async function sumUsage(
  deps: { db: Db; clock: () => Date },
  user_id: string,
  query: { from?: string; to?: string; time_zone?: string },
) {
  const { time_zone = 'UTC' } = query
  const today = await queries.findDay(deps.db, deps.clock(), time_zone)
  if (today === undefined)
    throw invalid(['query', 'time_zone'], 'Input must be a time zone, such as Europe/Berlin')
  const to = checkedDay(query.to ?? today, 'to')
  const from = checkedDay(query.from ?? daysBefore(to, usualDays - 1), 'from')
  const days = (Date.parse(to) - Date.parse(from)) / day_ms + 1
  if (days < 1) throw invalid(['query', 'to'], 'Input must not be before `from`')
  if (days > maxDays) throw invalid(['query', 'from'], `At most ${maxDays} days at once`)
  const items = await queries.sumUse(deps.db, user_id, { from, to, time_zone })
  const total = items.reduce((sum, { spent }) => sum + spent, 0)
  return { time_zone, today, from, to, total, currency, currency_scale, items }
}

function checkedDay(text: string, field: 'from' | 'to'): string {
  const instant = Date.parse(`${text}T00:00:00Z`)
  const isDay = !Number.isNaN(instant) && new Date(instant).toISOString().startsWith(text)
  if (!isDay || text < '1970') throw invalid(['query', field], 'Input must be a day, such as 2026-11-23')
  return text
}

const daysBefore = (day: string, days: number): string =>
  new Date(Date.parse(day) - days * day_ms).toISOString().slice(0, 10)
