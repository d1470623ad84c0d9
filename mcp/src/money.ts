import { Refusal } from './refusal.ts'

const minorUnits = 100

/** Of the API's whole hundredths. */
export const toCredits = (amount: number): number => amount / minorUnits

/** @throws Refusal `max_cost_exceeded` when the price, in hundredths, is above the caller's limit in credits. */
export function refuseAbove(max_cost: number, price: number): void {
  if (toCredits(price) <= max_cost) return
  const costs = `It costs ${toCredits(price)} credits, and max_cost is ${max_cost}.`
  throw new Refusal('max_cost_exceeded', `${costs} Nothing was made.`)
}
