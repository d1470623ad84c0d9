import type { AudioUse, GenerateMode, ModelParameter, ParameterValue } from '../engines/engines.ts'
import { invalid } from '../platform/errors.ts'
import { type OfferedChoices, resolveParameters } from './parameters.ts'

export interface Range {
  min: number
  max: number
  default: number
}

/** A model on offer, with everything that requests are validated against. */
export interface Model {
  name: string
  /** The displayed name. */
  title: string
  /** Its licence in a few words; null where the operator gave none. */
  licence: string | null
  modes: readonly GenerateMode[]
  /** Whether image-to-video accepts a last frame as well. */
  takes_last_image: boolean
  /** Whether it makes videos to a sound. */
  audio: AudioUse
  takes_negative_prompt: boolean
  /** Pixels by resolution, then by aspect ratio; the first of each is the default. */
  sizes: Readonly<Record<string, Readonly<Record<string, readonly [width_px: number, height_px: number]>>>>
  /** Whole seconds. */
  duration_s: Range
  fps: number
  /** Frames per video are a multiple of this plus one: the model's autoencoder requires it. */
  frame_step: number
  /** Sampling steps; null where the caller can't choose. */
  steps: Range | null
  /** Guidance scale; null where the caller can't choose. */
  guidance: Range | null
  /** What else callers may set, by name: inputs of the model's graph. */
  parameters: Readonly<Record<string, ModelParameter>>
  /** The names of the engines whose entries have it. */
  engines: readonly string[]
}

/** The built-in renderer: it computes its pictures from the words of the prompt; no AI model is involved. */
export const previewModel: Model = {
  name: 'preview',
  title: 'Procedural preview (no AI model)',
  licence: null,
  modes: ['text-to-video', 'image-to-video'],
  takes_last_image: false,
  audio: 'none',
  takes_negative_prompt: true,
  sizes: {
    '480p': { '16:9': [832, 480], '9:16': [480, 832], '1:1': [640, 640] },
    '720p': { '16:9': [1280, 720], '9:16': [720, 1280], '1:1': [960, 960] },
    '1080p': { '16:9': [1920, 1080], '9:16': [1080, 1920], '1:1': [1440, 1440] },
  },
  duration_s: { min: 1, max: 10, default: 5 },
  fps: 16,
  frame_step: 4,
  steps: null,
  guidance: null,
  parameters: {},
  engines: ['preview'],
}

/** A size that a model makes. */
export interface ModelSize {
  resolution: string
  aspect_ratio: string
  width_px: number
  height_px: number
}

/** All sizes of a model, the default first. */
export function sizesOf({ sizes }: Pick<Model, 'sizes'>): ModelSize[] {
  return Object.entries(sizes).flatMap(([resolution, ratios]) =>
    Object.entries(ratios).map(([aspect_ratio, [width_px, height_px]]) => ({
      resolution,
      aspect_ratio,
      width_px,
      height_px,
    })),
  )
}

export interface ModelChoices {
  duration_seconds?: number | undefined
  resolution?: string | undefined
  aspect_ratio?: string | undefined
  seed?: number | null | undefined
  steps?: number | null | undefined
  guidance?: number | null | undefined
  negative_prompt?: string | null | undefined
  image_url?: string | null | undefined
  last_image_url?: string | null | undefined
  audio_url?: string | null | undefined
  parameters?: Readonly<Record<string, ParameterValue>> | null | undefined
}

/** A picture's size, as far as known. */
export type PictureSize = { width_px: number; height_px: number }

/** What choices are resolved with, beside the model. */
export interface ChoiceContext {
  randomSeed: () => number
  offered: OfferedChoices
  /** Of the first frame, if its size is known. */
  picture?: PictureSize | undefined
}

/**
 * Resolves open choices; without an aspect ratio a video of a picture gets the nearest one on offer. @throws ValidationError
 * with the field and the allowed values.
 */
