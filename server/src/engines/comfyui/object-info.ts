import type { Json } from '../../platform/json.ts'
import { engineProblem, type EngineProblem, type Mode, type ModelParameter } from '../engines.ts'
import type { ServerClient } from '../server.ts'
import { unexpectedAnswer } from './faults.ts'
import { type Graph, linkOf, type Nodes, type Place, savesPicture, upTo } from './graph.ts'
import { boundsOf, fits, type InputSections, inputsOf, type NodeInput, optionsOf } from './node-inputs.ts'

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
  /** What the server has to choose from, by the parameters of the graph that take their choices from it. */
  choicesOf(graph: Graph, signal: AbortSignal): Promise<Map<string, string[]>>
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
        problems.push(engineProblem('node_missing', { mode, class_type }, model))
      }
      problems.push(...noVideo(model, mode, graph))
      const run = upTo(graph.nodes, graph.output.node)
      for (const [id, node] of Object.entries(graph.nodes)) {
        const info = classes.get(node.class_type)
        if (!info || !run.has(id)) continue
        const inputs = inputsOf(info.input ?? {}, node.inputs)
        const place = { model, mode, id, node, inputs }
        problems.push(...missingValues(place, graph), ...emptyInputs(place, graph))
        problems.push(...wrongLinks(place, graph, classes), ...wrongParameters(place, graph))
      }
      problems.push(...idleParameters(model, mode, graph, run))
      return problems
    },
    async choicesOf(graph, signal) {
      const found = new Map<string, string[]>()
      for (const [name, { rule, places }] of Object.entries(graph.parameters)) {
        if (rule.type !== 'choice' || rule.choices !== 'server') continue
        for (const [id, input] of places) {
          const node = graph.nodes[id]!
          const info = await find(node.class_type, signal)
          const known = inputsOf(info?.input ?? {}, node.inputs).get(input)
          const choices = known ? choicesIn(known) : []
          found.set(name, found.get(name)?.filter((choice) => choices.includes(choice)) ?? choices)
        }
      }
      return found
    },
  }
}

/** A graph that ends in a moving picture, such as WebP or GIF, which is no video. */
function noVideo(model: string, mode: Mode, { nodes, output }: Graph): EngineProblem[] {
  const node = nodes[output.node]
  if (!node || !savesPicture(node)) return []
  const { class_type } = node
  const text = class_type === 'VHS_VideoCombine' ? 'saves_picture_by_format' : 'saves_picture'
  return [engineProblem(text, { mode, node: output.node, class_type }, model)]
}

/** A node of a graph, with the inputs that the server says it has. */
interface PlacedNode {
  model: string
  mode: Mode
  id: string
  node: Nodes[string]
  inputs: ReadonlyMap<string, NodeInput>
}

/** Where a problem is, as texts name it. */
function placeOf({ mode, id, node }: Pick<PlacedNode, 'mode' | 'id' | 'node'>, input: string) {
  return { mode, input, node: id, class_type: node.class_type }
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
    const at = placeOf(place, input)
    if (value === undefined) return [engineProblem('input_empty', at, place.model)]
    const from = linkOf(value)?.[0]
    if (from === undefined || !removed.has(from)) return []
    return [engineProblem('input_empty_without_upload', at, place.model)]
  })
}

/** Parameters of the model that an input does not take as they are. */
function wrongParameters(place: PlacedNode, { parameters }: Graph): EngineProblem[] {
  return Object.entries(parameters).flatMap(([name, { rule, places }]) =>
    places.flatMap(([id, input]) => {
      if (id !== place.id) return []
      const known = place.inputs.get(input)
      const at = { ...placeOf(place, input), parameter: name }
      if (!known) return [engineProblem('parameter_without_input', at, place.model)]
      return misfit(place.model, at, rule, known) ?? []
    }),
  )
}

/** Parameters of inputs that the video is not made from. */
function idleParameters(
  model: string,
  mode: Mode,
  { nodes, parameters, output }: Graph,
  run: ReadonlySet<string>,
): EngineProblem[] {
  return Object.entries(parameters).flatMap(([name, { places }]) =>
    places.flatMap(([id, input]) => {
      if (run.has(id)) return []
      const at = { ...placeOf({ mode, id, node: nodes[id]! }, input), parameter: name }
      return [engineProblem('parameter_without_part', { ...at, output: output.node }, model)]
    }),
  )
}

