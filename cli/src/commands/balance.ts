import type { Command } from 'commander'
import { formatCredits } from '../credits.ts'
import type { Start } from '../run.ts'
import { good } from '../report.ts'

export function addBalance(program: Command, start: Start): void {
  program
    .command('balance')
    .description('show your credits')
    .action((_options: object, command: Command) =>
      start(command, async ({ client, report, signal }) => {
        const { balance, balance_held, currency, currency_scale } = await client.GET('/api/v1/me', { signal })
        const held = balance_held > 0 ? `, and ${formatCredits(balance_held)} held for tasks under way` : ''
        report.finish(
          { balance, balance_held, currency, currency_scale },
          good(`${formatCredits(balance)}${held}`),
        )
      }),
    )
}
