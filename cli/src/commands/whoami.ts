import type { Command } from 'commander'
import { formatCredits } from '../credits.ts'
import type { Start } from '../run.ts'
import { toPlainText } from '../terminal-text.ts'

export function addWhoami(program: Command, start: Start): void {
  program
    .command('whoami')
    .description('show who is logged in, at which service, and by which credential')
    .action((_options: object, command: Command) =>
      start(command, async ({ client, config, report, signal, url }) => {
        const user = await client.GET('/api/v1/me', { signal })
        const credential = config.api_key ? 'api_key' : 'session'
        const row = (title: string, text: string) => `${title.padEnd(9)}${text}`
        const lines = [
          row('User', `${toPlainText(user.email)} (${toPlainText(user.nickname)})`),
          row('Service', url),
          row('By', credential === 'api_key' ? 'the API key in CLIPWRIGHT_API_KEY' : 'a session'),
          row('Balance', formatCredits(user.balance)),
          ...(user.role === 'admin' ? [row('Role', 'administrator')] : []),
        ]
        report.finish({ url, credential, user }, lines.join('\n'))
      }),
    )
}
