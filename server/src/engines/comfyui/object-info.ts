import type { Json } from '../../platform/json.ts'
import type { EngineProblem, Mode } from '../engines.ts'
import type { ServerClient } from '../server.ts'
import { unexpectedAnswer } from './faults.ts'
import { type Graph, linkOf, type Nodes, savesPicture, upTo } from './graph.ts'
import { fits, type InputSections, inputsOf, type NodeInput, optionsOf } from './node-inputs.ts'

/** The server's description of a node class. */
export interface NodeClass {
  input?: InputSections
  /** The types of its outputs. */
  output?: Json[]
}

/** The node classes and model files of a server, cached for a minute. */
export interface ObjectInfo {
  /** Undefined if the server has no such class. @throws EngineError `unavailable` */
  find(class_type: string, signal: AbortSignal): Promise<NodeClass | undefined>
  /** Why the graph cannot run on the server; empty if it can. */
  problemsOf(model: string, mode: Mode, graph: Graph, signal: AbortSignal): Promise<EngineProblem[]>
  /** Empties the cache, for when the server refuses what it should accept. */
  invalidate(): void
}

const cacheFor_ms = 60_000

export function createObjectInfo(name: string, client: ServerClient): ObjectInfo {
  const known = new Map<string, { info: NodeClass | undefined; until: number }>()

  const find: ObjectInfo['find'] = async (class_type, signal) => {
    const remembered = known.get(class_type)
    if (remembered && performance.now() < remembered.until) return remembered.info
    const path = `/api/object_info/${encodeURIComponent(class_type)}`
    const answer = await client.ask(path, { signal })
    if (answer.status !== 200 || typeof answer.body !== 'object') throw unexpectedAnswer(name, path, answer)
    const info = (answer.body as Record<string, NodeClass | undefined> | null)?.[class_type]
    known.set(class_type, { info, until: performance.now() + cacheFor_ms })
    return info
  }

  return {
    find,
    invalidate: () => known.clear(),
    async problemsOf(model, mode, graph, signal) {
      const problems: EngineProblem[] = []
      const classes = new Map<string, NodeClass | undefined>()
      for (const { class_type } of Object.values(graph.nodes)) {
        if (!classes.has(class_type)) classes.set(class_type, await find(class_type, signal))
      }
      for (const [class_type, info] of classes) {
        if (info) continue
        problems.push({
          model,
          message: `${mode}: this ComfyUI has no node "${class_type}".`,
          remedy: 'Update ComfyUI, or install the node pack that has it, and restart ComfyUI.',
        })
      }
      problems.push(...noVideo(model, mode, graph))
      const run = upTo(graph.nodes, graph.output.node)
      for (const [id, node] of Object.entries(graph.nodes)) {
        const info = classes.get(node.class_type)
        if (!info || !run.has(id)) continue
        const inputs = inputsOf(info.input ?? {}, node.inputs)
        const place = { model, mode, id, node, inputs }
        problems.push(...missingValues(place, graph), ...emptyInputs(place, graph))
        problems.push(...wrongLinks(place, graph, classes))
      }
      return problems
    },
  }
}

/** A graph that ends in a moving picture, such as WebP or GIF, which is no video. */
function noVideo(model: string, mode: Mode, { nodes, output }: Graph): EngineProblem[] {
  const node = nodes[output.node]
  if (!node || !savesPicture(node)) return []
  const message = `${mode}: node ${output.node} (${node.class_type}) saves a picture, not a video.`
  const remedy =
    node.class_type === 'VHS_VideoCombine'
      ? `Choose a video format with set: { '${output.node}.format': video/h264-mp4 }.`
      : 'Let the graph end in CreateVideo and SaveVideo, and export it again with Workflow, Export (API).'
  return [{ model, message, remedy }]
}

/** A node of a graph, with the inputs that the server says it has. */
interface PlacedNode {
  model: string
  mode: Mode
  id: string
  node: Nodes[string]
  inputs: ReadonlyMap<string, NodeInput>
}

/** What an operator does about a graph that no server could run. */
export const mendGraph =
  'Mend the graph in ComfyUI until it makes a video there, and export it again with Workflow, Export (API).'

function problemAt({ model, mode, id, node }: PlacedNode, input: string, what: string): EngineProblem {
  const message = `${mode}: input ${input} of node ${id} (${node.class_type}) ${what}.`
  return { model, message, remedy: mendGraph }
}

