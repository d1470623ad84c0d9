import { readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Ajv, type ErrorObject } from 'ajv'
import { type Static, type TSchema, Type } from 'typebox'
import { parseDocument } from 'yaml'
import { isMultiple, type Model } from '../catalog/catalog.ts'
import {
  type AudioUse,
  type Engine,
  enhanceModel,
  type JobClocks,
  type Mode,
  type ModelParameter,
} from '../engines/engines.ts'
import { ConfigError, type Secret } from '../platform/setting.ts'
import type { OnDemand, Switch } from './on-demand.ts'

// Reads the file that ENGINES_FILE names: the models of this installation and the servers that make their videos.
// docs/engines/README.md explains the file to operators.

/** How the file's entries for one kind of server are validated and loaded. */
export interface EngineKind {
  /** The schema of a model in an engine's entry. */
  model: TSchema
  /** The schema of the model `enhance`; absent if engines of this kind cannot enhance videos. */
  enhance?: TSchema
  /** The schemas of the fields that only this kind has in an engine's entry. */
  engine: Record<string, TSchema>
  /** Whether engines of this kind can run models with `parameters`. */
  takesParameters?: boolean
  /** Loads a model of an entry, with the files that it names, relative to the engines file's `folder`. @throws ConfigError */
  load(content: unknown, folder: string, uses: ModelUses): Promise<unknown>
  /** `clocks`: where the clocks of hung jobs are kept; default: in memory. */
  create(entry: EngineFileEntry, clocks?: JobClocks): Engine
}

/** What engines must know of a model of the file. */
export interface ModelUses {
  modes: readonly Mode[]
  audio: AudioUse
  parameters: Readonly<Record<string, ModelParameter>>
}

/** An engine's entry, checked, with its credentials and models loaded. */
export interface EngineFileEntry {
  name: string
  kind: string
  server: { url: string; headers: Record<string, string> }
  slots: number
  /** How it is started and stopped by need. */
  on_demand?: OnDemand | undefined
  /** By model name: what `EngineKind.load` returned. */
  models: ReadonlyMap<string, unknown>
  /** The fields that only this kind has. */
  options: Readonly<Record<string, unknown>>
}

export interface EnginesFileContent {
  models: Model[]
  prices: { model: string; resolution: string; unit: 'second' | 'task'; unit_price: string }[]
  engines: EngineFileEntry[]
}

const Name = Type.String({ pattern: '^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$' })
const Size = Type.String({ pattern: '^[1-9][0-9]{1,3}x[1-9][0-9]{1,3}$' })
const closed = { additionalProperties: false }
const RangeOf = (minimum: number) =>
  Type.Object(
    { min: Type.Number({ minimum }), max: Type.Number({ minimum }), default: Type.Number({ minimum }) },
    closed,
  )

const Title = Type.String({ minLength: 1, maxLength: 100 })
const Choice = Type.String({ minLength: 1, maxLength: 500 })
const words = {
  title: Type.Optional(Title),
  description: Type.Optional(Type.String({ minLength: 1, maxLength: 500 })),
}
const numberEntry = <T extends 'number' | 'integer', V extends TSchema>(type: T, value: V) =>
  Type.Object(
    {
      ...words,
      type: Type.Literal(type),
      min: value,
      max: value,
      step: Type.Optional(Type.Unsafe<Static<V>>({ ...value, exclusiveMinimum: 0 })),
      default: value,
    },
    closed,
  )
const parameterEntries = {
  number: numberEntry('number', Type.Number()),
  integer: numberEntry('integer', Type.Integer()),
  boolean: Type.Object({ ...words, type: Type.Literal('boolean'), default: Type.Boolean() }, closed),
  string: Type.Object(
    {
      ...words,
      type: Type.Literal('string'),
      max_length: Type.Optional(Type.Integer({ minimum: 1, maximum: 2000 })),
      default: Type.Optional(Type.String({ maxLength: 2000 })),
    },
    closed,
  ),
  choice: Type.Object(
    {
      ...words,
      type: Type.Literal('choice'),
      choices: Type.Unsafe<string[] | 'server'>({}),
      default: Type.Optional(Choice),
    },
    closed,
  ),
}
const Choices = Type.Array(Choice, { minItems: 1, maxItems: 200, uniqueItems: true })
type ParameterEntry = Static<(typeof parameterEntries)[keyof typeof parameterEntries]>

