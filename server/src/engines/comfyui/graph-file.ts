import { readFile } from 'node:fs/promises'
import { basename, isAbsolute, join } from 'node:path'
import { type Static, Type } from 'typebox'
import type { Json } from '../../platform/json.ts'
import { ConfigError } from '../../platform/setting.ts'
import type { AudioUse, GenerateMode, Mode, ModelParameter } from '../engines.ts'
import {
  type Bindings,
  type BoundParameter,
  type ComfyuiModel,
  type Graph,
  linkOf,
  type Nodes,
  type Parameter,
  parameters,
  type Place,
  savingNodes,
} from './graph.ts'
import builtIn from './graphs/bindings.json' with { type: 'json' }

// Reads graphs. Built-in ones are in ./graphs, others are files of the operator, or stand in a document of the database.

/**
 * Where graphs that are not built in come from: the folder of the engines file, where relative paths start, or the graphs of a
 * document by name, beside which no path is followed.
 */
export type OwnGraphs = string | Readonly<Record<string, object>>

const NodeId = Type.Union([Type.String({ minLength: 1, maxLength: 100 }), Type.Integer({ minimum: 0 })])
const closed = { additionalProperties: false }
const Places = Type.Array(Type.Array(NodeId, { minItems: 2, maxItems: 2 }), { maxItems: 50 })

/** One graph in an engine's entry. */
export const ComfyuiGraphEntry = Type.Object(
  {
    /** The name of a built-in graph, or a path that begins with `./`, `../` or `/`. */
    graph: Type.String({ minLength: 1, maxLength: 1000 }),
    /**
     * The inputs that take each parameter: `[[node id, input name], …]`. Replaces the built-in list of that parameter. Other
     * names are those of the model's own parameters.
     */
    bindings: Type.Optional(Type.Record(Type.String(), Places)),
    /** The node that saves the video; required if the graph has several. */
    output_node: Type.Optional(NodeId),
    /** Values that replace the graph's own, by `node id.input name`: another model file, another sampler. */
    set: Type.Optional(
      Type.Record(
        Type.String({ pattern: '^[^.]+\\..+$' }),
        Type.Union([Type.String(), Type.Number(), Type.Boolean()]),
      ),
    ),
  },
  closed,
)
export type ComfyuiGraphEntry = Static<typeof ComfyuiGraphEntry>

/** What stands under `enhance` in an engine's entry: the graph that enhances videos. */
export const ComfyuiEnhanceEntry = Type.Object(
  {
    enhance: Type.Object(
      {
        ...ComfyuiGraphEntry.properties,
        /** The limit on a video's length: the server holds all frames in memory at once. Default: 121. */
        max_frames: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000 })),
      },
      closed,
    ),
  },
  closed,
)
export type ComfyuiEnhanceEntry = Static<typeof ComfyuiEnhanceEntry>

/**
 * Five seconds at 24 frames per second. A network with a factor of four needs 0.1 GB of memory per frame of 480p and 0.2 GB per
 * frame of 720p: in all 13 GB and 26 GB.
 */
const defaultMaxFrames = 121

/** A model's graphs: one for each of its modes. */
export const ComfyuiModelEntry = Type.Object(
  {
    'text-to-video': Type.Optional(ComfyuiGraphEntry),
    'image-to-video': Type.Optional(ComfyuiGraphEntry),
  },
  { ...closed, minProperties: 1 },
)
export type ComfyuiModelEntry = Static<typeof ComfyuiModelEntry>

const modes: GenerateMode[] = ['text-to-video', 'image-to-video']
const builtInGraphs: Record<string, { bindings: unknown; output: Graph['output'] }> = builtIn
export const builtInGraphNames: readonly string[] = Object.keys(builtInGraphs)

/** Loads a model's graphs. @throws ConfigError */
export async function loadModel(
  graphsOf: OwnGraphs,
  entry: ComfyuiModelEntry,
  rules: OwnRules = {},
  audio: AudioUse = 'none',
): Promise<ComfyuiModel> {
  const graphs: ComfyuiModel['graphs'] = {}
  for (const mode of modes) {
    const ref = entry[mode]
    if (ref) graphs[mode] = await loadGraph(graphsOf, mode, ref, rules, audio)
  }
  for (const name of Object.keys(rules)) {
    if (Object.values(graphs).some(({ parameters }) => parameters[name]!.places.length > 0)) continue
    throw new ConfigError(`no graph has an input for the parameter ${name}`)
  }
  return { graphs }
}

/** The model's own parameters. */
type OwnRules = Readonly<Record<string, ModelParameter>>

