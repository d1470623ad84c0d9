import type { Json } from '../platform/json.ts'

/** The price agreed at submission; stored with the hold, and unaffected by later prices. */
export interface Quote {
  /** Whole minor units; 0 is free and needs no hold. */
  total: number
  [detail: string]: Json
}

export const currency = 'CREDIT'
/** Amounts are in units of 10^-2 credits, for ever. */
export const currency_scale = 2

/** An amount in credits, for people and spreadsheets: 1234 is 12.34. */
export function inCredits(minor_units: number): number {
  return minor_units / 10 ** currency_scale
}