const ModelEntry = Type.Object(
  {
    title: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
    licence: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
    modes: Type.Array(Type.Enum(['text-to-video', 'image-to-video']), { minItems: 1, uniqueItems: true }),
    last_image: Type.Optional(Type.Boolean()),
    audio: Type.Optional(Type.Enum(['optional', 'required'])),
    negative_prompt: Type.Optional(Type.Boolean()),
    sizes: Type.Record(
      Type.String({ pattern: '^[0-9A-Za-z]{1,20}$' }),
      Type.Record(Type.String({ pattern: '^[1-9][0-9]{0,2}:[1-9][0-9]{0,2}$' }), Size, {
        minProperties: 1,
        ...closed,
      }),
      { minProperties: 1, ...closed },
    ),
    size_multiple_px: Type.Optional(Type.Integer({ minimum: 2, maximum: 256 })),
    fps: Type.Number({ minimum: 1, maximum: 120 }),
    frame_step: Type.Optional(Type.Integer({ minimum: 1, maximum: 64 })),
    seconds: RangeOf(1),
    steps: Type.Optional(RangeOf(1)),
    guidance: Type.Optional(RangeOf(0)),
    // Each is validated by its type, for an error that says what is wrong with it.
    parameters: Type.Optional(
      Type.Record(
        Type.String(),
        Type.Object({ type: Type.Enum(['number', 'integer', 'boolean', 'string', 'choice']) }),
        { maxProperties: 20, ...closed },
      ),
    ),
    prices: Type.Optional(
      Type.Record(
        Type.String({ pattern: '^([0-9A-Za-z]{1,20}|\\*)$' }),
        Type.Object(
          {
            unit: Type.Enum(['second', 'task']),
            unit_price: Type.String({ pattern: '^\\d{1,9}(\\.\\d{1,6})?$' }),
          },
          closed,
        ),
        closed,
      ),
    ),
  },
  closed,
)

const Variable = Type.String({ pattern: '^[A-Z][A-Z0-9_]*$' })
const Url = Type.String({ pattern: '^https?://[^\\s?#@]+$', maxLength: 2048 })
const SwitchEntry = Type.Union([
  Type.Object({ command: Type.Array(Type.String({ minLength: 1 }), { minItems: 1 }) }, closed),
  Type.Object(
    {
      post: Type.String({ pattern: '^https?://[^\\s#@]+$', maxLength: 2048 }),
      key_variable: Type.Optional(Variable),
      body: Type.Optional(Type.Unknown()),
    },
    closed,
  ),
])
const Seconds = (minimum: number) => Type.Optional(Type.Integer({ minimum, maximum: 86_400 }))
const OnDemandEntry = Type.Object(
  {
    start: SwitchEntry,
    stop: SwitchEntry,
    wait_s: Seconds(0),
    idle_s: Seconds(1),
    start_s: Seconds(1),
    give_up_s: Seconds(1),
  },
  closed,
)

const EngineEntry = Type.Object({
  name: Name,
  kind: Type.String(),
  url: Url,
  key_variable: Type.Optional(Variable),
  basic_variable: Type.Optional(Variable),
  on_demand: Type.Optional(OnDemandEntry),
  slots: Type.Optional(Type.Integer({ minimum: 1, maximum: 64 })),
  models: Type.Record(Name, Type.Unknown(), { minProperties: 1, ...closed }),
})

const File = Type.Object(
  {
    models: Type.Record(Name, ModelEntry, { minProperties: 1, ...closed }),
    engines: Type.Array(EngineEntry),
  },
  closed,
)

export interface EnginesFileContext {
  kinds: Readonly<Record<string, EngineKind>>
  /** Reads an environment variable: credentials are not in the file, which only names their variables. */
  variable: (name: string) => Secret | undefined
}

