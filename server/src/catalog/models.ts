import { invalid } from '../platform/errors.ts'

/** A model on offer, with everything a request is checked against. */
export interface Model {
  name: string
  /** For people. */
  title: string
  modes: readonly ('text-to-video' | 'image-to-video')[]
  /** Pixels by resolution, then by aspect ratio; the first of each is the default. */
  sizes: Readonly<Record<string, Readonly<Record<string, readonly [width_px: number, height_px: number]>>>>
  duration_s: { min: number; max: number; default: number }
  fps: number
}

/** The built-in renderer's entry: what it draws is computed from the words of the prompt; no AI model is at work. */
export const previewModel: Model = {
  name: 'preview',
  title: 'Procedural preview (no AI model)',
  modes: ['text-to-video'],
  sizes: {
    '480p': { '16:9': [832, 480], '9:16': [480, 832], '1:1': [640, 640] },
    '720p': { '16:9': [1280, 720], '9:16': [720, 1280], '1:1': [960, 960] },
    '1080p': { '16:9': [1920, 1080], '9:16': [1080, 1920], '1:1': [1440, 1440] },
  },
  duration_s: { min: 1, max: 10, default: 5 },
  fps: 16,
}

export interface ModelChoices {
  duration_seconds?: number | undefined
  resolution?: string | undefined
  aspect_ratio?: string | undefined
  seed?: number | null | undefined
}

/** Fills in what the caller left open. @throws ValidationError that names the field and what the model offers. */
export function resolveChoices(model: Model, choices: ModelChoices, randomSeed: () => number) {
  const resolutions = Object.keys(model.sizes)
  const resolution = choices.resolution ?? resolutions[0]!
  const ratios = model.sizes[resolution]
  if (!ratios || !Object.hasOwn(model.sizes, resolution)) {
    throw invalid(['body', 'resolution'], offered(model, resolutions), 'literal_error')
  }
  const aspect_ratio = choices.aspect_ratio ?? Object.keys(ratios)[0]!
  const size = Object.hasOwn(ratios, aspect_ratio) ? ratios[aspect_ratio] : undefined
  if (!size) throw invalid(['body', 'aspect_ratio'], offered(model, Object.keys(ratios)), 'literal_error')
  const { min, max } = model.duration_s
  const duration_seconds = choices.duration_seconds ?? model.duration_s.default
  if (duration_seconds < min || duration_seconds > max) {
    const type = duration_seconds < min ? 'greater_than_equal' : 'less_than_equal'
    throw invalid(
      ['body', 'duration_seconds'],
      `${model.name} makes videos of ${min} to ${max} seconds`,
      type,
    )
  }
  return {
    mode: 'text-to-video' as const,
    duration_seconds,
    resolution,
    aspect_ratio,
    width_px: size[0],
    height_px: size[1],
    fps: model.fps,
    // Video models take 4k+1 frames: the first one, then steps. So a video is one frame longer than its seconds.
    frames: model.fps * duration_seconds + 1,
    seed: choices.seed ?? randomSeed(),
  }
}

function offered(model: Model, values: string[]): string {
  return `${model.name} offers ${values.join(', ')}`
}
