import { brokenConstraint } from '../platform/db/constraint.ts'
import { finalConflict } from '../platform/errors.ts'
import type { Json } from '../platform/json.ts'

/** A price agreed at submission; kept with the hold, and never changed by later prices. */
export interface Quote {
  /** Whole minor units; 0 is free and needs no hold. */
  total: number
  [detail: string]: Json
}

export const currency = 'CREDIT'
/** Amounts are in units of 10^-2 credits. Fixed for ever. */
export const currency_scale = 2

/** An amount in credits, for people and spreadsheets: 1234 is 12.34. */
export function inCredits(minor_units: number): number {
  return minor_units / 10 ** currency_scale
}

/** A 409 for an amount that would make a balance too large to be counted exactly; any other error is left as it is. */
export function balanceFault(error: unknown): unknown {
  if (brokenConstraint(error) !== 'balance_json_safe') return error
  return finalConflict('balance_limit_exceeded', 'The balance would grow beyond what can be counted exactly.')
}