/** Reads and checks the file, and the files that it names. @throws ConfigError that lists every error with its path in the file. */
export async function readEnginesFile(
  path: string,
  context: EnginesFileContext,
): Promise<EnginesFileContent> {
  const text = await readFile(path, 'utf8').catch((error: Error) => {
    throw new ConfigError(`ENGINES_FILE: ${error.message}`)
  })
  const content = parseEnginesFile(text, context)
  const usesOf = (name: string): ModelUses =>
    name === enhanceModel
      ? { modes: ['enhance'], audio: 'none', parameters: {} }
      : content.models.find((model) => model.name === name)!
  const errors: string[] = []
  for (const engine of content.engines) {
    const loaded = new Map<string, unknown>()
    for (const [model, given] of engine.models) {
      try {
        loaded.set(model, await context.kinds[engine.kind]!.load(given, dirname(path), usesOf(model)))
      } catch (error) {
        if (!(error instanceof ConfigError)) throw error
        errors.push(`engines (${engine.name}).models.${model}: ${error.message}`)
      }
    }
    engine.models = loaded
  }
  if (errors.length > 0) throw toConfigError(errors)
  return content
}

/** Parses and checks the file's text, but not the files that it names. @throws ConfigError as `readEnginesFile`. */
export function parseEnginesFile(text: string, context: EnginesFileContext): EnginesFileContent {
  const document = parseDocument(text)
  const unreadable = document.errors.map((error) => error.message)
  if (unreadable.length > 0) throw toConfigError(unreadable)
  const file = document.toJS() as unknown
  const errors = validate(File, file, '')
  if (errors.length > 0) throw toConfigError(errors)
  const { models, engines } = file as Static<typeof File>
  for (const [name, model] of Object.entries(models)) errors.push(...checkModel(name, model))
  const names = engines.map(({ name }) => name)
  for (const [at, entry] of engines.entries()) {
    const place = `engines.${at} (${entry.name})`
    if (names.indexOf(entry.name) !== at) errors.push(`${place}: another engine has this name`)
    if (entry.name === 'preview') errors.push(`${place}: this is the name of the built-in engine`)
    errors.push(...checkEngine(entry, place, models, context))
  }
  if (errors.length > 0) throw toConfigError(errors)
  return {
    models: Object.entries(models).map(([name, entry]) =>
      toModel(
        name,
        entry,
        engines.filter(({ models: used }) => Object.hasOwn(used, name)).map((engine) => engine.name),
      ),
    ),
    prices: Object.entries(models).flatMap(([model, { prices = {} }]) =>
      Object.entries(prices).map(([resolution, price]) => ({ model, resolution, ...price })),
    ),
    engines: engines.map((entry) => toEngine(entry, context)),
  }
}

function toModel(name: string, entry: Static<typeof ModelEntry>, engines: string[]): Model {
  const sizes = Object.entries(entry.sizes).map(([resolution, ratios]) => [
    resolution,
    Object.fromEntries(Object.entries(ratios).map(([ratio, size]) => [ratio, pixels(size)])),
  ])
  return {
    name,
    title: entry.title ?? name,
    licence: entry.licence ?? null,
    modes: entry.modes,
    takes_last_image: entry.last_image ?? false,
    audio: entry.audio ?? 'none',
    takes_negative_prompt: entry.negative_prompt ?? true,
    sizes: Object.fromEntries(sizes) as Model['sizes'],
    duration_s: entry.seconds,
    fps: entry.fps,
    frame_step: entry.frame_step ?? 4,
    steps: entry.steps ?? null,
    guidance: entry.guidance ?? null,
    parameters: Object.fromEntries(
      Object.entries(entry.parameters ?? {}).map(([parameter, given]) => [
        parameter,
        toParameter(parameter, given as ParameterEntry),
      ]),
    ),
    engines,
  }
}

const defaultLength = 500

function toParameter(name: string, entry: ParameterEntry): ModelParameter {
  const { title = name, description = null } = entry
  const words = { title, description }
  switch (entry.type) {
    case 'number':
    case 'integer': {
      const { type, min, max, step = null, default: standard } = entry
      return { ...words, type, min, max, step, default: standard }
    }
    case 'boolean':
      return { ...words, type: entry.type, default: entry.default }
    case 'string': {
      const { type, max_length = defaultLength, default: standard = null } = entry
      return { ...words, type, max_length, default: standard }
    }
    case 'choice': {
      const { type, choices, default: standard = null } = entry
      return { ...words, type, choices, default: standard }
    }
  }
}

