import type { Schema } from '@clipwright/client'
import type { Command } from 'commander'
import { addChoices, type TaskChoices, toBody } from '../choices.ts'
import { formatCredits } from '../credits.ts'
import { warnNotDrawn } from '../not-drawn.ts'
import type { Start } from '../run.ts'
import { readPrompt } from './generate.ts'

export function addQuote(program: Command, start: Start): void {
  const command = program
    .command('quote')
    .description('show what a video would cost')
    .argument('[prompt]', 'what the video shows; - reads it from stdin')
    .option('--file <file>', 'read the prompt from a file')
  addChoices(command)
    .addHelpText('after', '\nExample:\n  $ clipwright quote "waves" --duration 8 --resolution 720p')
    .action((prompt: string | undefined, options: TaskChoices & { file?: string }, command: Command) =>
      start(command, async (run) => {
        const words = options.file === undefined ? (prompt ?? 'a video') : undefined
        const body = await toBody(run, await readPrompt(words, options), options)
        const quote = await run.client.POST('/api/v1/video/quote', { body, signal: run.signal })
        warnNotDrawn(run.report, quote)
        run.report.finish(quote, describe(quote))
      }),
    )
}

function describe({ model, params, cost, balance, affordable, enhance }: Schema<'QuoteOut'>): string {
  const { width_px, height_px, duration_seconds } = params
  const row = (title: string, text: string) => `${title.padEnd(9)}${text}`
  return [
    row('Video', `${width_px}x${height_px}, ${duration_seconds} s, by ${model}`),
    row('Cost', formatCredits(cost)),
    row('Balance', `${formatCredits(balance)}${affordable ? '' : ', which is not enough'}`),
    ...enhance.flatMap(({ target, cost }) =>
      cost === null ? [] : [row('Enhance', `${formatCredits(cost)} more for ${target}`)],
    ),
  ].join('\n')
}