/** Required inputs that nothing comes to, also where a task has no picture or sound and its node is removed. */
function emptyInputs(place: PlacedNode, { bindings, audio }: Graph): EngineProblem[] {
  const image = place.mode === 'text-to-video' ? bindings.image : []
  const sound = audio === 'required' ? [] : bindings.audio
  const absent = [image, bindings.last_image, sound].flatMap((places) => places ?? [])
  const removed = new Set(absent.map(([id]) => id))
  return [...place.inputs].flatMap(([input, { isRequired }]) => {
    const value = place.node.inputs[input]
    if (!isRequired) return []
    if (value === undefined) return [problemAt(place, input, 'is needed and has nothing')]
    const from = linkOf(value)?.[0]
    if (from === undefined || !removed.has(from)) return []
    return [problemAt(place, input, 'is needed, and has nothing where a task has no such picture or sound')]
  })
}

/** Links that lead nowhere, or from an output of another type. */
function wrongLinks(
  place: PlacedNode,
  { nodes }: Graph,
  classes: ReadonlyMap<string, NodeClass | undefined>,
): EngineProblem[] {
  return Object.entries(place.node.inputs).flatMap(([input, value]) => {
    const wanted = place.inputs.get(input)
    const link = linkOf(value)
    if (!wanted || !link) return []
    const [from, output] = link
    const source = nodes[from]
    if (!source) return [problemAt(place, input, `is linked to node ${from}, which is not there`)]
    const outputs = classes.get(source.class_type)?.output
    if (!outputs) return []
    const type = outputs[output]
    const where = `output ${output} of node ${from} (${source.class_type})`
    if (type === undefined)
      return [problemAt(place, input, `is linked to ${where}, which has ${outputs.length}`)]
    const [takes] = wanted.spec
    // A list of choices is taken for fitting: some nodes look themselves at what comes there.
    if (typeof type !== 'string' || typeof takes !== 'string' || fits(type, takes)) return []
    return [problemAt(place, input, `takes ${takes}, and ${where} is ${type}`)]
  })
}

/** Problems with inputs whose value is not among the server's options: most often a missing model file. */
function missingValues({ model, mode, id, node, inputs }: PlacedNode, graph: Graph): EngineProblem[] {
  const { class_type } = node
  const isBound = (input: string) =>
    Object.values(graph.bindings).some((places) =>
      places.some(([node, name]) => node === id && name === input),
    )
  return Object.entries(node.inputs).flatMap(([input, value]) => {
    const known = inputs.get(input)
    const options = known && optionsOf(known)
    if (!options || isBound(input) || linkOf(value) || options.includes(value)) return []
    if (typeof value === 'string' && isModelFile(value)) {
      const folder = modelFolderOf(class_type, input)
      return {
        model,
        message: `${mode}: this ComfyUI has no file "${value}" in ${folder} (node ${id}, ${class_type}).`,
        remedy: `Put the file into ${folder} of ComfyUI, or name another one with set: { '${id}.${input}': … }.`,
      }
    }
    return {
      model,
      message: `${mode}: ${JSON.stringify(value)} is no choice for ${input} of node ${id} (${class_type}) on this ComfyUI.`,
      remedy: `Update ComfyUI, or choose another value with set: { '${id}.${input}': … }.`,
    }
  })
}

/** The maximum of a number input; undefined if it has none. */
export function maxValueOf(info: NodeClass | undefined, input: string): number | undefined {
  const max = info && (describe(info, input)[1] as { max?: Json } | undefined)?.max
  return typeof max === 'number' ? max : undefined
}

function describe(info: NodeClass, input: string): Json[] {
  return info.input?.required?.[input] ?? info.input?.optional?.[input] ?? []
}

function isModelFile(value: string): boolean {
  return /\.(safetensors|sft|gguf|ckpt|pt|pth|bin|onnx)$/i.test(value)
}

/** The folder in which ComfyUI looks for the file of an input. */
function modelFolderOf(class_type: string, input: string): string {
  if (class_type.startsWith('CLIPVision')) return 'models/clip_vision'
  if (class_type.startsWith('UpscaleModel')) return 'models/upscale_models'
  const folders: Record<string, string> = {
    unet_name: 'models/diffusion_models',
    vae_name: 'models/vae',
    lora_name: 'models/loras',
    ckpt_name: 'models/checkpoints',
    control_net_name: 'models/controlnet',
  }
  if (/^clip_name\d?$/.test(input)) return 'models/text_encoders'
  return folders[input] ?? `the folder of ${class_type}`
}