function pixels(size: string): [number, number] {
  const [width, height] = size.split('x').map(Number)
  return [width!, height!]
}

function toEngine(entry: Static<typeof EngineEntry>, { variable }: EnginesFileContext): EngineFileEntry {
  const { name, kind, url, key_variable, basic_variable, slots = 1, on_demand, models, ...options } = entry
  const key = key_variable && variable(key_variable)
  const basic = basic_variable && variable(basic_variable)
  const authorization = key
    ? `Bearer ${key.reveal()}`
    : basic && `Basic ${Buffer.from(basic.reveal()).toString('base64')}`
  return {
    name,
    kind,
    server: { url: url.replace(/\/+$/, ''), headers: authorization ? { authorization } : {} },
    slots,
    ...(on_demand && { on_demand: toOnDemand(on_demand, variable) }),
    models: new Map(Object.entries(models).map(([model, content]) => [model, content ?? {}])),
    options,
  }
}

function toOnDemand(
  { start, stop, wait_s = 30, idle_s = 600, start_s = 120, give_up_s = 900 }: Static<typeof OnDemandEntry>,
  variable: EnginesFileContext['variable'],
): OnDemand {
  const toSwitch = (entry: Static<typeof SwitchEntry>): Switch => {
    if ('command' in entry) return entry
    const key = entry.key_variable && variable(entry.key_variable)
    const headers: Record<string, string> = key ? { authorization: `Bearer ${key.reveal()}` } : {}
    return { url: entry.post, headers, body: entry.body }
  }
  return { start: toSwitch(start), stop: toSwitch(stop), wait_s, idle_s, start_s, give_up_s }
}

function checkModel(name: string, model: Static<typeof ModelEntry>): string[] {
  const place = `models.${name}`
  const errors: string[] = []
  // `enhance` is the model of enhance tasks, `preview` that of the built-in engine.
  if ([enhanceModel, 'preview'].includes(name)) errors.push(`${place}: this name is taken`)
  const multiple = model.size_multiple_px ?? 2
  for (const [resolution, ratios] of Object.entries(model.sizes)) {
    for (const [ratio, size] of Object.entries(ratios)) {
      if (pixels(size).some((side) => side % multiple !== 0 || side > 4096))
        errors.push(
          `${place}.sizes.${resolution}.${ratio}: the sides of ${size} must be multiples of ${multiple}, at most 4096`,
        )
    }
  }
  for (const field of ['seconds', 'steps', 'guidance'] as const) {
    const range = model[field]
    if (!range) continue
    if (!(range.min <= range.default && range.default <= range.max))
      errors.push(`${place}.${field}: min, default and max must not fall`)
    if (field !== 'guidance' && Object.values(range).some((value) => !Number.isInteger(value)))
      errors.push(`${place}.${field}: must be whole numbers`)
  }
  for (const [parameter, entry] of Object.entries(model.parameters ?? {}))
    errors.push(...checkParameter(parameter, entry as ParameterEntry, `${place}.parameters.${parameter}`))
  for (const resolution of Object.keys(model.prices ?? {}))
    if (resolution !== '*' && !Object.hasOwn(model.sizes, resolution))
      errors.push(`${place}.prices.${resolution}: there is no such resolution in sizes`)
  return errors
}

/** What the interface calls something else: a parameter of the same name would be taken for it. */
export const takenNames: readonly string[] = `
  prompt original_prompt negative_prompt model mode priority parent_task_id parameters target upscaler
  image image_url image_key last_image last_image_url last_image_key audio audio_url audio_key video
  duration_seconds resolution aspect_ratio width_px height_px short_side_px fps frames
  seed steps half_steps guidance filename_prefix`
  .trim()
  .split(/\s+/)