/** Types of inputs that take each type of parameter, beside those that take anything. */
const inputTypes = {
  number: ['FLOAT'],
  integer: ['INT', 'FLOAT'],
  boolean: ['BOOLEAN'],
  string: ['STRING'],
} as const

/** Why an input does not take all values of a parameter; undefined if it does. */
function misfit(
  model: string,
  at: ReturnType<typeof placeOf> & { parameter: string },
  rule: ModelParameter,
  known: NodeInput,
): EngineProblem | undefined {
  const takes = typeof known.spec[0] === 'string' ? known.spec[0] : ''
  const options = optionsOf(known)
  if (rule.type === 'choice') {
    if (!options) return engineProblem('parameter_without_choices', { ...at, takes }, model)
    const choices = choicesIn(known)
    if (choices.length === 0) return engineProblem('parameter_with_nothing_to_choose', at, model)
    const wanted = [...(rule.choices === 'server' ? [] : rule.choices), rule.default]
    const missing = wanted.find((choice) => choice !== null && !choices.includes(choice))
    return missing == null
      ? undefined
      : engineProblem('parameter_choice_missing', { ...at, choice: JSON.stringify(missing) }, model)
  }
  const { type } = rule
  if (options) return engineProblem('parameter_for_a_choice', { ...at, type }, model)
  if (!fits(inputTypes[type].join(','), takes))
    return engineProblem('parameter_of_other_type', { ...at, takes, type }, model)
  if (type !== 'number' && type !== 'integer') return undefined
  const { min = -Infinity, max = Infinity } = boundsOf(known)
  if (rule.min >= min && rule.max <= max) return undefined
  const range = { min: String(min), max: String(max), from: rule.min, to: rule.max }
  return engineProblem('parameter_out_of_range', { ...at, ...range }, model)
}

/** The most choices that an engine reports for one parameter, and the longest. */
const choicesLimit = 1000
const choiceLength = 500

function choicesIn(known: NodeInput): string[] {
  const options = optionsOf(known) ?? []
  return options
    .filter((option) => typeof option === 'string' && option.length <= choiceLength)
    .slice(0, choicesLimit) as string[]
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
    const at = { ...placeOf(place, input), from }
    if (!source) return [engineProblem('link_to_missing_node', at, place.model)]
    const outputs = classes.get(source.class_type)?.output
    if (!outputs) return []
    const type = outputs[output]
    const where = { ...at, output, from_class: source.class_type }
    if (type === undefined)
      return [engineProblem('link_to_missing_output', { ...where, outputs: outputs.length }, place.model)]
    const [takes] = wanted.spec
    // A list of choices is taken for fitting: some nodes look themselves at what comes there.
    if (typeof type !== 'string' || typeof takes !== 'string' || fits(type, takes)) return []
    return [engineProblem('link_of_other_type', { ...where, takes, type }, place.model)]
  })
}

/** Problems with inputs whose value is not among the server's options: most often a missing model file. */
function missingValues({ model, mode, id, node, inputs }: PlacedNode, graph: Graph): EngineProblem[] {
  const { class_type } = node
  const isBound = (input: string) =>
    placesWithoutOwnValue(graph).some(([node, name]) => node === id && name === input)
  return Object.entries(node.inputs).flatMap(([input, value]) => {
    const known = inputs.get(input)
    const options = known && optionsOf(known)
    if (!options || isBound(input) || linkOf(value) || options.includes(value)) return []
    const at = placeOf({ mode, id, node }, input)
    if (typeof value === 'string' && isModelFile(value)) {
      const folder = modelFolderOf(class_type, input)
      return engineProblem('file_missing', { ...at, file: value, folder }, model)
    }
    return engineProblem('value_not_offered', { ...at, value: JSON.stringify(value) }, model)
  })
}

/** The inputs whose value in the graph no task uses. */
function placesWithoutOwnValue({ bindings, parameters }: Graph): Place[] {
  const replaced = Object.values(parameters).filter(({ rule }) => rule.default !== null)
  return [...Object.values(bindings).flat(), ...replaced.flatMap(({ places }) => places)]
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
  if (class_type.startsWith('LatentUpscaleModel')) return 'models/latent_upscale_models'
  const folders: Record<string, string> = {
    unet_name: 'models/diffusion_models',
    vae_name: 'models/vae',
    lora_name: 'models/loras',
    ckpt_name: 'models/checkpoints',
    control_net_name: 'models/controlnet',
  }
  if (/^clip_name\d?$|^text_encoder$/.test(input)) return 'models/text_encoders'
  return folders[input] ?? `the folder of ${class_type}`
}
