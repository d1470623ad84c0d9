import { Ajv, type ErrorObject } from 'ajv'
import { type Static, type TSchema, Type } from 'typebox'
import { isMultiple, type Model } from '../catalog/catalog.ts'
import {
  type AudioUse,
  type Engine,
  enhanceModel,
  type JobClocks,
  type Mode,
  type ModelParameter,
} from '../engines/engines.ts'
import type { OwnGraphs } from '../engines/comfyui.ts'
import type { Json } from '../platform/json.ts'
import { ConfigError, type Secret } from '../platform/setting.ts'
import type { OnDemand, Switch } from './on-demand.ts'

// Checks the entries of an engines file or document: the models of this installation and the servers that make their videos.
// docs/engines/README.md explains them to operators.

/** How entries for one kind of server are validated and loaded. */
export interface EngineKind {
  /** What it is called, and what it is good for, in words for a form. */
  title: string
  about: string
  /** The schema of a model in an engine's entry. */
  model: TSchema
  /** The schema of the model `enhance`; absent if engines of this kind cannot enhance videos. */
  enhance?: TSchema
  /** The schemas of the fields that only this kind has in an engine's entry. */
  engine: Record<string, TSchema>
  /** Whether engines of this kind can run models with `parameters`. */
  takesParameters?: boolean
  /** Loads a model of an entry, with the graphs that it names. @throws ConfigError */
  load(content: unknown, graphs: OwnGraphs, uses: ModelUses): Promise<unknown>
  /** `clocks`: where the clocks of hung jobs are kept; default: in memory. */
  create(entry: EngineEntry, clocks?: JobClocks): Engine
}

/** What engines must know of a model. */
export interface ModelUses {
  modes: readonly Mode[]
  audio: AudioUse
  parameters: Readonly<Record<string, ModelParameter>>
}

