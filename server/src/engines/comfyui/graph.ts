import type { Json } from '../../platform/json.ts'
import type { EngineRequest, Mode } from '../engines.ts'

// A graph is what ComfyUI runs: nodes with inputs, as its "Export (API)" writes them.

/** An input is a value, or a link `[node id, output]` to another node. */
export interface Node {
  class_type: string
  inputs: Record<string, Json>
  _meta?: { title?: string }
}

export type Nodes = Record<string, Node>

/**
 * What of a request a graph can be told. `half_steps`: where a second sampler takes over from the first; `short_side_px`: the
 * smaller of width and height.
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
  'video',
  'short_side_px',
  'filename_prefix',
] as const

export type Parameter = (typeof parameters)[number]

/** A node's id and the name of its input. */
export type Place = readonly [node: string, input: string]

/** Where each parameter is written: to every place of its list. */
export type Bindings = Partial<Record<Parameter, Place[]>>

export interface Graph {
  /** That of a built-in graph, or of the operator's file without its folder. */
  name: string
  nodes: Nodes
  bindings: Bindings
  /** The node that saves the video, and the name of its list of files where only one of them is right. */
  output: { node: string; key?: string }
  /** The longest video that it enhances. */
  max_frames?: number
}

export interface ComfyuiModel {
  graphs: Partial<Record<Mode, Graph>>
}

/** What a request becomes on the server: the names of its uploaded files, and where the video is saved. */
export interface FillContext {
  image: string | null
  last_image: string | null
  video: string | null
  filename_prefix: string
  /** The largest value that an input takes; undefined where none is known. */
  maxOf: (class_type: string, input: string) => number | undefined
}

/** The graph of one request. What the request leaves open stays as the graph has it; the given graph is not touched. */
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
    video: context.video,
    short_side_px: Math.min(request.width_px, request.height_px),
    filename_prefix: context.filename_prefix,
  }
  for (const parameter of parameters) {
    const value = values[parameter]
    for (const [id, input] of graph.bindings[parameter] ?? []) {
      const node = nodes[id]
      if (!node) continue // a picture's node, left out below
      if (value !== null)
        node.inputs[input] = parameter === 'seed' ? within(value, node, input, context) : value
      else if (parameter === 'image' || parameter === 'last_image') leaveOut(nodes, id)
    }
  }
  return nodes
}

/** Nodes take seeds of different size: a larger one is folded, so that equal seeds stay equal. */
function within(seed: Json, { class_type }: Node, input: string, { maxOf }: FillContext): Json {
  const max = maxOf(class_type, input)
  return max !== undefined && typeof seed === 'number' && seed > max ? seed % (max + 1) : seed
}

/** A picture that is not given: its node would look for the file that the graph was drawn with. */
function leaveOut(nodes: Nodes, id: string): void {
  delete nodes[id]
  for (const { inputs } of Object.values(nodes)) {
    for (const [input, value] of Object.entries(inputs)) if (linkOf(value) === id) delete inputs[input]
  }
}

/** The node that an input is linked to; undefined for a plain value. */
export function linkOf(value: Json | undefined): string | undefined {
  if (!Array.isArray(value) || value.length !== 2) return undefined
  const [id, output] = value
  return typeof id === 'string' && typeof output === 'number' ? id : undefined
}

/** Nodes that save a video, of ComfyUI itself and of the pack VideoHelperSuite. */
const savers = ['SaveVideo', 'SaveWEBM', 'VHS_VideoCombine']

export function savingNodes(nodes: Nodes): string[] {
  return Object.entries(nodes).flatMap(([id, node]) => (savers.includes(node.class_type) ? [id] : []))
}
