import { InvalidArgumentError } from 'commander'

/** Amounts of the service are hundredths of a credit: its `currency_scale`, which not every answer contains. */
const perCredit = 100

/** Formats hundredths as `0.50 credits`. */
export function formatCredits(amount: number): string {
  return `${formatAmount(amount)} credits`
}

/** Formats hundredths as `0.50`. */
export function formatAmount(amount: number): string {
  return (amount / perCredit).toFixed(2)
}

/** Parses credits into hundredths; undefined for zero, invalid text or more than two decimals. */
export function parseCredits(text: string): number | undefined {
  const match = /^(\d{1,7})(?:\.(\d{1,2}))?$/.exec(text)
  if (!match) return undefined
  const amount = Number(match[1]) * perCredit + Number((match[2] ?? '').padEnd(2, '0'))
  return amount > 0 ? amount : undefined
}

/** Parses the value of an option into hundredths. @throws InvalidArgumentError */
export function creditsArgument(text: string): number {
  const amount = parseCredits(text)
  if (amount === undefined) throw new InvalidArgumentError('It is a number of credits, such as 10 or 2.50.')
  return amount
}
