import { readFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { NetworkError, type Schema } from '@clipwright/client'
import type { Command } from 'commander'
import { agreeToPrice, type Agreement, yesOption } from '../agree.ts'
import { addChoices, type TaskChoices, toBody } from '../choices.ts'
import { formatCredits } from '../credits.ts'
import { Failure, toFailure, withHint } from '../failure.ts'
import { addOutputOptions, checkOutput, finishVideo, type OutputOptions } from '../finish-video.ts'
import { warnNotDrawn } from '../not-drawn.ts'
import type { Run, Start } from '../run.ts'

interface Options extends TaskChoices, OutputOptions, Agreement {
  file?: string
  wait: boolean
}

/** How often a submission is sent again if its answer is lost. */
const maxTries = 3

export function addGenerate(program: Command, start: Start): void {
  const command = program
    .command('generate')
    .description('make a video from a prompt, and save it')
    .argument('[prompt]', 'what the video shows; - reads it from stdin')
    .option('--file <file>', 'read the prompt from a file')
  addOutputOptions(addChoices(command))
    .option(...yesOption)
    .option('--no-wait', 'submit, and do not wait for the video')
    .addHelpText(
      'after',
      `
Examples:
  $ clipwright generate "a lighthouse in a storm at night" --duration 8 -o storm.mp4
  $ clipwright generate "snow over a quiet forest" --aspect 9:16 --seed 7
  $ clipwright generate "the fox looks up" --image fox.jpg
  $ clipwright generate "rain on glass" --param lora=rain.safetensors --param lora_strength=0.8
  $ clipwright generate "waves" --no-wait --json
  $ clipwright generate --file prompt.txt --yes -o - | ffplay -

The price is shown first. At a terminal you are asked, unless --yes is given;
where nobody can be asked, it goes on.`,
    )
    .action((prompt: string | undefined, options: Options, command: Command) =>
      start(command, async (run) => generate(run, await readPrompt(prompt, options), options)),
    )
}

async function generate(run: Run, prompt: string, options: Options): Promise<void> {
  const { report } = run
  if (options.wait) await checkOutput(run, options)
  const body = await toBody(run, prompt, options)
  const quote = await run.client.POST('/api/v1/video/quote', { body, signal: run.signal })
  warnNotDrawn(report, quote)
  await agreeToPrice(run, quote, options)
  const { task_id, cost } = await submit(run, body)
  report.step('submitted', `Submitted ${task_id}, ${formatCredits(cost)} held`, { task_id, cost })
  await finishVideo(run, task_id, options)
}

/** Reads the prompt from the argument, a file or stdin. @throws Failure when there is none, or two. */
export async function readPrompt(given: string | undefined, { file }: { file?: string }): Promise<string> {
  if (file !== undefined && given !== undefined) {
    throw new Failure(2, 'usage', 'The prompt is an argument or --file, not both.')
  }
  if (file === undefined && given === undefined) {
    throw new Failure(2, 'usage', 'What is to be seen? Give a prompt, - for stdin, or --file.')
  }
  if (given !== undefined && given !== '-') return given
  const words = (await (file === undefined || file === '-' ? text(process.stdin) : readText(file))).trim()
  if (!words) throw new Failure(2, 'usage', `There is no prompt in ${file ?? 'stdin'}.`)
  return words
}

function readText(file: string): Promise<string> {
  return readFile(file, 'utf8').catch((cause: Error) => {
    throw new Failure(1, 'prompt_not_read', `${file} can't be read.`, { cause })
  })
}

async function submit(run: Run, body: Schema<'TaskCreate'>): Promise<Schema<'GenerateResponse'>> {
  // With the same idempotency key, repeated requests submit one task.
  const headers = { 'idempotency-key': crypto.randomUUID() }
  for (let tries = 1; ; tries++) {
    try {
      return await run.client.POST('/api/v1/video/generate', { body, headers, signal: run.signal })
    } catch (error) {
      const isOpen = error instanceof NetworkError && error.kind !== 'unreachable'
      if (!isOpen) throw error
      if (tries === maxTries || run.signal.aborted)
        throw withHint(toFailure(error, run.url), 'It may have been submitted all the same: clipwright tasks')
    }
  }
}
