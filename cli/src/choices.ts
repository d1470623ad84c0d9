import type { Schema } from '@clipwright/client'
import type { Command } from 'commander'
import { nameAndValue, toOwnParameters } from './model-parameters.ts'
import { decimal, wholeNumber } from './numbers.ts'
import type { Run } from './run.ts'
import { toPlainText } from './terminal-text.ts'
import { toAudioUrl, toImageUrl } from './upload.ts'

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

/** What a submission takes. Files are sent to the service on the way. */
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