function checkParameter(name: string, entry: ParameterEntry, place: string): string[] {
  const errors = validate(parameterEntries[entry.type], entry, place)
  if (errors.length > 0) return errors
  if (!/^[a-z][a-z0-9_]{0,39}$/.test(name))
    errors.push(`${place}: a name is a small letter, and up to 39 more, digits or _`)
  if (takenNames.includes(name)) errors.push(`${place}: this name is taken; choose another one`)
  switch (entry.type) {
    case 'number':
    case 'integer': {
      const { min, max, step, default: standard } = entry
      if (!(min <= standard && standard <= max)) errors.push(`${place}: min, default and max must not fall`)
      if (step !== undefined && ![min, max, standard].every((value) => isMultiple(value, step)))
        errors.push(`${place}: min, default and max must be multiples of step`)
      return errors
    }
    case 'string': {
      const { max_length = defaultLength, default: standard = '' } = entry
      if (Array.from(standard).length > max_length) errors.push(`${place}.default: is longer than max_length`)
      return errors
    }
    case 'choice': {
      const { choices, default: standard } = entry
      if (choices === 'server') return errors
      if (!Array.isArray(choices)) return [...errors, `${place}.choices: must be server, or a list`]
      errors.push(...validate(Choices, choices, `${place}.choices`))
      if (standard !== undefined && !choices.includes(standard))
        errors.push(`${place}.default: must be one of ${choices.join(', ')}`)
      return errors
    }
    case 'boolean':
      return errors
  }
}

function checkEngine(
  entry: Static<typeof EngineEntry>,
  place: string,
  models: Static<typeof File>['models'],
  { kinds, variable }: EnginesFileContext,
): string[] {
  const kind = Object.hasOwn(kinds, entry.kind) ? kinds[entry.kind] : undefined
  if (!kind) return [`${place}.kind: must be one of ${Object.keys(kinds).join(', ')}`]
  const {
    name: _,
    kind: _kind,
    url: _url,
    key_variable,
    basic_variable,
    slots: _slots,
    on_demand,
    models: used,
    ...options
  } = entry
  const errors = validate(Type.Object(kind.engine, closed), options, place)
  const switches = on_demand ? [on_demand.start, on_demand.stop] : []
  const keys = switches.map((entry) => ('post' in entry ? entry.key_variable : undefined))
  for (const name of [key_variable, basic_variable, ...keys])
    if (name && !variable(name)) errors.push(`${place}: the environment variable ${name} is not set`)
  if (key_variable && basic_variable) errors.push(`${place}: has key_variable or basic_variable, not both`)
  for (const [model, content] of Object.entries(used)) {
    if (model === enhanceModel) {
      if (kind.enhance) errors.push(...validate(kind.enhance, content ?? {}, `${place}.models.${model}`))
      else errors.push(`${place}.models.${model}: engines of this kind enhance no videos`)
      continue
    }
    if (!Object.hasOwn(models, model)) errors.push(`${place}.models.${model}: models has no such entry`)
    else if (models[model]!.parameters && !kind.takesParameters)
      errors.push(`${place}.models.${model}: engines of this kind take no parameters, and the model has some`)
    errors.push(...validate(kind.model, content ?? {}, `${place}.models.${model}`))
  }
  return errors
}

const ajv = new Ajv({ allErrors: true, strict: false })

function validate(schema: TSchema, value: unknown, place: string): string[] {
  if (ajv.validate(schema, value)) return []
  return (ajv.errors ?? [])
    .filter(({ keyword }) => keyword !== 'propertyNames')
    .map((error) => errorText(error, place))
}

function errorText(
  { instancePath, keyword, params, message, propertyName }: ErrorObject,
  place: string,
): string {
  const path = [place, ...instancePath.slice(1).split('/')].filter(Boolean).join('.').replaceAll('~1', '/')
  const at = path || 'the file'
  if (keyword === 'additionalProperties')
    return `${at}: there is no ${(params as { additionalProperty: string }).additionalProperty} here`
  if (keyword === 'enum')
    return `${at}: must be one of ${(params as { allowedValues: string[] }).allowedValues.join(', ')}`
  return `${at}${propertyName === undefined ? '' : `.${propertyName}`}: ${message}`
}

function toConfigError(errors: readonly string[]): ConfigError {
  return new ConfigError(errors.map((error) => `ENGINES_FILE: ${error}`).join('\n'))
}
