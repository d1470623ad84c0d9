import type { Command } from 'commander'
import { formatCredits } from '../credits.ts'
import type { Start } from '../run.ts'
import { toPlainText } from '../terminal-text.ts'

interface Options {
  model?: string
  language?: string
}

export function addOptimize(program: Command, start: Start): void {
  program
    .command('optimize')
    .description('rewrite a prompt for video models')
    .argument('<prompt>', 'what the video shows')
    .option('--model <name>', 'the video model it is for')
    .option('--language <tag>', 'such as en or zh, where the prompt leaves it open')
    .addHelpText(
      'after',
      `
Examples:
  $ clipwright optimize "a red balloon over a calm sea"
  $ clipwright generate "a red balloon over a calm sea" --optimize`,
    )
    .action((prompt: string, options: Options, command: Command) =>
      start(command, async ({ client, report, signal }) => {
        const result = await client.POST('/api/v1/agent/optimize-prompt', {
          body: { prompt, ...options },
          signal,
        })
        const { cost, optimized_prompt } = result
        if (cost > 0) report.step('charged', `${formatCredits(cost)} charged`, { cost })
        report.finish(result, toPlainText(optimized_prompt))
      }),
    )
}
