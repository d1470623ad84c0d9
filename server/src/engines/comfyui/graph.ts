import type { Json } from '../../platform/json.ts'
import type { AudioUse, EngineRequest, Mode, ModelParameter } from '../engines.ts'

// A graph is what ComfyUI runs: nodes with inputs, in the format of its "Export (API)".

/** An input is a value, or a link `[node id, output]` to another node. */
export interface Node {
  class_type: string
  inputs: Record<string, Json>
  _meta?: { title?: string }
}

export type Nodes = Record<string, Node>

/**
 * The parameters of a request that a graph can take. `half_steps`: the step at which a second sampler takes over from the
 * first; `short_side_px`: the smaller of width and height.
 */
export const parameters = [
  'prompt',
  'negative_prompt',
  'width_px',
  'height_px',
  'frames',
  'fps',
  'seed',
  'steps',
  'half_steps',
  'guidance',
  'image',
  'last_image',
  'audio',
  'video',
  'short_side_px',
  'filename_prefix',
] as const

export type Parameter = (typeof parameters)[number]

/** A node's id and the name of its input. */
export type Place = readonly [node: string, input: string]

/** The inputs that each parameter is written to. */
export type Bindings = Partial<Record<Parameter, Place[]>>

/** A parameter that the operator gives the model, and the inputs of this graph that it is written to. */
export interface BoundParameter {
  rule: ModelParameter
  places: Place[]
}

export interface Graph {
  /** The name of a built-in graph, or of the operator's file without its folder. */
  name: string
  nodes: Nodes
  bindings: Bindings
  /** The model's own parameters, by name. */
  parameters: Readonly<Record<string, BoundParameter>>
  /** The node that saves the video; `key` selects one of its lists of files where it has several. */
  output: { node: string; key?: string }
  /** Whether a task of its model has a sound. */
  audio: AudioUse
  /** The limit on the length of a video to enhance. */
  max_frames?: number
}

export interface ComfyuiModel {
  graphs: Partial<Record<Mode, Graph>>
}

/** The names of a request's uploaded files, and the prefix of the file that the server will save. */
export interface FillContext {
  image: string | null
  last_image: string | null
  audio: string | null
  video: string | null
  filename_prefix: string
  /** The maximum of an input; undefined if it has none. */
  maxValueOf: (class_type: string, input: string) => number | undefined
}

/**
 * Returns a copy of the graph with the request's values. A value that is null leaves the graph's own; an absent picture or sound
 * removes its node.
 */
export function fillGraph(graph: Graph, request: EngineRequest, context: FillContext): Nodes {
  const nodes = structuredClone(graph.nodes)
  const values: Record<Parameter, Json> = {
    prompt: request.prompt,
    negative_prompt: request.negative_prompt,
    width_px: request.width_px,
    height_px: request.height_px,
    frames: request.frames,
    fps: request.fps,
    seed: request.seed,
    steps: request.steps,
    half_steps: request.steps === null ? null : Math.ceil(request.steps / 2),
    guidance: request.guidance,
    image: context.image,
    last_image: context.last_image,
    audio: context.audio,
    video: context.video,
    short_side_px: Math.min(request.width_px, request.height_px),
    filename_prefix: context.filename_prefix,
  }
  for (const parameter of parameters) {
    const value = values[parameter]
    for (const [id, input] of graph.bindings[parameter] ?? []) {
      const node = nodes[id]
      if (!node) continue // the node of an absent input, removed below
      if (value !== null)
        node.inputs[input] = parameter === 'seed' ? foldSeed(value, node, input, context) : value
      else if (isInput(parameter)) removeNode(nodes, id)
    }
  }
  for (const [name, { rule, places }] of Object.entries(graph.parameters)) {
    // A task may be older than the parameter.
    const value = request.parameters?.[name] ?? rule.default
    if (value !== null) for (const [id, input] of places) if (nodes[id]) nodes[id].inputs[input] = value
  }
  return nodes
}

const isInput = (parameter: Parameter) => ['image', 'last_image', 'audio'].includes(parameter)

/** Nodes differ in the largest seed that they accept. A larger seed is reduced by modulo, so equal seeds stay equal. */
function foldSeed(seed: Json, { class_type }: Node, input: string, { maxValueOf }: FillContext): Json {
  const max = maxValueOf(class_type, input)
  return max !== undefined && typeof seed === 'number' && seed > max ? seed % (max + 1) : seed
}

/** Removes a node and all links to it. The node of an absent picture or sound would load the file that the graph was exported with. */
function removeNode(nodes: Nodes, id: string): void {
  delete nodes[id]
  for (const { inputs } of Object.values(nodes)) {
    for (const [input, value] of Object.entries(inputs)) if (linkOf(value)?.[0] === id) delete inputs[input]
  }
}

/** The node and the number of its output that an input is linked to; undefined for a plain value. */
export function linkOf(value: Json | undefined): [node: string, output: number] | undefined {
  if (!Array.isArray(value) || value.length !== 2) return undefined
  const [id, output] = value
  return typeof id === 'string' && typeof output === 'number' ? [id, output] : undefined
}

/** A node and all nodes that it is made from: what the server runs for it. */
export function upTo(nodes: Nodes, id: string, found = new Set<string>()): ReadonlySet<string> {
  const node = nodes[id]
  if (!node || found.has(id)) return found
  found.add(id)
  for (const value of Object.values(node.inputs)) {
    const link = linkOf(value)
    if (link) upTo(nodes, link[0], found)
  }
  return found
}

/** Node classes that save a video: ComfyUI's own, and one of the pack VideoHelperSuite. */
const savers = ['SaveVideo', 'SaveWEBM', 'VHS_VideoCombine']

/** Node classes that save pictures only, moving ones too. */
const pictureSavers = ['SaveAnimatedWEBP', 'SaveAnimatedPNG', 'SaveImage', 'PreviewImage']

/** Whether what the node saves is no video: a picture, or a moving picture. */
export function savesPicture({ class_type, inputs }: Node): boolean {
  if (class_type !== 'VHS_VideoCombine') return pictureSavers.includes(class_type)
  const { format } = inputs
  return typeof format === 'string' && format.startsWith('image/')
}

export function savingNodes(nodes: Nodes): string[] {
  return Object.entries(nodes).flatMap(([id, node]) => (savers.includes(node.class_type) ? [id] : []))
}
