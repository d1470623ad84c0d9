import { type Static, Type } from 'typebox'
import type { ParameterValue } from '../../engines/engines.ts'
import { checkedInstant, Instant } from '../../platform/http/input/time-span.ts'
import { ListOf, Named, Nullable, OneOf, PathId, Text, Timestamp } from '../../platform/http/input/schemas.ts'

const ownParameterValue = { type: ['string', 'number', 'boolean'] }

export const TaskCreate = Named('TaskCreate', {
  prompt: Text('prose', { minLength: 1, maxLength: 4000 }),
  original_prompt: Type.Optional(
    Nullable(
      Text('prose', {
        minLength: 1,
        maxLength: 4000,
        description: 'What an optimized prompt was made from; kept with the task.',
      }),
    ),
  ),
  model: Type.Optional(Text('plain', { maxLength: 100, description: 'Default: the first model on offer.' })),
  negative_prompt: Type.Optional(Nullable(Text('prose', { maxLength: 2000 }))),
  image_url: Type.Optional(
    Nullable(
      Text('plain', {
        minLength: 1,
        maxLength: 2048,
        description: 'The first frame: an https URL, which is fetched at once, or the key of an upload.',
      }),
    ),
  ),
  last_image_url: Type.Optional(
    Nullable(
      Text('plain', {
        minLength: 1,
        maxLength: 2048,
        description: 'The last frame, likewise, where the model takes one.',
      }),
    ),
  ),
  audio_url: Type.Optional(
    Nullable(
      Text('plain', {
        minLength: 1,
        maxLength: 2048,
        description:
          'The sound that the video is made to, where the model takes one: an https URL, which is fetched at once, or the key of an upload. A longer one is cut where the video ends, a shorter one is followed by silence.',
      }),
    ),
  ),
  parent_task_id: Type.Optional(
    Nullable(
      Text('plain', {
        minLength: 1,
        maxLength: 64,
        description:
          'A video of yours that this one goes on from, such as from its last frame; its lineage shows it.',
      }),
    ),
  ),
  duration_seconds: Type.Optional(Type.Integer({ minimum: 1, maximum: 3600 })),
  resolution: Type.Optional(Text('plain', { maxLength: 20 })),
  aspect_ratio: Type.Optional(Text('plain', { maxLength: 20 })),
  steps: Type.Optional(Nullable(Type.Integer({ minimum: 1, maximum: 1000, description: 'Sampling steps.' }))),
  guidance: Type.Optional(
    Nullable(Type.Number({ minimum: 0, maximum: 100, description: 'Guidance scale.' })),
  ),
  seed: Type.Optional(Nullable(Type.Integer({ minimum: 0, maximum: 2_147_483_647 }))),
  parameters: Type.Optional(
    Type.Unsafe<Readonly<Record<string, ParameterValue>> | null>({
      type: ['object', 'null'],
      maxProperties: 20,
      // The name is judged by the model; so no entry is dropped as one that the schema does not have.
      patternProperties: { '': { ...ownParameterValue, maxLength: 2000, 'x-text': 'plain' } },
      additionalProperties: ownParameterValue,
      description:
        'Parameters of the model’s own, by name: those that its JSON Schema has under `parameters`. They do not change the price.',
    }),
  ),
  priority: Type.Optional(
    Type.Integer({
      minimum: -10,
      maximum: 10,
      description: 'Among your own waiting tasks: higher is earlier. Nobody else is passed. Default 0.',
    }),
  ),
})
export type TaskCreate = Static<typeof TaskCreate>

/** New ids are UUIDs; the pattern keeps older ones. */
const taskIdPattern = '^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$'
export const taskId = new RegExp(taskIdPattern)
export const TaskPath = Type.Object({ task_id: PathId('task', { pattern: taskIdPattern }) })

/** The interface names both; `tasks` is the one in the operation ids, which end in the second part. */
export const taskPaths = [
  ['/api/v1/tasks', ''],
  ['/api/v1/task', 'Alias'],
] as const

const Status = OneOf(['queued', 'running', 'completed', 'failed'])

export const EnhanceRequest = Named('EnhanceRequest', {
  target: Type.Optional(
    Text('plain', {
      maxLength: 20,
      description: '`1080p` or `2k`, in any case: the short side is 1080 or 1440 pixels.',
    }),
  ),
})
export type EnhanceRequest = Static<typeof EnhanceRequest>

export const GenerateResponse = Named('GenerateResponse', {
  task_id: Type.String(),
  status: Status,
  model: Type.String(),
  cost: Type.Integer({ description: 'Minor units, reserved now.' }),
  currency: Type.String(),
  balance: Type.Integer({ description: 'Spendable after the reservation.' }),
  created_at: Timestamp,
  existing: Type.Boolean(),
})
export type GenerateResponse = Static<typeof GenerateResponse>

