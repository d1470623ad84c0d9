import { readFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { NetworkError, type Schema } from '@clipwright/client'
import type { Command } from 'commander'
import { agreeToPrice, type Agreement, yesOption } from '../agree.ts'
import { formatCredits } from '../credits.ts'
import { Failure, toFailure, withHint } from '../failure.ts'
import { addOutputOptions, checkOutput, finishVideo, type OutputOptions } from '../finish-video.ts'
import { warnNotDrawn } from '../not-drawn.ts'
import { nameAndValue, toOwnParameters } from '../model-parameters.ts'
import { decimal, wholeNumber } from '../numbers.ts'
import type { Run, Start } from '../run.ts'
import { toPlainText } from '../terminal-text.ts'
import { toAudioUrl, toImageUrl } from '../upload.ts'

/** The choices for a video. */
export interface TaskChoices {
  model?: string
  duration?: number
  resolution?: string
  aspect?: string
  seed?: number
  steps?: number
  guidance?: number
  image?: string
  lastImage?: string
  audio?: string
  negative?: string
  param?: Record<string, string>
  priority?: number
  optimize?: boolean
}

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

export async function toBody(run: Run, prompt: string, options: TaskChoices): Promise<Schema<'TaskCreate'>> {
  const { model, duration, resolution, aspect, seed, steps, guidance, negative } = options
  const { image, lastImage, audio, param, priority } = options
  const words = options.optimize ? await optimize(run, prompt, model) : { prompt }
  return {
    ...words,
    ...(model === undefined ? {} : { model }),
    ...(duration === undefined ? {} : { duration_seconds: duration }),
    ...(resolution === undefined ? {} : { resolution }),
    ...(aspect === undefined ? {} : { aspect_ratio: aspect }),
    ...(seed === undefined ? {} : { seed }),
    ...(steps === undefined ? {} : { steps }),
    ...(guidance === undefined ? {} : { guidance }),
    ...(param === undefined ? {} : { parameters: await toOwnParameters(run, model, param) }),
    ...(image === undefined ? {} : { image_url: await toImageUrl(run, image) }),
    ...(lastImage === undefined ? {} : { last_image_url: await toImageUrl(run, lastImage) }),
    ...(audio === undefined ? {} : { audio_url: await toAudioUrl(run, audio) }),
    ...(negative === undefined ? {} : { negative_prompt: negative }),
    ...(priority === undefined ? {} : { priority }),
  }
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

async function optimize({ client, report, signal }: Run, original_prompt: string, model?: string) {
  const body = { prompt: original_prompt, ...(model === undefined ? {} : { model }) }
  const { optimized_prompt: prompt } = await client.POST('/api/v1/agent/optimize-prompt', { body, signal })
  report.step('optimized', toPlainText(prompt), { prompt })
  return { prompt, original_prompt }
}

export function addChoices(command: Command): Command {
  return command
    .option('--model <name>', 'the model; see: clipwright models')
    .option('--duration <seconds>', 'length of the video', wholeNumber(1))
    .option('--resolution <name>', 'such as 480p or 720p')
    .option('--aspect <ratio>', 'such as 16:9, 9:16 or 1:1')
    .option('--seed <number>', 'the same seed makes the same video', wholeNumber(0, 2 ** 31 - 1))
    .option('--steps <number>', 'sampling steps, if the model lets you choose', wholeNumber(1, 1000))
    .option('--guidance <number>', 'guidance scale, if the model lets you choose', decimal(0, 100))
    .option(
      '--param <name=value>',
      'a parameter that only this model has; may be repeated; see: clipwright models',
      nameAndValue,
    )
    .option('--image <file or address>', 'the first frame: a PNG, JPEG or WebP file, or an https address')
    .option('--last-image <file or address>', 'the last frame, if the model takes one')
    .option(
      '--audio <file or address>',
      'the sound it is made to, if the model takes one: WAV, MP3, M4A, FLAC, Ogg',
    )
    .option('--negative <prompt>', 'what the video should not show')
    .option(
      '--priority <number>',
      'among your waiting tasks, higher is earlier: -10 to 10',
      wholeNumber(-10, 10),
    )
    .option('--optimize', 'rewrite the prompt for video models first')
}