/** Loads the graph that enhances videos. @throws ConfigError */
export async function loadEnhance(
  graphsOf: OwnGraphs,
  { enhance }: ComfyuiEnhanceEntry,
): Promise<ComfyuiModel> {
  const { max_frames = defaultMaxFrames, ...ref } = enhance
  return { graphs: { enhance: { ...(await loadGraph(graphsOf, 'enhance', ref)), max_frames } } }
}

/** Loads one graph and checks all that can be checked without a server. @throws ConfigError */
export async function loadGraph(
  graphsOf: OwnGraphs,
  mode: Mode,
  ref: ComfyuiGraphEntry,
  rules: OwnRules = {},
  audio: AudioUse = 'none',
): Promise<Graph> {
  const fail = (text: string): never => {
    throw new ConfigError(`${mode}: graph ${ref.graph}: ${text}`)
  }
  const { nodes, known } = await findGraph(graphsOf, ref.graph, fail)
  setValues(nodes, ref.set ?? {}, fail)
  const output = findOutput(nodes, ref.output_node, known?.output, fail)
  const given = Object.entries(ref.bindings ?? {})
  const isKnown = ([name]: [string, unknown]) => (parameters as readonly string[]).includes(name)
  const bindings: Bindings = readBindings({
    ...(known?.bindings as object | undefined),
    ...Object.fromEntries(given.filter(isKnown)),
  })
  const own = readBindings(Object.fromEntries(given.filter((entry) => !isKnown(entry))))
  // With a unique file name per video, ComfyUI's cache cannot answer with another video.
  if (nodes[output.node]?.inputs['filename_prefix'] !== undefined) {
    bindings.filename_prefix ??= [[output.node, 'filename_prefix']]
  }
  checkBindings(nodes, { ...bindings, ...own }, fail)
  const needed: Parameter[] = ['width_px', 'height_px', 'filename_prefix']
  needed.push(mode === 'enhance' ? 'video' : 'frames')
  if (mode === 'image-to-video') needed.push('image')
  if (audio !== 'none') needed.push('audio')
  if (mode !== 'enhance' && Object.values(nodes).some(({ class_type }) => class_type === 'CLIPTextEncode'))
    needed.push('prompt')
  for (const parameter of needed) {
    if (!bindings[parameter]?.length) {
      fail(
        `nothing says where ${parameter} goes. Add it to bindings: ${parameter}: [['node id', 'input name']]`,
      )
    }
  }
  const name = known ? ref.graph : basename(ref.graph)
  const bound = bindOwn(nodes, bindings, own, rules, fail)
  return { name, nodes, bindings, parameters: bound, output, audio }
}

type Fail = (text: string) => never
type BuiltIn = (typeof builtInGraphs)[string]

async function findGraph(
  graphsOf: OwnGraphs,
  name: string,
  fail: Fail,
): Promise<{ nodes: Nodes; known?: BuiltIn | undefined }> {
  const known = Object.hasOwn(builtInGraphs, name) ? builtInGraphs[name] : undefined
  const builtInFile = () => join(import.meta.dirname, 'graphs', `${name}.json`)
  const names = builtInGraphNames.join(', ')
  if (typeof graphsOf !== 'string') {
    if (known) return { nodes: await readGraphFile(builtInFile(), fail), known }
    if (Object.hasOwn(graphsOf, name)) return { nodes: checkNodes(structuredClone(graphsOf[name]), fail) }
    return fail(
      `there is no graph of this name. Built in are ${names}; of your own there are ${Object.keys(graphsOf).join(', ') || 'none'}`,
    )
  }
  const isOwn = /^\.{0,2}\/|\.json$/.test(name) || isAbsolute(name)
  if (!isOwn && !known)
    fail(`there is no built-in graph of this name, but ${names}. The path of a file begins with ./ or /`)
  const path = known ? builtInFile() : isAbsolute(name) ? name : join(graphsOf, name)
  return { nodes: await readGraphFile(path, fail), known }
}

async function readGraphFile(path: string, fail: Fail): Promise<Nodes> {
  const text = await readFile(path, 'utf8').catch((error: Error) => fail(error.message))
  let document: unknown
  try {
    document = JSON.parse(text)
  } catch (error) {
    return fail(`it is not JSON: ${(error as Error).message}`)
  }
  return checkNodes(document, fail)
}

/** @throws ConfigError that says why it is no graph in the format of ComfyUI's API. */
export function checkGraph(document: unknown): void {
  checkNodes(document, (text) => {
    throw new ConfigError(text)
  })
}