const Mode = OneOf(['text-to-video', 'image-to-video'])
const Params = Type.Object({
  mode: OneOf(['text-to-video', 'image-to-video', 'enhance']),
  duration_seconds: Type.Integer(),
  resolution: Type.String(),
  aspect_ratio: Type.String(),
  width_px: Type.Integer(),
  height_px: Type.Integer(),
  fps: Type.Number(),
  frames: Type.Integer(),
  seed: Type.Integer(),
  steps: Nullable(Type.Integer()),
  guidance: Nullable(Type.Number()),
  parameters: Type.Unsafe<Readonly<Record<string, ParameterValue>>>({
    type: 'object',
    additionalProperties: ownParameterValue,
    description: 'The model’s own parameters, with the defaults of those that were not given.',
  }),
  image_key: Nullable(Type.String({ description: 'Key of the first frame’s upload; may be named again.' })),
  last_image_key: Nullable(Type.String()),
  audio_key: Nullable(Type.String({ description: 'Key of the sound’s upload; may be named again.' })),
  target: Nullable(OneOf(['1080p', '2k'], { description: 'Of an enhance sub-task; null otherwise.' })),
  upscaler: Nullable(
    Type.String({ description: 'What made an enhanced video: `onnx`, `ffmpeg` or `comfyui`.' }),
  ),
})

export const QueueOut = Named('QueueOut', {
  position: Type.Integer({
    description:
      'Its turn among the tasks that compete for its engines: 1 is next. Exact among the first 200 of a model, an estimate behind them.',
  }),
  estimated_seconds: Nullable(
    Type.Integer({ description: 'Until it starts; null while nobody can take it.' }),
  ),
  reason: Nullable(
    OneOf(['no_worker', 'engine_starting', 'paused', 'retry_backoff', 'user_limit', 'engine_busy'], {
      description: 'Why it waits; null when an engine is free for it.',
    }),
  ),
})
export type QueueOut = Static<typeof QueueOut>

const NotDrawn = Type.Array(Type.String(), {
  description:
    'Things that the prompt names and the video does not show, in the prompt’s words. Only of the built-in preview, which draws what it has a word for; of a model nobody knows.',
})

export const QuoteOut = Named('QuoteOut', {
  model: Type.String(),
  params: Type.Object({ ...Params.properties, seed: Nullable(Type.Integer()) }),
  cost: Type.Integer({ description: 'Minor units.' }),
  unit: OneOf(['second', 'task']),
  unit_price: Type.String({ description: 'A decimal in minor units.' }),
  quantity: Type.Number(),
  price_source: Type.String({
    description: 'The row of the price list, or the override, that it comes from.',
  }),
  currency: Type.String(),
  currency_scale: Type.Integer(),
  balance: Type.Integer({ description: 'Spendable now.' }),
  affordable: Type.Boolean(),
  enhance: Type.Array(
    Type.Object({
      target: OneOf(['1080p', '2k']),
      cost: Nullable(Type.Integer()),
      unit_price: Nullable(Type.String()),
      unit: Nullable(OneOf(['second', 'task'])),
    }),
    { description: 'What it would cost to enhance the video afterwards; null where that is not for sale.' },
  ),
  not_drawn: NotDrawn,
  queue: QueueOut,
})
export type QuoteOut = Static<typeof QuoteOut>

const MediaOut = Type.Object(
  {
    width_px: Type.Integer(),
    height_px: Type.Integer(),
    duration_s: Type.Number(),
    fps: Type.Number(),
    frames: Type.Integer(),
    bytes: Type.Integer({ description: 'Of the mp4.' }),
    sha256: Type.String({ description: 'Of the mp4, in hexadecimal.' }),
    has_audio: Type.Boolean(),
    poster_url: Nullable(Type.String()),
    preview_url: Nullable(Type.String()),
    sprite: Nullable(
      Type.Object(
        {
          url: Type.String(),
          columns: Type.Integer(),
          rows: Type.Integer(),
          width_px: Type.Integer({ description: 'Of one cell.' }),
          height_px: Type.Integer(),
          seconds_each: Type.Number({ description: 'How much of the video a cell stands for.' }),
        },
        { description: 'Pictures of the whole video on one sheet, row by row.' },
      ),
    ),
  },
  { description: 'The stored video as it is; null before it is there, and for older ones.' },
)

export const TaskOut = Named('TaskOut', {
  task_id: Type.String(),
  model: Type.String(),
  status: Status,
  progress: Nullable(Type.Number({ minimum: 0, maximum: 1 })),
  prompt: Nullable(Type.String()),
  original_prompt: Nullable(Type.String({ description: 'What the prompt was before it was optimized.' })),
  negative_prompt: Nullable(Type.String()),
  params: Params,
  parent_task_id: Nullable(Type.String()),
  enhance_task_id: Nullable(Type.String()),
  result_url: Nullable(Type.String({ description: 'Object key of the stored video.' })),
  download_url: Nullable(Type.String()),
  media: Nullable(MediaOut),
  error: Nullable(Type.Object({ code: Type.String(), message: Type.String() })),
  cost: Type.Integer(),
  cost_status: OneOf(['held', 'charged', 'released', 'free']),
  priority: Type.Integer(),
  queue: Nullable(QueueOut),
  not_drawn: Type.Optional(NotDrawn),
  created_at: Timestamp,
  started_at: Nullable(Timestamp),
  completed_at: Nullable(Timestamp),
  updated_at: Timestamp,
})
export type TaskOut = Static<typeof TaskOut>

