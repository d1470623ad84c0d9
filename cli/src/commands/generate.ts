import { NetworkError, type Schema } from '@clipwright/client'
import type { Command } from 'commander'
import { formatCredits } from '../credits.ts'
import { Failure, toFailure, withHint } from '../failure.ts'
import { followTask } from '../follow-task.ts'
import { warnNotDrawn } from '../not-drawn.ts'
import { decimal, wholeNumber } from '../numbers.ts'
import { good } from '../report.ts'
import type { Run, Start } from '../run.ts'
import { chooseFile, formatSize, saveVideo, type SavedVideo, videoFileName } from '../save-video.ts'
import { toPlainText } from '../terminal-text.ts'
import { toImageUrl } from '../upload-image.ts'

interface Options {
  model?: string
  duration?: number
  resolution?: string
  aspect?: string
  seed?: number
  steps?: number
  guidance?: number
  image?: string
  lastImage?: string
  negative?: string
  priority?: number
  optimize?: boolean
  output?: string
  force?: boolean
  wait: boolean
}

/** How often an answer that does not arrive is asked for. */
const maxTries = 3

export function addGenerate(program: Command, start: Start): void {
  program
    .command('generate')
    .description('make a video from words, and save it')
    .argument('<prompt>', 'what is to be seen')
    .option('--model <name>', 'which model makes it')
    .option('--duration <seconds>', 'how long it is', wholeNumber(1))
    .option('--resolution <name>', 'such as 480p or 720p')
    .option('--aspect <ratio>', 'such as 16:9, 9:16 or 1:1')
    .option('--seed <number>', 'the same seed makes the same video', wholeNumber(0, 2 ** 31 - 1))
    .option('--steps <number>', 'sampling steps, where the model has them to choose', wholeNumber(1, 1000))
    .option('--guidance <number>', 'guidance scale, where the model has it to choose', decimal(0, 100))
    .option('--image <file or address>', 'what it begins with: a PNG, JPEG or WebP file, or an https address')
    .option('--last-image <file or address>', 'what it ends with, where the model takes that')
    .option('--negative <prompt>', 'what is not to be seen')
    .option(
      '--priority <number>',
      'among your waiting tasks, higher is earlier: -10 to 10',
      wholeNumber(-10, 10),
    )
    .option('--optimize', 'have the prompt said as video models like it first')
    .option('-o, --output <file>', 'where to save it (default: a name made from the prompt)')
    .option('-f, --force', 'overwrite a file that exists')
    .option('--no-wait', 'submit only')
    .addHelpText(
      'after',
      `
Examples:
  $ clipwright generate "a lighthouse in a storm at night" --duration 8 -o storm.mp4
  $ clipwright generate "snow over a quiet forest" --aspect 9:16 --seed 7
  $ clipwright generate "the fox looks up" --image fox.jpg
  $ clipwright generate "waves" --no-wait --json`,
    )
    .action((prompt: string, options: Options, command: Command) =>
      start(command, (run) => generate(run, prompt, options)),
    )
}

async function generate(run: Run, prompt: string, options: Options): Promise<void> {
  const { report } = run
  // Before anything is paid: a name that cannot be used.
  if (options.wait && options.output) await chooseFile(options.output, 'video.mp4', options)
  const { task_id, cost } = await submit(run, prompt, options)
  report.step('submitted', `Submitted ${task_id}, ${formatCredits(cost)} held`, { task_id, cost })
  if (!options.wait) {
    const params = { path: { task_id } }
    const task = await run.client.GET('/api/v1/tasks/{task_id}', { params, signal: run.signal })
    report.finish({ task, file: null }, good(`Follow it: clipwright watch ${task_id}`))
    return
  }
  const task = await followTask(run, task_id)
  warnNotDrawn(report, task)
  const saved = await save(run, task, options)
  report.finish({ task, ...saved }, good(describeVideo(task, saved)))
}

async function submit(run: Run, prompt: string, options: Options): Promise<Schema<'GenerateResponse'>> {
  const { model, duration, resolution, aspect, seed, steps, guidance, image, lastImage, negative, priority } =
    options
  const words = options.optimize ? await optimize(run, prompt, model) : { prompt }
  const body: Schema<'TaskCreate'> = {
    ...words,
    ...(model === undefined ? {} : { model }),
    ...(duration === undefined ? {} : { duration_seconds: duration }),
    ...(resolution === undefined ? {} : { resolution }),
    ...(aspect === undefined ? {} : { aspect_ratio: aspect }),
    ...(seed === undefined ? {} : { seed }),
    ...(steps === undefined ? {} : { steps }),
    ...(guidance === undefined ? {} : { guidance }),
    ...(image === undefined ? {} : { image_url: await toImageUrl(run, image) }),
    ...(lastImage === undefined ? {} : { last_image_url: await toImageUrl(run, lastImage) }),
    ...(negative === undefined ? {} : { negative_prompt: negative }),
    ...(priority === undefined ? {} : { priority }),
  }
  // Under one key it is submitted once, however often it is sent.
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

/** The video is paid for and stays: a failure to save it says how to get it. */
async function save(run: Run, task: Schema<'TaskOut'>, options: Options): Promise<SavedVideo> {
  try {
    const path = await chooseFile(options.output, videoFileName(task), options)
    return await saveVideo(run, task.task_id, path, options)
  } catch (error) {
    const failure = toFailure(error, run.url)
    const hint = `The video is made. Get it: clipwright download ${task.task_id}`
    throw new Failure(failure.exit, failure.code, failure.message, {
      hint,
      details: { ...failure.details, task },
      cause: error,
    })
  }
}

/** `balloon.mp4  832x480, 5 s, 1.2 MB, 0.50 credits` */
export function describeVideo({ params, cost }: Schema<'TaskOut'>, { file, size_bytes }: SavedVideo): string {
  const { width_px, height_px, duration_seconds } = params
  return `${file}  ${width_px}x${height_px}, ${duration_seconds} s, ${formatSize(size_bytes)}, ${formatCredits(cost)}`
}
