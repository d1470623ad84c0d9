import { violatedConstraint } from '../platform/db/constraint.ts'
import { finalConflict } from '../platform/errors.ts'

/** The spendable balance does not cover an amount; see `insufficientBalance`. */
export class BalanceTooLow extends Error {
  override readonly name = 'BalanceTooLow'
  readonly required: number
  constructor(required: number) {
    super('Balance too low')
    this.required = required
  }
}

/** Turns the CHECK that an amount broke into `BalanceTooLow`; returns any other error as it is. */
export function takingFault(error: unknown, amount: number): unknown {
  return violatedConstraint(error) === 'balance_not_negative' ? new BalanceTooLow(amount) : error
}

/** Turns the CHECK that a too large balance broke into a 409; returns any other error as it is. */
export function balanceFault(error: unknown): unknown {
  if (violatedConstraint(error) !== 'balance_json_safe') return error
  return finalConflict('balance_limit_exceeded', 'The balance would grow beyond what can be counted exactly.')
}
