import { type Command, InvalidArgumentError } from 'commander'
import { formatAmount, formatCredits, parseCredits } from '../credits.ts'
import type { Start } from '../run.ts'
import { good } from '../report.ts'

/** The service's limit for one top-up. */
const most = 100_000_000

export function addTopup(program: Command, start: Start): void {
  program
    .command('topup')
    .description('add credits (simulated: nothing is paid)')
    .argument('<amount>', `credits, such as 10 or 2.50, at most ${formatAmount(most)}`, parseAmount)
    .addHelpText('after', '\nExample:\n  $ clipwright topup 10')
    .action((amount: number, _options: object, command: Command) =>
      start(command, async ({ client, report, signal }) => {
        const result = await client.POST('/api/v1/me/topup', { body: { amount }, signal })
        const text = `${formatCredits(amount)} added, without any payment: top-ups are simulated. You have ${formatCredits(result.balance)}.`
        report.finish(result, good(text))
      }),
    )
}

function parseAmount(text: string): number {
  const amount = parseCredits(text)
  if (amount !== undefined && amount <= most) return amount
  throw new InvalidArgumentError(
    `It is a number of credits from 0.01 to ${formatAmount(most)}, such as 10 or 2.50.`,
  )
}
