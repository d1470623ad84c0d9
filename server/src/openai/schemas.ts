import { type Static, type TSchema, Type } from 'typebox'
import { Named, Nullable, OneOf, PathId, QueryInteger, Text } from '../platform/http/input/schemas.ts'
import { TaskCreate } from '../tasks/tasks.ts'

// The dialect of OpenAI's video API, as its own clients speak it, with what SGLang and vLLM-Omni add to it.

/** Of a picture within a text, as a `data:` URL. Larger ones are sent as files. */
export const maxDataUrl_bytes = 4 * 1024 * 1024

const wholeNumber = (description: string, maximum: number) =>
  Type.Optional(Nullable(Type.Integer({ minimum: 1, maximum, description })))

const ImageUrl = Text('plain', {
  minLength: 1,
  maxLength: maxDataUrl_bytes,
  description: 'An https URL, a data URL of 4 MiB at most, or the key of an upload.',
})

export const OpenAiVideoCreate = Named('OpenAiVideoCreate', {
  prompt: Text('prose', { minLength: 1, maxLength: 4000 }),
  model: Type.Optional(
    Nullable(
      Text('plain', {
        maxLength: 100,
        description: 'Default: the first model on offer, for which `sora-2` and its kin stand too.',
      }),
    ),
  ),
  seconds: Type.Optional(
    Type.Unsafe<string | number | null>({
      type: ['string', 'integer', 'null'],
      'x-text': 'plain',
      maxLength: 10,
      description: 'Whole seconds, as OpenAI’s clients send them, or as a number.',
    }),
  ),
  size: Type.Optional(
    Nullable(
      Text('plain', {
        maxLength: 20,
        description:
          'Width and height in pixels, `1280x720`: a size of the model. OpenAI’s own four sizes stand for the nearest one.',
      }),
    ),
  ),
  input_reference: Type.Optional(
    Type.Unsafe<string | { image_url?: string; file_id?: string } | null>({
      type: ['string', 'object', 'null'],
      'x-text': 'plain',
      minLength: 1,
      maxLength: maxDataUrl_bytes,
      properties: {
        image_url: ImageUrl,
        file_id: Text('plain', { minLength: 1, maxLength: 100, description: 'The key of an upload.' }),
      },
      description: 'The first frame: in a form its file, elsewhere where it is.',
    }),
  ),
  negative_prompt: TaskCreate.properties.negative_prompt,
  seed: TaskCreate.properties.seed,
  num_inference_steps: TaskCreate.properties.steps,
  guidance_scale: TaskCreate.properties.guidance,
  width: wholeNumber('Together with `height`, instead of `size`.', 16_384),
  height: wholeNumber('Together with `width`, instead of `size`.', 16_384),
  fps: wholeNumber('Each model has its own, and takes no other.', 1000),
  num_frames: wholeNumber('Instead of `seconds`, which they are rounded to.', 1_000_000),
  n: wholeNumber('A request makes one video.', 10),
  image_reference: Type.Optional(
    Nullable(Type.Object({ image_url: ImageUrl }, { description: 'The first frame, as vLLM-Omni has it.' })),
  ),
  reference_url: Type.Optional(Nullable(ImageUrl)),
  extra_params: TaskCreate.properties.parameters,
})
export type OpenAiVideoCreate = Static<typeof OpenAiVideoCreate>

export const OpenAiVideoRemix = Named('OpenAiVideoRemix', {
  prompt: OpenAiVideoCreate.properties.prompt,
})

const Seconds = Type.Integer({ description: 'Seconds since 1970.' })

export const OpenAiVideo = Named('OpenAiVideo', {
  id: Type.String({ description: 'The id of the task, under `/api/v1/tasks` as well.' }),
  object: Type.Literal('video'),
  model: Type.String(),
  status: OneOf(['queued', 'in_progress', 'completed', 'failed']),
  progress: Type.Integer({ minimum: 0, maximum: 100 }),
  created_at: Seconds,
  completed_at: Nullable(Seconds),
  expires_at: Nullable(Type.Integer({ description: 'When the video is removed; null where it is kept.' })),
  prompt: Nullable(Type.String()),
  size: Type.String(),
  seconds: Type.String(),
  remixed_from_video_id: Nullable(Type.String()),
  error: Nullable(Type.Object({ code: Type.String(), message: Type.String() })),
})
export type OpenAiVideo = Static<typeof OpenAiVideo>

export const OpenAiVideoList = Named('OpenAiVideoList', {
  object: Type.Literal('list'),
  data: Type.Array(OpenAiVideo),
  first_id: Nullable(Type.String()),
  last_id: Nullable(Type.String()),
  has_more: Type.Boolean(),
})

export const ListQuery = Type.Object({
  after: Type.Optional(
    Text('plain', { maxLength: 64, description: 'The id of the last video of the page before.' }),
  ),
  limit: QueryInteger({ minimum: 1, maximum: 100, default: 20 }),
  order: Type.Optional(OneOf(['asc', 'desc'], { default: 'desc', description: 'By creation.' })),
})

export const OpenAiVideoDeleted = Named('OpenAiVideoDeleted', {
  id: Type.String(),
  object: Type.Literal('video.deleted'),
  deleted: Type.Literal(true),
})

export const ContentQuery = Type.Object({
  variant: Type.Optional(OneOf(['video', 'thumbnail', 'spritesheet'], { default: 'video' })),
})

export const OpenAiModel = Named('OpenAiModel', {
  id: Type.String(),
  object: Type.Literal('model'),
  created: Type.Integer({ description: 'When this server began to offer it; seconds since 1970.' }),
  owned_by: Type.String(),
})
export const OpenAiModelList = Named('OpenAiModelList', {
  object: Type.Literal('list'),
  data: Type.Array(OpenAiModel),
})

export const ModelPath = Type.Object({ model: PathId('model', { pattern: '^[\\w.-]{1,100}$' }) })

export const OpenAiError = Named('OpenAiError', {
  error: Type.Object({
    message: Type.String(),
    type: Type.String(),
    param: Nullable(Type.String({ description: 'The field that is at fault.' })),
    code: Nullable(Type.String({ description: 'As in the API of this service; stable.' })),
  }),
})

/** The error responses of a route; what all may answer is added. Input that is not valid is 400, and too little money 429. */
export function errors(...more: (404 | 409 | 410 | 413 | 415)[]): Record<number, TSchema> {
  const statuses = [400, 401, 403, 429, 431, 500, 503, ...more]
  return Object.fromEntries(statuses.map((status) => [status, OpenAiError]))
}
