import { confirm } from '@clack/prompts'
import type { Schema } from '@clipwright/client'
import { formatCredits } from './credits.ts'
import { Failure, Interrupt, tooExpensive } from './failure.ts'
import type { Run } from './run.ts'

export interface Agreement {
  /** Set by `--yes`: skips the question. */
  yes?: boolean
}

export const yesOption = ['-y, --yes', 'do not ask before credits are spent'] as const

/**
 * Shows a price before it is spent, and asks for agreement at a terminal. Without a terminal (a pipe, a script, `--json`) it shows
 * the price and goes on. @throws Failure when the answer is no, or the balance is too low.
 */
export async function agreeToPrice(
  run: Run,
  { cost, balance, affordable }: Pick<Schema<'QuoteOut'>, 'cost' | 'balance' | 'affordable'>,
  options: Agreement,
): Promise<void> {
  if (!affordable) throw tooExpensive(cost, balance)
  run.report.step('price', `Costs ${formatCredits(cost)} of your ${formatCredits(balance)}`, {
    cost,
    balance,
  })
  if (cost > 0) await agree(run, `Spend ${formatCredits(cost)}?`, options)
}

/** Asks for agreement at a terminal. @throws Failure when the answer is no. */
export async function agree({ report, signal }: Run, message: string, { yes }: Agreement): Promise<void> {
  if (yes || !report.mayAsk) return
  const answer = await confirm({ message, output: process.stderr, signal })
  if (typeof answer === 'symbol') throw new Interrupt('SIGINT')
  if (!answer) throw new Failure(1, 'declined', 'Nothing was done.')
}
