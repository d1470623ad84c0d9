import type { Command } from 'commander'
import { formatCredits } from '../credits.ts'
import { Failure } from '../failure.ts'
import { wholeNumber } from '../numbers.ts'
import type { Start } from '../run.ts'
import { toPlainText } from '../terminal-text.ts'

interface Options {
  title?: string
  max?: number
  language?: string
}

export function addTags(program: Command, start: Start): void {
  program
    .command('tags')
    .description('suggest tags for publishing a video, one per line')
    .argument('[prompt]', 'what the video shows')
    .option('--title <text>', 'the title of the video')
    .option('--max <number>', 'how many at most', wholeNumber(1, 20))
    .option('--language <tag>', 'such as en or zh, where the texts leave it open')
    .addHelpText('after', '\nExample:\n  $ clipwright tags "a red balloon over a calm sea" --max 5')
    .action((prompt: string | undefined, { title, max, language }: Options, command: Command) =>
      start(command, async ({ client, report, signal }) => {
        if (prompt === undefined && title === undefined)
          throw new Failure(2, 'usage', 'Give a prompt, a title, or both.', {
            hint: 'See: clipwright tags --help',
          })
        const body = {
          ...(prompt === undefined ? {} : { prompt }),
          ...(title === undefined ? {} : { title }),
          ...(max === undefined ? {} : { max_tags: max }),
          ...(language === undefined ? {} : { language }),
        }
        const result = await client.POST('/api/v1/agent/generate-tags', { body, signal })
        const { cost, tags } = result
        if (cost > 0) report.step('charged', `${formatCredits(cost)} charged`, { cost })
        report.finish(result, tags.map(toPlainText).join('\n'))
      }),
    )
}