/** Filters of a user's list. */
export const TaskFilterQuery = {
  status: Type.Optional(Text('plain', { maxLength: 8192, description: 'Unknown values match nothing.' })),
  model: Type.Optional(Text('plain', { maxLength: 100 })),
  resolution: Type.Optional(Text('plain', { maxLength: 20, description: 'As `params` has it: `480p`.' })),
  aspect_ratio: Type.Optional(Text('plain', { maxLength: 20, description: '`16:9`' })),
  enhanced: Type.Optional(
    OneOf(['true', 'false'], {
      description: 'Only enhanced versions of other videos, or none of them.',
    }),
  ),
  created_from: Type.Optional(Instant({ description: 'RFC 3339; inclusive.' })),
  created_to: Type.Optional(Instant({ description: 'RFC 3339; exclusive.' })),
  q: Type.Optional(
    Text('plain', {
      maxLength: 200,
      description:
        'Words of the prompt: all of them, in any order, each of which may be the beginning of a longer one. Of Chinese any part.',
    }),
  ),
}

/** @throws ValidationError at what is no instant. */
export function filterOf(query: Static<ReturnType<typeof Type.Object<typeof TaskFilterQuery>>>) {
  const { status, model, resolution, aspect_ratio, q } = query
  const instant = (name: 'created_from' | 'created_to') =>
    query[name] === undefined ? undefined : checkedInstant(query[name], ['query', name])
  return {
    status,
    model,
    resolution,
    aspect_ratio,
    enhanced: query.enhanced === undefined ? undefined : query.enhanced === 'true',
    created_from: instant('created_from'),
    created_to: instant('created_to'),
    words: q?.trim() === '' ? undefined : q,
  }
}

export const TaskIds = Named('TaskIds', {
  task_ids: Type.Array(Type.String({ pattern: taskIdPattern }), { minItems: 1, maxItems: 100 }),
})

/** Of many at once, some can be done and others not. */
export const TasksDone = Named('TasksDone', {
  done: Type.Array(Type.String()),
  refused: Type.Array(
    Type.Object({
      task_id: Type.String(),
      code: Type.String({ description: 'The code that a call for this one alone would have.' }),
      detail: Type.String(),
    }),
  ),
})
export type TasksDone = Static<typeof TasksDone>

export const TaskListOut = ListOf('TaskListOut', TaskOut)

export const LineageOut = ListOf('LineageOut', TaskOut)

export const AttemptOut = Named('AttemptOut', {
  attempt: Type.Integer(),
  engine: Type.String(),
  started_at: Timestamp,
  ended_at: Nullable(Timestamp),
  outcome: Nullable(OneOf(['completed', 'failed', 'lost', 'handed_back', 'canceled'])),
  error: Nullable(
    Type.Object({
      code: Type.String(),
      message: Type.String(),
      class: OneOf(['request', 'engine', 'worker', 'deadline']),
    }),
  ),
})
export const AttemptListOut = ListOf('AttemptListOut', AttemptOut)

const ModelOut = Named('ModelOut', {
  model: Type.String({ description: 'What a submission names.' }),
  title: Type.String(),
  licence: Nullable(Type.String()),
  is_default: Type.Boolean(),
  modes: Type.Array(
    Type.Object({
      mode: Mode,
      is_available: Type.Boolean({ description: 'Whether an engine that makes these was heard of lately.' }),
    }),
  ),
  fps: Type.Number(),
  sizes: Type.Array(
    Type.Object({
      resolution: Type.String(),
      aspect_ratio: Type.String(),
      width_px: Type.Integer(),
      height_px: Type.Integer(),
    }),
  ),
  prices: Type.Array(
    Type.Object({
      resolution: Type.String(),
      unit: Nullable(OneOf(['second', 'task'])),
      unit_price: Nullable(Type.String({ description: 'A decimal in minor units; null is not for sale.' })),
    }),
  ),
  currency: Type.String(),
  parameters: Type.Unsafe<Record<string, unknown>>({
    type: 'object',
    additionalProperties: true,
    description:
      'A JSON Schema (2020-12) of the fields of a submission besides `model`, with their defaults.',
  }),
})
export const ModelListOut = ListOf('ModelListOut', ModelOut)

export const StorageOut = Named('StorageOut', {
  stored_bytes: Nullable(
    Type.Integer({
      description:
        'Of videos that are not deleted; null for an hour after an upgrade, until they were counted.',
    }),
  ),
  quota_bytes: Nullable(
    Type.Integer({ description: 'From there on, submissions are refused; null for no bound.' }),
  ),
})
