import type { Problem } from '../platform/errors.ts'
import { normalizeText } from '../platform/http/input/text.ts'
import type { Json } from '../platform/json.ts'
import { isLimitName } from '../platform/limit-table.ts'
import type { LimitChanges } from '../platform/rate-limit.ts'

/** Overrides the price list for `kind.resolution` or `kind.model.resolution`. */
export interface PriceOverride {
  unit: 'second' | 'task'
  /** A decimal in minor units, as text, since money is never a floating-point number. */
  unit_price: string
}

/** What administrators may change while the service runs. */
export interface Settings {
  /** What this installation is called. */
  site_name: string
  api_key_auth_enabled: boolean
  registration_enabled: boolean
  topup_enabled: boolean
  email_verification_required: boolean
  price_overrides: { [key: string]: PriceOverride }
  /** Seconds after which a task that still waits is a problem of the operator. */
  longest_wait_s: number
  /** What holds instead of the values in `platform/limit-table.ts`, by a limit's name. */
  rate_limits: LimitChanges
  /** What the videos of one user may take; 0 for no bound. */
  storage_quota_bytes: number
}
export type SettingKey = keyof Settings

type Check = (value: Json, loc: Problem['loc']) => Problem[]

const flag: Check = (value, loc) =>
  typeof value === 'boolean' ? [] : [{ loc, msg: 'Input must be a boolean', type: 'bool_type' }]

function wholeNumber(least: number, most: number): Check {
  return (value, loc) =>
    Number.isInteger(value) && Number(value) >= least && Number(value) <= most
      ? []
      : [{ loc, msg: `Input must be a whole number from ${least} to ${most}`, type: 'value_error' }]
}

/** The allow-list of settings. */
const checks: { readonly [Key in SettingKey]: Check } = {
  site_name: checkSiteName,
  api_key_auth_enabled: flag,
  registration_enabled: flag,
  topup_enabled: flag,
  email_verification_required: flag,
  price_overrides: checkPriceOverrides,
  longest_wait_s: wholeNumber(10, 86_400),
  rate_limits: checkRateLimits,
  storage_quota_bytes: wholeNumber(0, Number.MAX_SAFE_INTEGER),
}

export function isSettingKey(key: string): key is SettingKey {
  return Object.hasOwn(checks, key)
}

/** Why a value may not be stored. Null is always allowed and restores the default. */
export function checkSetting(key: string, value: Json): Problem[] {
  const loc = ['body', key]
  if (!isSettingKey(key)) return [{ loc, msg: 'There is no such setting', type: 'value_error' }]
  return value === null ? [] : checks[key](value, loc)
}

/** In code points. */
export const maxSiteNameLength = 60

function checkSiteName(value: Json, loc: Problem['loc']): Problem[] {
  if (typeof value !== 'string') return [{ loc, msg: 'Input must be a string', type: 'string_type' }]
  const name = normalizeText('label', value)
  if ('problem' in name) return [{ loc, msg: `Input ${name.problem}`, type: 'value_error' }]
  const length = Array.from(name.text).length
  if (length >= 1 && length <= maxSiteNameLength) return []
  return [{ loc, msg: `Input must have 1 to ${maxSiteNameLength} characters`, type: 'value_error' }]
}

/** A value that `checkSetting` lets pass, as it is stored: a name without spaces around it. */
export function normalizeSetting(key: string, value: Json): Json {
  if (key !== 'site_name' || typeof value !== 'string') return value
  const name = normalizeText('label', value)
  return 'text' in name ? name.text : value
}

const maxOverrides = 500
const overrideKey = /^(?:generate|enhance|agent)\.(?:[A-Za-z0-9][A-Za-z0-9._-]{0,63}\.)?[A-Za-z0-9]{1,20}$/
const decimal = /^(?:0|[1-9][0-9]{0,9})(?:\.[0-9]{1,6})?$/
/** Minor units per unit. */
export const maxUnitPrice = 1_000_000_000

function isObject(value: Json): value is { [key: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function checkPriceOverrides(value: Json, loc: Problem['loc']): Problem[] {
  if (!isObject(value)) return [{ loc, msg: 'Input must be an object', type: 'json_type' }]
  const entries = Object.entries(value)
  if (entries.length > maxOverrides)
    return [{ loc, msg: `Input must have at most ${maxOverrides} prices`, type: 'value_error' }]
  return entries.flatMap(([key, price]) => checkPriceOverride(key, price, [...loc, key]))
}

function checkPriceOverride(key: string, price: Json, loc: Problem['loc']): Problem[] {
  if (!overrideKey.test(key))
    return [
      { loc, msg: 'Name a kind and a resolution, or a kind, a model and a resolution', type: 'value_error' },
    ]
  if (!isObject(price)) return [{ loc, msg: 'Input must be an object', type: 'json_type' }]
  const problems: Problem[] = Object.keys(price)
    .filter((name) => name !== 'unit' && name !== 'unit_price')
    .map((name) => ({ loc: [...loc, name], msg: 'There is no such field', type: 'value_error' }))
  if (price['unit'] !== 'second' && price['unit'] !== 'task')
    problems.push({ loc: [...loc, 'unit'], msg: 'Input must be second or task', type: 'literal_error' })
  const unit_price = price['unit_price']
  if (typeof unit_price !== 'string')
    problems.push({
      loc: [...loc, 'unit_price'],
      msg: 'Input must be a decimal as text',
      type: 'string_type',
    })
  else if (!isPrice(unit_price))
    problems.push({
      loc: [...loc, 'unit_price'],
      msg: `Input must be a decimal from 0 to ${maxUnitPrice} with at most 6 places`,
      type: 'value_error',
    })
  return problems
}

/** Whether a text is a unit price: a decimal from 0 to `maxUnitPrice` with at most 6 places, without a sign or an exponent. */
export function isPrice(text: string): boolean {
  const [whole = '', fraction = ''] = text.split('.')
  const isAtMostMax =
    Number(whole) < maxUnitPrice || (Number(whole) === maxUnitPrice && /^0*$/.test(fraction))
  return decimal.test(text) && isAtMostMax
}

/** So many that a limit is none. */
const maxPoints = 1_000_000_000
const maxWindow_s = 30 * 86_400

function checkRateLimits(value: Json, loc: Problem['loc']): Problem[] {
  if (!isObject(value)) return [{ loc, msg: 'Input must be an object', type: 'json_type' }]
  return Object.entries(value).flatMap(([name, limit]) => checkRateLimit(name, limit, [...loc, name]))
}

function checkRateLimit(name: string, limit: Json, loc: Problem['loc']): Problem[] {
  if (!isLimitName(name)) return [{ loc, msg: 'There is no such limit', type: 'value_error' }]
  if (!isObject(limit)) return [{ loc, msg: 'Input must be an object', type: 'json_type' }]
  const { points = null, per_s = null, ...unknown } = limit
  return [
    ...Object.keys(unknown).map((field) => ({
      loc: [...loc, field],
      msg: 'There is no such field',
      type: 'value_error',
    })),
    ...wholeNumber(0, maxPoints)(points, [...loc, 'points']),
    ...wholeNumber(1, maxWindow_s)(per_s, [...loc, 'per_s']),
  ]
}
