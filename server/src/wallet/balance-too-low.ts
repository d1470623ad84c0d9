import { brokenConstraint } from '../platform/db/constraint.ts'

/** The spendable balance does not cover an amount; see `insufficientBalance`. */
export class BalanceTooLow extends Error {
  override readonly name = 'BalanceTooLow'
  readonly required: number
  constructor(required: number) {
    super('Balance too low')
    this.required = required
  }
}

/** `BalanceTooLow` for an amount that the books refused to take; any other error is left as it is. */
export function takingFault(error: unknown, amount: number): unknown {
  return brokenConstraint(error) === 'balance_not_negative' ? new BalanceTooLow(amount) : error
}
