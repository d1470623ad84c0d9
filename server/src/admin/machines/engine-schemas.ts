import { Type } from 'typebox'
import { toldIn } from '../../platform/http/told.ts'
import { Named, Nullable, OneOf, PathId, QueryInteger, Text } from '../../platform/http/input/schemas.ts'
import { type Entry, namePattern, type Probe, probedKinds } from '../../inventory/inventory.ts'

/** Has no `properties`, so that unknown fields are refused by the use case and not dropped silently. */
const Fields = (description: string) => Type.Unsafe<Entry>({ type: 'object', description })
/** Without it, an answer would have no field that is not named here. */
const open = { additionalProperties: true }
const FieldsOut = (description: string) => Type.Unsafe<Entry>({ type: 'object', ...open, description })
const JsonSchema = FieldsOut('A JSON Schema.')
const Version = Type.Integer({
  minimum: 0,
  maximum: 2_147_483_646,
  description: 'The version that was read; the change is refused when there is a newer one.',
})

export const EngineName = Type.Object({ name: PathId('engine', { pattern: namePattern }) })
export const ModelName = Type.Object({ name: PathId('model', { pattern: namePattern }) })
export const GraphName = Type.Object({ name: PathId('graph', { pattern: namePattern }) })
export const VersionQuery = Type.Object({
  version: QueryInteger({
    minimum: 0,
    maximum: 2_147_483_646,
    description: 'The version that was read; without it, whichever is the newest counts.',
  }),
})

const Secret = Nullable(
  Text('plain', {
    minLength: 1,
    maxLength: 4096,
    description: 'The key of the server; never shown again. Left out, what is there stays; null removes it.',
  }),
)
export const EngineChange = Named('InventoryEngineChange', {
  entry: Fields(
    'The engine, as in an engines file. `auth` (`bearer` or `basic`) says how its secret is sent.',
  ),
  secret: Type.Optional(Secret),
  models: Type.Optional(
    Fields(
      'Models that come with it, by name, each as in an engines file: added behind the others or, where they stand already, replaced. All of it counts, or nothing.',
    ),
  ),
  version: Version,
})
export const ModelChange = Named('InventoryModelChange', {
  entry: Fields('The model, as in an engines file.'),
  is_default: Type.Optional(
    Type.Boolean({ description: 'Whether it becomes the first one, which callers get who name none.' }),
  ),
  version: Version,
})
export const GraphChange = Named('InventoryGraphChange', {
  graph: Fields('A graph of ComfyUI, as Workflow, Export (API) writes it.'),
  version: Version,
})

export const Problem = Type.Object({
  model: Nullable(Type.String({ description: 'Null when it concerns the whole engine.' })),
  message: Type.String(),
  remedy: Type.String(),
  ...toldIn,
})

export const InventoryOut = Named('InventoryOut', {
  source: OneOf(['file', 'database'], {
    description: 'A file is edited; what the database has is changed here.',
  }),
  version: Nullable(Type.Integer({ description: 'Null for a file; 0 as long as nothing was changed.' })),
  models: Type.Array(FieldsOut('As in an engines file, with `name`.'), {
    description: 'The first is the default.',
  }),
  engines: Type.Array(FieldsOut('As in an engines file, with `has_secret`.')),
  graphs: Type.Array(
    Type.Object({ name: Type.String(), nodes: Type.Integer(), size_bytes: Type.Integer() }),
    { description: 'Graphs of your own, which entries name.' },
  ),
  kinds: Type.Array(
    Type.Object({
      kind: Type.String(),
      title: Type.String(),
      about: Type.String(),
      engine: JsonSchema,
      model: JsonSchema,
      enhance: Type.Unsafe<Entry | null>({ type: ['object', 'null'], ...open }),
      takes_parameters: Type.Boolean(),
      graphs: Type.Array(Type.String(), { description: 'Graphs that come with Clipwright.' }),
    }),
    { description: 'Kinds of servers, with JSON Schemas of an engine and of a model in it.' },
  ),
  model_fields: JsonSchema,
  problems: Type.Array(
    Type.Object({
      loc: Type.Array(Type.Unsafe<string | number>({ anyOf: [{ type: 'string' }, { type: 'integer' }] })),
      msg: Type.String(),
    }),
    { description: 'Why the newest version does not count in this process, where it is refused.' },
  ),
})

export const ProbeRequest = Named('ProbeRequest', {
  url: Text('plain', {
    maxLength: 2048,
    pattern: '^https?://[^\\s?#@]+$',
    description: 'Without credentials.',
  }),
  secret: Type.Optional(Secret),
  auth: Type.Optional(
    OneOf(['bearer', 'basic'], { description: 'How the secret is sent. Default: bearer.' }),
  ),
  kind: Type.Optional(OneOf(probedKinds, { description: 'Looks for this kind alone.' })),
})

const ProbeText = Type.Object({ message: Type.String(), ...toldIn })
export const ProbeOut = Named('ProbeOut', {
  kind: Nullable(Type.String({ description: 'Null when no kind was recognised.' })),
  version: Nullable(Type.String()),
  found: Type.Array(ProbeText),
  proposal: Type.Unsafe<Probe['proposal']>({
    type: ['object', 'null'],
    ...open,
    description:
      '`models` by name and `engine`, which the changes take as they are. Models that there are already are left out.',
  }),
  to_check: Type.Array(ProbeText, { description: 'What of the proposal is a guess.' }),
  problems: Type.Array(Problem),
})

export const EngineAnswerOut = Named('EngineAnswerOut', {
  is_reachable: Type.Boolean(),
  version: Nullable(Type.String()),
  offers: Type.Array(Type.Object({ model: Type.String(), modes: Type.Array(Type.String()) })),
  problems: Type.Array(Problem),
})

export const TryRequest = Named('TryRequest', {
  model: Type.Optional(
    Text('plain', {
      maxLength: 64,
      description: 'Of the engine. Default: its first that makes a video of words.',
    }),
  ),
  prompt: Type.Optional(
    Text('prose', { minLength: 1, maxLength: 4000, description: 'Default: a calm sea at sunset.' }),
  ),
})
export const TryOut = Named('TryOut', { task_id: Type.String(), model: Type.String() })
