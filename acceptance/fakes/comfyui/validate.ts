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
      const errors = faultsOf(graph, id, inventory)
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

function faultsOf(graph: Graph, id: string, inventory: Inventory): Fault[] {
  const { class_type, inputs = {} } = graph[id]!
  const { required, optional = {} } = inventory.nodes[class_type!]!.input
  return [...Object.entries(required), ...Object.entries(optional)].flatMap(([name, config]) => {
    const value = inputs[name]
    const extra_info = { input_name: name, input_config: config, received_value: value }
    if (value === undefined) {
      if (!(name in required)) return []
      const message = 'Required input is missing'
      return { type: 'required_input_missing', message, details: name, extra_info: { input_name: name } }
    }
    if (isLink(value)) {
      const source = graph[value[0]]
      const type = source && inventory.nodes[source.class_type!]!.output[value[1]]
      if (!source) return { type: 'bad_linked_input', message: 'Bad linked input', details: name, extra_info }
      if (type === config[0]) return []
      const message = 'Return type mismatch between linked nodes'
      return { type: 'return_type_mismatch', message, details: `${name}, received_type(${type})`, extra_info }
    }
    const found = valueFault(name, value, config, class_type!, inventory)
    return found ? { ...found, extra_info } : []
  })
}

function valueFault(
  name: string,
  value: unknown,
  [type, rules = {}]: Input,
  class_type: string,
  inventory: Inventory,
): Omit<Fault, 'extra_info'> | undefined {
  if (class_type === 'LoadImage' || class_type === 'LoadVideo') {
    if (inventory.hasInput(String(value))) return undefined
    const message = 'Custom validation failed for node'
    const kind = class_type === 'LoadImage' ? 'image' : 'video'
    const details = `${name} - Invalid ${kind} file: ${String(value)}`
    return { type: 'custom_validation_failed', message, details }
  }
  const options = Array.isArray(type) ? type : type === 'COMBO' ? (rules['options'] as string[]) : undefined
  if (options) {
    if (options.includes(value as string)) return undefined
    const list = `[${options.map((option) => `'${option}'`).join(', ')}]`
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
  if (number < min) {
    return {
      type: 'value_smaller_than_min',
      message: `Value ${number} smaller than min of ${min}`,
      details: name,
    }
  }
  if (number > max) {
    return {
      type: 'value_bigger_than_max',
      message: `Value ${number} bigger than max of ${max}`,
      details: name,
    }
  }
  return undefined
}
