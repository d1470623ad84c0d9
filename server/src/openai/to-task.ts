import { type Catalog, findModel, type Model, type ModelSize, sizesOf } from '../catalog/catalog.ts'
import { invalid, ValidationError } from '../platform/errors.ts'
import type { TaskCreate } from '../tasks/tasks.ts'
import type { OpenAiVideoCreate } from './schemas.ts'

/** What OpenAI calls its own models: scripts name them, and mean whatever makes videos here. */
const openAiModels = /^sora-/
/** What OpenAI's clients can ask for. */
const openAiSizes = ['720x1280', '1280x720', '1024x1792', '1792x1024']

/**
 * A submission in our own words, all but its picture. @throws ValidationError in the dialect's words where they can't be said in
 * ours; the rest is judged when it is submitted.
 */
export function toTask(catalog: Catalog, input: OpenAiVideoCreate): TaskCreate {
  const model = findModel(catalog, modelName(catalog, input.model))
  if ((input.n ?? 1) > 1) throw invalid(['body', 'n'], 'A request makes one video', 'less_than_equal')
  if (input.fps != null && input.fps !== model.fps)
    throw invalid(['body', 'fps'], `${model.name} makes ${model.fps} frames a second`, 'literal_error')
  return {
    prompt: input.prompt,
    model: model.name,
    negative_prompt: input.negative_prompt ?? null,
    seed: input.seed ?? null,
    steps: input.num_inference_steps ?? null,
    guidance: input.guidance_scale ?? null,
    parameters: input.extra_params ?? null,
    ...sizeOf(model, input),
    ...durationOf(model, input),
  }
}

function modelName({ models }: Catalog, name: string | null | undefined): string | undefined {
  if (name == null) return undefined
  return openAiModels.test(name) && !models.some((model) => model.name === name) ? undefined : name
}

function durationOf(
  model: Model,
  { seconds, num_frames }: OpenAiVideoCreate,
): Pick<TaskCreate, 'duration_seconds'> {
  if (seconds == null) {
    if (num_frames == null) return {}
    return { duration_seconds: Math.max(1, Math.round(num_frames / model.fps)) }
  }
  const text = String(seconds)
  if (!/^[1-9][0-9]{0,3}$/.test(text))
    throw invalid(['body', 'seconds'], 'Input must be whole seconds, 1 or more', 'int_parsing')
  return { duration_seconds: Number(text) }
}

type Size = Pick<TaskCreate, 'resolution' | 'aspect_ratio'>

function sizeOf(model: Model, { size, width, height }: OpenAiVideoCreate): Size {
  const asked = size ?? (width != null && height != null ? `${width}x${height}` : undefined)
  if (asked === undefined) {
    if (width == null && height == null) return {}
    throw invalid(['body', width == null ? 'width' : 'height'], 'Width and height go together', 'missing')
  }
  const offered = sizesOf(model)
  const found = offered.find((one) => inPixels(one) === asked)
  if (found) return toSize(found)
  if (openAiSizes.includes(asked)) return toSize(nearest(offered, asked))
  const sizes = offered.map(inPixels).join(', ')
  throw invalid(['body', 'size'], `${model.name} offers ${sizes}`, 'literal_error')
}

const inPixels = ({ width_px, height_px }: ModelSize): string => `${width_px}x${height_px}`
const toSize = ({ resolution, aspect_ratio }: ModelSize): Size => ({ resolution, aspect_ratio })

/** Of the nearest shape, and of those the nearest in area. */
function nearest(offered: readonly ModelSize[], asked: string): ModelSize {
  const [width = 1, height = 1] = asked.split('x').map(Number)
  const away = (a: number, b: number) => Math.abs(Math.log(a / b))
  const ranked = offered
    .map((size) => ({
      size,
      shape: away(size.width_px / size.height_px, width / height),
      area: away(size.width_px * size.height_px, width * height),
    }))
    .toSorted((a, b) => (Math.abs(a.shape - b.shape) > 0.05 ? a.shape - b.shape : a.area - b.area))
  return ranked[0]!.size
}

const theirNames: Record<string, string> = {
  duration_seconds: 'seconds',
  resolution: 'size',
  aspect_ratio: 'size',
  steps: 'num_inference_steps',
  guidance: 'guidance_scale',
  image_url: 'input_reference',
  parameters: 'extra_params',
}

/** Names the fields of our own API as callers of the dialect know them. */
export function inTheirWords(error: unknown): unknown {
  if (!(error instanceof ValidationError)) return error
  const problems = error.problems.map((problem) => {
    const [part = 'body', field = '', ...rest] = problem.loc
    return part === 'body' && field !== ''
      ? { ...problem, loc: [part, theirNames[field] ?? field, ...rest] }
      : problem
  })
  return new ValidationError(problems, error.code)
}