/** An engine's entry, checked, with its credentials and models loaded. */
export interface EngineEntry {
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

/** What a file or a document says, as it is written. Key order counts: the first model is the default, as is the first size. */
export interface EnginesDocument {
  models: { [name: string]: { [field: string]: Json } }
  engines: ({ name: string } & { [field: string]: Json })[]
  /** Graphs in the format of ComfyUI's API, by name; only in the database, where there is no folder of files. */
  graphs?: { [name: string]: { [node: string]: Json } }
}

export interface EnginesContent {
  document: EnginesDocument
  models: Model[]
  prices: { model: string; resolution: string; unit: 'second' | 'task'; unit_price: string }[]
  engines: EngineEntry[]
}

export const namePattern = '^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$'
const Name = Type.String({ pattern: namePattern })
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

export const ModelEntry = Type.Object(
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

const EngineFields = Type.Object({
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
    engines: Type.Array(EngineFields),
  },
  closed,
)

/** How the secret of an engine is sent: as a bearer token, or as `user:password`. */
const Auth = Type.Optional(Type.Enum(['bearer', 'basic']))
export const largestGraph_bytes = 2 ** 20
const Document = Type.Object(
  {
    models: Type.Record(Name, ModelEntry, closed),
    engines: Type.Array(Type.Object({ ...EngineFields.properties, auth: Auth })),
    graphs: Type.Optional(
      Type.Record(Name, Type.Record(Type.String(), Type.Unknown()), { maxProperties: 100, ...closed }),
    ),
  },
  closed,
)

/** The fields of an engine's entry in a document that all kinds share, for a form. */
const { key_variable: _key, basic_variable: _basic, ...sharedFields } = EngineFields.properties
export const DocumentEngine = { ...sharedFields, auth: Auth }

export interface EnginesContext {
  kinds: Readonly<Record<string, EngineKind>>
  /** Reads an environment variable: credentials are not in a file, which only names their variables. */
  variable: (name: string) => Secret | undefined
  /**
   * The secret of an engine. Only for a document, which many can write and which therefore names no environment variable, no
   * program and no file: each would be a way into the machines.
   */
  secretOf?: (engine: string) => Secret | undefined
}

/** One fault of an entry. */
export interface Fault {
  /** Where it is: keys and indexes from the top of the document. */
  path: readonly (string | number)[]
  /** The same in words; empty for the whole. */
  place: string
  message: string
}

/** All faults of a file or a document; its message has a line for each. */
export class EnginesError extends ConfigError {
  readonly faults: readonly Fault[]

  constructor(faults: readonly Fault[], prefix = '') {
    super(faults.map((fault) => prefix + inWords(fault)).join('\n'))
    this.faults = faults
  }
}

export function inWords({ place, message }: Fault): string {
  return place === '' ? message : `${place}: ${message}`
}

/** Checks and loads what a file or a document says. @throws EnginesError with every fault. */
export async function loadEntries(
  given: unknown,
  context: EnginesContext,
  graphs: OwnGraphs,
): Promise<EnginesContent> {
  const content = checkEntries(given, context)
  const usesOf = (name: string): ModelUses =>
    name === enhanceModel
      ? { modes: ['enhance'], audio: 'none', parameters: {} }
      : content.models.find((model) => model.name === name)!
  const faults: Fault[] = []
  for (const [at, engine] of content.engines.entries()) {
    const loaded = new Map<string, unknown>()
    for (const [model, entry] of engine.models) {
      try {
        loaded.set(model, await context.kinds[engine.kind]!.load(entry, graphs, usesOf(model)))
      } catch (error) {
        if (!(error instanceof ConfigError)) throw error
        const place = { path: ['engines', at], text: `engines (${engine.name})` }
        faults.push(fault(under(place, 'models', model), error.message))
      }
    }
    engine.models = loaded
  }
  if (faults.length > 0) throw new EnginesError(faults)
  return content
}

/** Checks all but the graphs that are named. @throws EnginesError with every fault. */
export function checkEntries(given: unknown, context: EnginesContext): EnginesContent {
  const isDocument = context.secretOf !== undefined
  const faults = validate(isDocument ? Document : File, given, { path: [], text: '' })
  if (faults.length > 0) throw new EnginesError(faults)
  const { models, engines } = given as Static<typeof Document>
  for (const [name, model] of Object.entries(models)) faults.push(...checkModel(name, model))
  const names = engines.map(({ name }) => name)
  for (const [at, entry] of engines.entries()) {
    const place = { path: ['engines', at], text: `engines.${at} (${entry.name})` }
    if (names.indexOf(entry.name) !== at) faults.push(fault(place, 'another engine has this name'))
    if (entry.name === 'preview') faults.push(fault(place, 'this is the name of the built-in engine'))
    faults.push(...checkEngine(entry, place, models, context))
  }
  if (faults.length > 0) throw new EnginesError(faults)
  return {
    document: given as EnginesDocument,
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

function toEngine(
  entry: Static<typeof EngineFields> & { auth?: 'bearer' | 'basic' },
  { variable, secretOf }: EnginesContext,
): EngineEntry {
  const { name, kind, url, key_variable, basic_variable, slots = 1, on_demand, models, ...rest } = entry
  const { auth = 'bearer', ...options } = secretOf ? rest : { ...rest, auth: undefined }
  const secret = secretOf?.(name)
  const key = secret && auth === 'bearer' ? secret : key_variable && variable(key_variable)
  const basic = secret && auth === 'basic' ? secret : basic_variable && variable(basic_variable)
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
  variable: EnginesContext['variable'],
): OnDemand {
  const toSwitch = (entry: Static<typeof SwitchEntry>): Switch => {
    if ('command' in entry) return entry
    const key = entry.key_variable && variable(entry.key_variable)
    const headers: Record<string, string> = key ? { authorization: `Bearer ${key.reveal()}` } : {}
    return { url: entry.post, headers, body: entry.body }
  }
  return { start: toSwitch(start), stop: toSwitch(stop), wait_s, idle_s, start_s, give_up_s }
}

function checkModel(name: string, model: Static<typeof ModelEntry>): Fault[] {
  const place = under({ path: [], text: '' }, 'models', name)
  const faults: Fault[] = []
  // `enhance` is the model of enhance tasks, `preview` that of the built-in engine.
  if ([enhanceModel, 'preview'].includes(name)) faults.push(fault(place, 'this name is taken'))
  const multiple = model.size_multiple_px ?? 2
  for (const [resolution, ratios] of Object.entries(model.sizes)) {
    for (const [ratio, size] of Object.entries(ratios)) {
      if (pixels(size).some((side) => side % multiple !== 0 || side > 4096))
        faults.push(
          fault(
            under(place, 'sizes', resolution, ratio),
            `the sides of ${size} must be multiples of ${multiple}, at most 4096`,
          ),
        )
    }
  }
  for (const field of ['seconds', 'steps', 'guidance'] as const) {
    const range = model[field]
    if (!range) continue
    if (!(range.min <= range.default && range.default <= range.max))
      faults.push(fault(under(place, field), 'min, default and max must not fall'))
    if (field !== 'guidance' && Object.values(range).some((value) => !Number.isInteger(value)))
      faults.push(fault(under(place, field), 'must be whole numbers'))
  }
  for (const [parameter, entry] of Object.entries(model.parameters ?? {}))
    faults.push(...checkParameter(parameter, entry as ParameterEntry, under(place, 'parameters', parameter)))
  for (const resolution of Object.keys(model.prices ?? {}))
    if (resolution !== '*' && !Object.hasOwn(model.sizes, resolution))
      faults.push(fault(under(place, 'prices', resolution), 'there is no such resolution in sizes'))
  return faults
}

/** What the interface calls something else: a parameter of the same name would be taken for it. */
export const takenNames: readonly string[] = `
  prompt original_prompt negative_prompt model mode priority parent_task_id parameters target upscaler
  image image_url image_key last_image last_image_url last_image_key audio audio_url audio_key video
  duration_seconds resolution aspect_ratio width_px height_px short_side_px fps frames
  seed steps half_steps guidance filename_prefix`
  .trim()
  .split(/\s+/)

function checkParameter(name: string, entry: ParameterEntry, place: Place): Fault[] {
  const faults = validate(parameterEntries[entry.type], entry, place)
  if (faults.length > 0) return faults
  if (!/^[a-z][a-z0-9_]{0,39}$/.test(name))
    faults.push(fault(place, 'a name is a small letter, and up to 39 more, digits or _'))
  if (takenNames.includes(name)) faults.push(fault(place, 'this name is taken; choose another one'))
  switch (entry.type) {
    case 'number':
    case 'integer': {
      const { min, max, step, default: standard } = entry
      if (!(min <= standard && standard <= max))
        faults.push(fault(place, 'min, default and max must not fall'))
      if (step !== undefined && ![min, max, standard].every((value) => isMultiple(value, step)))
        faults.push(fault(place, 'min, default and max must be multiples of step'))
      return faults
    }
    case 'string': {
      const { max_length = defaultLength, default: standard = '' } = entry
      if (Array.from(standard).length > max_length)
        faults.push(fault(under(place, 'default'), 'is longer than max_length'))
      return faults
    }
    case 'choice': {
      const { choices, default: standard } = entry
      if (choices === 'server') return faults
      if (!Array.isArray(choices))
        return [...faults, fault(under(place, 'choices'), 'must be server, or a list')]
      faults.push(...validate(Choices, choices, under(place, 'choices')))
      if (standard !== undefined && !choices.includes(standard))
        faults.push(fault(under(place, 'default'), `must be one of ${choices.join(', ')}`))
      return faults
    }
    case 'boolean':
      return faults
  }
}

function checkEngine(
  entry: Static<typeof EngineFields>,
  place: Place,
  models: Static<typeof File>['models'],
  context: EnginesContext,
): Fault[] {
  const { kinds, secretOf } = context
  const kind = Object.hasOwn(kinds, entry.kind) ? kinds[entry.kind] : undefined
  if (!kind) return [fault(under(place, 'kind'), `must be one of ${Object.keys(kinds).join(', ')}`)]
  const known = new Set(Object.keys(secretOf ? DocumentEngine : EngineFields.properties))
  const options = Object.fromEntries(Object.entries(entry).filter(([field]) => !known.has(field)))
  const faults = validate(Type.Object(kind.engine, closed), options, place)
  faults.push(...(secretOf ? checkInDocument(entry, place) : checkVariables(entry, place, context)))
  for (const [model, content] of Object.entries(entry.models)) {
    const at = under(place, 'models', model)
    if (model === enhanceModel) {
      if (kind.enhance) faults.push(...validate(kind.enhance, content ?? {}, at))
      else faults.push(fault(at, 'engines of this kind enhance no videos'))
      continue
    }
    if (!Object.hasOwn(models, model)) faults.push(fault(at, 'models has no such entry'))
    else if (models[model]!.parameters && !kind.takesParameters)
      faults.push(fault(at, 'engines of this kind take no parameters, and the model has some'))
    faults.push(...validate(kind.model, content ?? {}, at))
  }
  return faults
}

function checkVariables(
  { key_variable, basic_variable, on_demand }: Static<typeof EngineFields>,
  place: Place,
  { variable }: EnginesContext,
): Fault[] {
  const switches = on_demand ? [on_demand.start, on_demand.stop] : []
  const keys = switches.map((entry) => ('post' in entry ? entry.key_variable : undefined))
  const faults: Fault[] = []
  for (const name of [key_variable, basic_variable, ...keys])
    if (name && !variable(name)) faults.push(fault(place, `the environment variable ${name} is not set`))
  if (key_variable && basic_variable)
    faults.push(fault(place, 'has key_variable or basic_variable, not both'))
  return faults
}

function checkInDocument({ on_demand }: Static<typeof EngineFields>, place: Place): Fault[] {
  const faults: Fault[] = []
  for (const step of ['start', 'stop'] as const) {
    const entry = on_demand?.[step]
    if (!entry) continue
    for (const field of ['command', 'key_variable'])
      if (field in entry) {
        const what = 'only an engines file may have this: it reaches into the machines of the workers'
        faults.push(fault(under(place, 'on_demand', step, field), what))
      }
  }
  return faults
}

/** Where something stands, as a path and in words. */
interface Place {
  path: readonly (string | number)[]
  text: string
}

function under({ path, text }: Place, ...keys: (string | number)[]): Place {
  return { path: [...path, ...keys], text: [text, ...keys].filter((part) => part !== '').join('.') }
}

function fault({ path, text }: Place, message: string): Fault {
  return { path, place: text, message }
}

const ajv = new Ajv({ allErrors: true, strict: false })

function validate(schema: TSchema, value: unknown, place: Place): Fault[] {
  if (ajv.validate(schema, value)) return []
  return (ajv.errors ?? [])
    .filter(({ keyword }) => keyword !== 'propertyNames')
    .map((error) => toFault(error, place))
}

function toFault(
  { instancePath, keyword, params, message = '', propertyName }: ErrorObject,
  place: Place,
): Fault {
  const keys = instancePath
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'))
  const at = under(place, ...keys.map((key) => (/^\d+$/.test(key) ? Number(key) : key)))
  const field = (name: unknown) => [...at.path, String(name)]
  const named = at.text === '' ? { ...at, text: 'the file' } : at
  const { additionalProperty, missingProperty, allowedValues } = params as Record<string, unknown>
  if (keyword === 'additionalProperties')
    return {
      ...fault(named, `there is no ${String(additionalProperty)} here`),
      path: field(additionalProperty),
    }
  if (keyword === 'enum') return fault(named, `must be one of ${(allowedValues as string[]).join(', ')}`)
  if (keyword === 'required') return { ...fault(named, message), path: field(missingProperty) }
  return propertyName === undefined ? fault(named, message) : fault(under(at, propertyName), message)
}
