import type { Json } from '../../platform/json.ts'

// The inputs of a node class as `/api/object_info` describes them. Some stand for several: which ones a node has depends on its
// values, and their names have dots in them: `format.codec`.

/** A type and its rules. The type is a list of choices in older versions. */
export type InputSpec = Json[]

type Section = Record<string, InputSpec>

/** Inputs by name, apart from hidden ones. */
export interface InputSections {
  required?: Section | undefined
  optional?: Section | undefined
}

export interface NodeInput {
  spec: InputSpec
  /** Whether the server needs a value or a link. */
  isRequired: boolean
}

/** The inputs of a node with these values, by their whole names. */
export function inputsOf(sections: InputSections, values: Record<string, Json>): Map<string, NodeInput> {
  const found = new Map<string, NodeInput>()
  expand(sections, '', values, found)
  return found
}

function expand(
  { required = {}, optional = {} }: InputSections,
  prefix: string,
  values: Record<string, Json>,
  found: Map<string, NodeInput>,
): void {
  for (const [name, spec] of Object.entries(required)) expandOne(prefix + name, spec, true, values, found)
  for (const [name, spec] of Object.entries(optional)) expandOne(prefix + name, spec, false, values, found)
}

function expandOne(
  name: string,
  spec: InputSpec,
  isRequired: boolean,
  values: Record<string, Json>,
  found: Map<string, NodeInput>,
): void {
  const rules = rulesOf(spec)
  switch (typeof spec[0] === 'string' ? spec[0] : '') {
    // A choice that brings inputs of its own. Left out inside another choice it takes its default.
    case 'COMFY_DYNAMICCOMBO_V3': {
      found.set(name, { spec, isRequired: isRequired && !name.includes('.') })
      const chosen = optionsIn(rules).find(({ key }) => key === values[name])
      if (chosen?.inputs) expand(chosen.inputs, `${name}.`, values, found)
      return
    }
    // The same input several times; the first ones are required.
    case 'COMFY_AUTOGROW_V3': {
      const { input = {}, names, prefix = '', min = 0, max = 0 } = (rules.template ?? {}) as Template
      const required = Object.values(input.required ?? {})[0]
      const repeated = required ?? Object.values(input.optional ?? {})[0]
      const all = names ?? Array.from({ length: max }, (_, at) => `${prefix}${at}`)
      for (const [at, each] of all.entries()) {
        if (!repeated) continue
        found.set(`${name}.${each}`, { spec: repeated, isRequired: required !== undefined && at < min })
      }
      return
    }
    // An optional link that brings inputs of its own.
    case 'COMFY_DYNAMICSLOT_V3':
      found.set(name, { spec: [rules.slotType ?? '*'], isRequired: false })
      if (values[name] !== undefined && rules.inputs) expand(rules.inputs, `${name}.`, values, found)
      return
    // Rows of inputs: `group.0.field`.
    case 'COMFY_DYNAMICGROUP_V3': {
      const rows = Object.keys(values).flatMap((key) =>
        key.startsWith(`${name}.`) ? [key.slice(name.length + 1).split('.')[0]!] : [],
      )
      for (const row of new Set(rows)) expand(rules.template ?? {}, `${name}.${row}.`, values, found)
      return
    }
    default:
      found.set(name, { spec, isRequired })
  }
}

/** The choices of an input, in any format; undefined if it has none. */
export function optionsOf({ spec }: NodeInput): Json[] | undefined {
  const [type] = spec
  if (Array.isArray(type)) return type
  const { options } = rulesOf(spec)
  if (type === 'COMFY_DYNAMICCOMBO_V3') return optionsIn(rulesOf(spec)).map(({ key }) => key)
  return type === 'COMBO' && Array.isArray(options) ? (options as Json[]) : undefined
}

/** The least and the largest value of a number input, as far as the server names them. */
export function boundsOf({ spec }: NodeInput): { min?: number; max?: number } {
  const { min, max } = rulesOf(spec)
  return { ...(typeof min === 'number' && { min }), ...(typeof max === 'number' && { max }) }
}

/** Whether an output of one type may be linked to an input of another. Types are lists with commas between. */
export function fits(output: string, input: string): boolean {
  const [given, wanted] = [typesIn(output), typesIn(input)]
  return [...given, ...wanted].some(isAnyType) || given.some((type) => wanted.includes(type))
}

const typesIn = (list: string): string[] => list.split(',').map((type) => type.trim())
/** `*`, and types that the editor settles, such as COMFY_MATCHTYPE_V3. */
const isAnyType = (type: string): boolean => type === '*' || type.startsWith('COMFY_')

interface Option {
  key: Json
  inputs?: InputSections
}

interface Template {
  input?: InputSections
  names?: string[]
  prefix?: string
  min?: number
  max?: number
}

interface Rules {
  options?: unknown
  min?: unknown
  max?: unknown
  template?: Template & InputSections
  slotType?: string
  inputs?: InputSections
}

/** As the server wrote them; what is not there counts as absent. */
function rulesOf(spec: InputSpec): Rules {
  const [, rules] = spec
  return typeof rules === 'object' && rules !== null && !Array.isArray(rules) ? rules : {}
}

function optionsIn({ options }: Rules): Option[] {
  return Array.isArray(options) ? (options as Option[]) : []
}