function checkNodes(document: unknown, fail: Fail): Nodes {
  if (!isObject(document)) return fail('it is not a graph')
  if (Array.isArray(document['nodes'])) {
    fail(`it is in the editor's own format. In ComfyUI choose Workflow, Export (API) and use that file`)
  }
  const entries = Object.entries(document)
  if (entries.length === 0) fail('it has no nodes')
  for (const [id, node] of entries) {
    if (!isObject(node) || typeof node['class_type'] !== 'string' || !isObject(node['inputs'])) {
      fail(
        `node ${id} has no class_type or no inputs. In ComfyUI choose Workflow, Export (API) and use that file`,
      )
    }
  }
  return document as unknown as Nodes // every node was looked at above
}

function setValues(nodes: Nodes, values: Record<string, Json>, fail: Fail): void {
  for (const [place, value] of Object.entries(values)) {
    const dot = place.indexOf('.')
    const [id, input] = [place.slice(0, dot), place.slice(dot + 1)]
    getInputs(nodes, id, input, `set ${place}`, fail)[input] = value
  }
}

function findOutput(
  nodes: Nodes,
  chosen: string | number | undefined,
  known: Graph['output'] | undefined,
  fail: Fail,
): Graph['output'] {
  if (chosen !== undefined) {
    const node = String(chosen)
    if (!nodes[node]) fail(`output_node names node ${node}, which is not there`)
    return { node }
  }
  if (known) return known
  const [node, ...others] = savingNodes(nodes)
  if (!node) return fail('no node saves a video. Add SaveVideo, or name the one that does as output_node')
  if (others.length > 0) {
    fail(`nodes ${[node, ...others].join(', ')} save a video. Name the right one as output_node`)
  }
  return { node }
}

/** Puts the model's own parameters and their inputs together; fails where one of both is missing, or an input is taken. */
function bindOwn(
  nodes: Nodes,
  bindings: Bindings,
  own: AnyBindings,
  rules: OwnRules,
  fail: Fail,
): Record<string, BoundParameter> {
  for (const name of Object.keys(own)) {
    if (!Object.hasOwn(rules, name)) fail(`bindings ${name}: the model has no parameter of this name`)
  }
  const placeName = ([id, input]: Place) => `input ${input} of node ${id} (${nodes[id]!.class_type})`
  const takenBy = new Map(
    Object.entries(bindings).flatMap(([name, places]) => places.map((place) => [placeName(place), name])),
  )
  const take = (name: string, place: Place): void => {
    const where = placeName(place)
    const other = takenBy.get(where)
    if (other !== undefined) fail(`bindings ${name} names ${where}, which takes ${other} already`)
    takenBy.set(where, name)
    const link = linkOf(nodes[place[0]]!.inputs[place[1]])
    if (link) fail(`bindings ${name} names ${where}, which is linked to node ${link[0]}. Remove the link`)
  }
  return Object.fromEntries(
    Object.entries(rules).map(([name, rule]) => {
      const places = own[name]
      if (!places) {
        return fail(
          `nothing says where ${name} goes. Add it to bindings: ${name}: [['node id', 'input name']], or ${name}: [] if this graph has no input for it`,
        )
      }
      for (const place of places) take(name, place)
      return [name, { rule, places: [...places] }]
    }),
  )
}

type AnyBindings = Readonly<Record<string, Place[]>>

function readBindings(given: object): AnyBindings {
  const lists = Object.entries(given as Record<string, (string | number)[][] | undefined>)
  return Object.fromEntries(
    lists.map(([parameter, places]) => [
      parameter,
      (places ?? []).map(([id, input]) => [String(id), String(input)] as const),
    ]),
  )
}

function checkBindings(nodes: Nodes, bindings: AnyBindings, fail: Fail): void {
  for (const [parameter, places] of Object.entries(bindings)) {
    for (const [id, input] of places) getInputs(nodes, id, input, `bindings ${parameter}`, fail)
  }
}

/** The inputs of a node; fails unless the named input is one of them. */
function getInputs(nodes: Nodes, id: string, input: string, place: string, fail: Fail): Record<string, Json> {
  const node = nodes[id]
  if (!node) return fail(`${place} names node ${id}, which is not there`)
  if (!Object.hasOwn(node.inputs, input)) {
    fail(
      `${place} names input ${input} of node ${id} (${node.class_type}), which has ${inputNames(node.inputs)}`,
    )
  }
  return node.inputs
}

function inputNames(inputs: object): string {
  return Object.keys(inputs).join(', ') || 'none'
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
