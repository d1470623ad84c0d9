import type { Input, NodeClass } from './nodes.ts'

// What a ComfyUI says of a graph before it queues it.

export interface Node {
  class_type?: string
  inputs?: Record<string, unknown>
  _meta?: { title?: string }
}
export type Graph = Record<string, Node>

interface Fault {
  type: string
  message: string
  details: string
  extra_info: object
}

/** What Python raises for a node or an output that is not there; ComfyUI says it of the node that was being looked at. */
class LookupError extends Error {}

export interface Verdict {
  /** Of the whole prompt; null where something of it can run. */
  error: Fault | null
  node_errors: Record<string, { errors: Fault[]; dependent_outputs: string[]; class_type: string }>
  /** The output nodes that will run. */
  outputs: string[]
}

export interface Inventory {
  nodes: Record<string, NodeClass>
  /** Whether an uploaded file of this name is there. */
  hasInput: (name: string) => boolean
}

export function isLink(value: unknown): value is [string, number] {
  return Array.isArray(value) && value.length === 2
}

/** Of the node's inputs, the nodes that they come from. */
export function sourcesOf(node: Node | undefined): string[] {
  return Object.values(node?.inputs ?? {}).flatMap((value) => (isLink(value) ? [value[0]] : []))
}

/** A node and everything before it, in the order of execution. */
export function upTo(graph: Graph, id: string, seen = new Set<string>()): string[] {
  if (seen.has(id) || !graph[id]) return []
  seen.add(id)
  return [...sourcesOf(graph[id]).flatMap((source) => upTo(graph, source, seen)), id]
}

export function validate(graph: Graph, inventory: Inventory): Verdict {
  for (const [id, { class_type, _meta }] of Object.entries(graph)) {
    if (class_type && inventory.nodes[class_type]) continue
    const title = _meta?.title ?? class_type ?? id
    return refuse({
      type: 'missing_node_type',
      message: `Node '${title}' not found. The custom node may not be installed.`,
      details: `Node ID '#${id}'`,
      extra_info: { node_id: id, class_type: class_type ?? null, node_title: title },
    })
  }
  const ends = Object.keys(graph).filter((id) => inventory.nodes[graph[id]!.class_type!]!.output_node)
  if (ends.length === 0) {
    return refuse({
      type: 'prompt_no_outputs',
      message: 'Prompt has no outputs',
      details: '',
      extra_info: {},
    })
  }
  const node_errors: Verdict['node_errors'] = {}
  const outputs: string[] = []
  for (const end of ends) {
    let isGood = true
    for (const id of upTo(graph, end)) {
      const errors = faultsOrException(graph, id, end, inventory)
      if (errors.length === 0) continue
      isGood = false
      const entry = (node_errors[id] ??= {
        errors,
        dependent_outputs: [],
        class_type: graph[id]!.class_type!,
      })
      entry.dependent_outputs.push(end)
    }
    if (isGood) outputs.push(end)
  }
  if (outputs.length > 0) return { error: null, node_errors, outputs }
  const error = {
    type: 'prompt_outputs_failed_validation',
    message: 'Prompt outputs failed validation',
    details: '',
    extra_info: {},
  }
  return { error, node_errors, outputs }
}

function refuse(error: Fault): Verdict {
  return { error, node_errors: {}, outputs: [] }
}

/** A link to a node that is not there raises an exception, which ends the look at the node. */
function faultsOrException(graph: Graph, id: string, end: string, inventory: Inventory): Fault[] {
  try {
    return faultsOf(graph, id, inventory)
  } catch (error) {
    if (!(error instanceof LookupError)) throw error
    const exception_type = error.message.startsWith("'") ? 'KeyError' : 'IndexError'
    const extra_info = {
      ...(id !== end && linkTo(graph, id, end, inventory)),
      exception_message: error.message,
      exception_type,
      traceback: [],
    }
    return [
      id === end
        ? {
            type: 'exception_during_validation',
            message: 'Exception when validating node',
            details: error.message,
            extra_info,
          }
        : {
            type: 'exception_during_inner_validation',
            message: 'Exception when validating inner node',
            details: error.message,
            extra_info,
          },
    ]
  }
}

/** The input that leads to a node from one nearer to the end. */
function linkTo(graph: Graph, id: string, end: string, { nodes }: Inventory): object | undefined {
  for (const parent of upTo(graph, end)) {
    for (const [input_name, value] of Object.entries(graph[parent]!.inputs ?? {})) {
      if (!isLink(value) || value[0] !== id) continue
      const { required, optional } = nodes[graph[parent]!.class_type!]!.input
      return { input_name, input_config: required[input_name] ?? optional?.[input_name], linked_node: value }
    }
  }
  return undefined
}

