/** The service counts in hundredths of a credit (its `currency_scale`, which not every answer carries). */
const perCredit = 100

/** `0.50 credits`, of an amount as the service counts. */
export function formatCredits(amount: number): string {
  return `${formatAmount(amount)} credits`
}

/** As `topup` takes it: `0.50`. */
export function formatAmount(amount: number): string {
  return (amount / perCredit).toFixed(2)
}

/** What a person types, as the service counts; undefined when it is no amount of credits. Decimals are not rounded. */
export function parseCredits(text: string): number | undefined {
  const match = /^(\d{1,7})(?:\.(\d{1,2}))?$/.exec(text)
  if (!match) return undefined
  const amount = Number(match[1]) * perCredit + Number((match[2] ?? '').padEnd(2, '0'))
  return amount > 0 ? amount : undefined
}