export function resolveChoices(
  model: Model,
  choices: ModelChoices,
  { randomSeed, offered, picture }: ChoiceContext,
) {
  const mode = resolveMode(model, choices)
  if (choices.audio_url && model.audio === 'none')
    throw invalid(['body', 'audio_url'], `${model.name} takes no sound`)
  if (!choices.audio_url && model.audio === 'required')
    throw invalid(['body', 'audio_url'], `${model.name} makes videos to a sound`, 'missing')
  if (choices.negative_prompt && !model.takes_negative_prompt)
    throw invalid(['body', 'negative_prompt'], `${model.name} takes no negative prompt`)
  const resolutions = Object.keys(model.sizes)
  const resolution = choices.resolution ?? resolutions[0]!
  const ratios = Object.hasOwn(model.sizes, resolution) ? model.sizes[resolution] : undefined
  if (!ratios) throw invalid(['body', 'resolution'], offeredBy(model, resolutions), 'literal_error')
  const aspect_ratio =
    choices.aspect_ratio ?? (picture ? nearestRatio(ratios, picture) : Object.keys(ratios)[0]!)
  const size = Object.hasOwn(ratios, aspect_ratio) ? ratios[aspect_ratio] : undefined
  if (!size) throw invalid(['body', 'aspect_ratio'], offeredBy(model, Object.keys(ratios)), 'literal_error')
  const duration_seconds = within(model, 'duration_seconds', model.duration_s, choices.duration_seconds)!
  const parameters = resolveParameters(model, choices.parameters ?? {}, offered)
  return {
    mode,
    duration_seconds,
    resolution,
    aspect_ratio,
    width_px: size[0],
    height_px: size[1],
    fps: model.fps,
    // One frame, then whole steps: a video is a frame longer than its seconds, or as near as steps allow.
    frames: Math.round((model.fps * duration_seconds) / model.frame_step) * model.frame_step + 1,
    seed: choices.seed ?? randomSeed(),
    steps: within(model, 'steps', model.steps, choices.steps),
    guidance: within(model, 'guidance', model.guidance, choices.guidance),
    ...(Object.keys(parameters).length > 0 && { parameters }),
  }
}

function resolveMode(model: Model, { image_url, last_image_url }: ModelChoices): GenerateMode {
  const mode = image_url ? 'image-to-video' : 'text-to-video'
  if (!model.modes.includes(mode)) {
    throw image_url
      ? invalid(['body', 'image_url'], `${model.name} takes no image`)
      : invalid(['body', 'image_url'], `${model.name} makes videos of an image`, 'missing')
  }
  if (last_image_url && !image_url)
    throw invalid(['body', 'image_url'], 'A last image needs a first one', 'missing')
  if (last_image_url && !model.takes_last_image)
    throw invalid(['body', 'last_image_url'], `${model.name} takes no last image`)
  return mode
}

/** The chosen number, or the model's default; null where there is no choice. */
function within(
  model: Model,
  field: 'duration_seconds' | 'steps' | 'guidance',
  range: Range | null,
  chosen: number | null | undefined,
): number | null {
  if (!range) {
    if (chosen == null) return null
    throw invalid(['body', field], `${model.name} has its own ${field}`)
  }
  const value = chosen ?? range.default
  if (value >= range.min && value <= range.max) return value
  const type = value < range.min ? 'greater_than_equal' : 'less_than_equal'
  const what = field === 'duration_seconds' ? 'makes videos of' : `takes ${field} of`
  const unit = field === 'duration_seconds' ? ' seconds' : ''
  throw invalid(['body', field], `${model.name} ${what} ${range.min} to ${range.max}${unit}`, type)
}

function nearestRatio(ratios: Model['sizes'][string], { width_px, height_px }: PictureSize): string {
  const shape = Math.log(width_px / height_px)
  const distance = ([width, height]: readonly [number, number]) => Math.abs(Math.log(width / height) - shape)
  return Object.entries(ratios).toSorted(([, a], [, b]) => distance(a) - distance(b))[0]![0]
}

function offeredBy(model: Model, values: string[]): string {
  return `${model.name} offers ${values.join(', ')}`
}
