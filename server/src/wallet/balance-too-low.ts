/** The spendable balance does not cover an amount; see `insufficientBalance`. */
export class BalanceTooLow extends Error {
  override readonly name = 'BalanceTooLow'
  readonly required: number
  constructor(required: number) {
    super('Balance too low')
    this.required = required
  }
}