function faultsOf(graph: Graph, id: string, inventory: Inventory): Fault[] {
  const { class_type, inputs = {} } = graph[id]!
  const { required, optional } = settled(inventory.nodes[class_type!]!.input, inputs)
  return [...Object.entries(required), ...Object.entries(optional)].flatMap(([name, config]) => {
    const value = inputs[name]
    // Long lists are left out.
    const input_config = (optionsOf(config)?.length ?? 0) > longList ? null : [config[0], config[1] ?? {}]
    const extra_info = { input_name: name, input_config, received_value: value }
    if (value === undefined) {
      if (!(name in required)) return []
      const message = 'Required input is missing'
      return { type: 'required_input_missing', message, details: name, extra_info: { input_name: name } }
    }
    if (isLink(value)) {
      const source = graph[value[0]]
      if (!source) throw new LookupError(`'${value[0]}'`)
      const received_type = inventory.nodes[source.class_type!]!.output[value[1]]
      if (received_type === undefined) throw new LookupError('tuple index out of range')
      if (fits(received_type, config[0])) return []
      return {
        type: 'return_type_mismatch',
        message: 'Return type mismatch between linked nodes',
        details: `${name}, received_type(${received_type}) mismatch input_type(${String(config[0])})`,
        extra_info: { input_name: name, input_config: config, received_type, linked_node: value },
      }
    }
    const found = valueFault(name, value, config, class_type!, inventory)
    return found ? { ...found, extra_info } : []
  })
}

type Sections = NodeClass['input']

/**
 * The inputs that a node with these values has. A choice that is not there, or is none of its options, is not looked at: it
 * fails when the node runs.
 */
function settled(
  { required, optional = {} }: Sections,
  values: Record<string, unknown>,
  prefix = '',
): Required<Sections> {
  const found: Required<Sections> = { required: {}, optional: {} }
  const take = (section: keyof Sections, inputs: Record<string, Input>) => {
    for (const [id, input] of Object.entries(inputs)) {
      const name = prefix + id
      const rules = input[1] as { options: { key: string; inputs: Sections }[]; template: Template }
      if (input[0] === 'COMFY_DYNAMICCOMBO_V3') {
        const chosen = rules.options.find(({ key }) => key === values[name])
        if (!chosen) continue
        found[section][name] = ['COMFY_DYNAMICCOMBO_V3', { options: [] }]
        const inner = settled(chosen.inputs, values, `${name}.`)
        Object.assign(found.required, inner.required)
        Object.assign(found.optional, inner.optional)
      } else if (input[0] === 'COMFY_AUTOGROW_V3') {
        const { prefix: each, min, max } = rules.template
        const [repeated] = Object.values(rules.template.input.required)
        for (let at = 0; at < max; at++) {
          found[at < min ? 'required' : 'optional'][`${name}.${each}${at}`] = repeated!
        }
      } else found[section][name] = input
    }
  }
  take('required', required)
  take('optional', optional)
  return found
}

interface Template {
  input: { required: Record<string, Input> }
  prefix: string
  min: number
  max: number
}

/** Types are lists with commas between; one in common is enough. */
function fits(received: string, wanted: Input[0]): boolean {
  if (typeof wanted !== 'string') return false
  const any = 'COMFY_MATCHTYPE_V3'
  if (wanted === '*' || received === any || wanted === any) return true
  return received.split(',').some((type) => wanted.split(',').includes(type))
}

/** Nodes that load an uploaded file, and what they call it where there is none. */
const fileKinds: Record<string, string> = { LoadImage: 'image', LoadVideo: 'video', LoadAudio: 'audio' }

/** A list of more choices than this is not repeated in an error. */
const longList = 20

function optionsOf([type, rules = {}]: Input): string[] | undefined {
  return Array.isArray(type) ? type : type === 'COMBO' ? (rules['options'] as string[]) : undefined
}

function valueFault(
  name: string,
  value: unknown,
  [type, rules = {}]: Input,
  class_type: string,
  inventory: Inventory,
): Omit<Fault, 'extra_info'> | undefined {
  const kind = fileKinds[class_type]
  if (kind !== undefined) {
    if (inventory.hasInput(String(value))) return undefined
    const message = 'Custom validation failed for node'
    const details = `${name} - Invalid ${kind} file: ${String(value)}`
    return { type: 'custom_validation_failed', message, details }
  }
  const options = optionsOf([type, rules])
  if (options) {
    if (options.includes(value as string)) return undefined
    const list =
      options.length > longList
        ? `(list of length ${options.length})`
        : `[${options.map((option) => `'${option}'`).join(', ')}]`
    const details = `${name}: '${String(value)}' not in ${list}`
    return { type: 'value_not_in_list', message: 'Value not in list', details }
  }
  if (type !== 'INT' && type !== 'FLOAT') return undefined
  const number = Number(value)
  if (Number.isNaN(number)) {
    const message = `Failed to convert an input value to a ${type} value`
    return { type: 'invalid_input_type', message, details: `${name}, ${String(value)}` }
  }
  const { min, max } = rules as { min: number; max: number }
  /** As Python writes it. */
  const written = (value: number) => (type === 'FLOAT' && Number.isInteger(value) ? `${value}.0` : `${value}`)
  if (number < min) {
    return {
      type: 'value_smaller_than_min',
      message: `Value ${written(number)} smaller than min of ${written(min)}`,
      details: name,
    }
  }
  if (number > max) {
    return {
      type: 'value_bigger_than_max',
      message: `Value ${written(number)} bigger than max of ${written(max)}`,
      details: name,
    }
  }
  return undefined
}
