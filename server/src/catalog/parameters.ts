import type { ModelParameter, ParameterValue } from '../engines/engines.ts'
import { type Problem, ValidationError } from '../platform/errors.ts'
import type { Json } from '../platform/json.ts'

// The parameters that the operator gives a model: inputs of its graph that callers may set.

interface Parametered {
  name: string
  parameters: Readonly<Record<string, ModelParameter>>
}

/** What the engines of a model have to choose from, by parameter; without an entry none of them has reported it yet. */
export type OfferedChoices = Readonly<Record<string, readonly string[]>>

/** Whether some of a model's choices are those that its engines report. */
export function hasReportedChoices({ parameters }: Parametered): boolean {
  return Object.values(parameters).some((rule) => rule.type === 'choice' && rule.choices === 'server')
}

/**
 * The values of a model's parameters, with the defaults of those that were not given. One without a default is left out.
 * @throws ValidationError with every problem, each at `["body","parameters",NAME]`.
 */
export function resolveParameters(
  { name: model, parameters }: Parametered,
  given: Readonly<Record<string, ParameterValue>>,
  offered: OfferedChoices,
): Record<string, ParameterValue> {
  const problems: Problem[] = []
  const values: [string, ParameterValue][] = []
  for (const name of Object.keys(given)) {
    if (Object.hasOwn(parameters, name)) continue
    const msg = `Parameters of ${model}: ${Object.keys(parameters).join(', ') || 'none'}`
    problems.push({ loc: ['body', 'parameters', name], msg, type: 'extra_forbidden' })
  }
  for (const [name, rule] of Object.entries(parameters)) {
    const isGiven = Object.hasOwn(given, name)
    const value = isGiven ? given[name]! : rule.default
    if (value === null) continue
    const problem = isGiven ? problemOf(rule, value, choicesOf(rule, offered[name])) : undefined
    if (problem) problems.push({ loc: ['body', 'parameters', name], ...problem })
    else values.push([name, value])
  }
  if (problems.length > 0) throw new ValidationError(problems)
  return Object.fromEntries(values)
}

type Finding = Pick<Problem, 'msg' | 'type'>

function problemOf(
  rule: ModelParameter,
  value: ParameterValue,
  choices: readonly string[] | undefined,
): Finding | undefined {
  switch (rule.type) {
    case 'number':
    case 'integer':
      return numberProblem(rule, value)
    case 'boolean':
      return typeof value === 'boolean'
        ? undefined
        : { msg: 'Input must be true or false', type: 'bool_type' }
    case 'string': {
      if (typeof value !== 'string') return { msg: 'Input must be a string', type: 'string_type' }
      const msg = `String must NOT have more than ${rule.max_length} characters`
      return Array.from(value).length <= rule.max_length ? undefined : { msg, type: 'string_too_long' }
    }
    case 'choice': {
      if (typeof value === 'string' && choices?.includes(value)) return undefined
      const msg = choices
        ? `Input must be one of ${JSON.stringify(choices.slice(0, namedChoices))}`
        : 'No engine has reported yet what there is to choose from'
      return { msg, type: 'literal_error' }
    }
  }
}

/** How many choices an error names; the model's schema has all of them. */
const namedChoices = 20

function numberProblem(
  { type, min, max, step }: ModelParameter & { type: 'number' | 'integer' },
  value: ParameterValue,
): Finding | undefined {
  if (typeof value !== 'number') return { msg: 'Input must be a number', type: 'float_type' }
  if (type === 'integer' && !Number.isInteger(value))
    return { msg: 'Input must be a whole number', type: 'int_type' }
  if (value < min) return { msg: `Input must be >= ${min}`, type: 'greater_than_equal' }
  if (value > max) return { msg: `Input must be <= ${max}`, type: 'less_than_equal' }
  return step === null || isMultiple(value, step)
    ? undefined
    : { msg: `Input must be a multiple of ${step}`, type: 'multiple_of' }
}

/** Whether a number is a multiple of a step, as far as binary fractions can be: 0.3 is one of 0.1. */
export function isMultiple(value: number, step: number): boolean {
  const times = value / step
  return Math.abs(times - Math.round(times)) < 1e-6
}

/** The parameters as a JSON Schema; leaves out those whose choices no engine has reported yet. */
export function describeOwnParameters(
  { parameters }: Parametered,
  offered: OfferedChoices,
): { [keyword: string]: Json } {
  const described = Object.entries(parameters).flatMap(([name, rule]): [string, Json][] => {
    const shape = shapeOf(rule, choicesOf(rule, offered[name]))
    if (!shape) return []
    const { title, description, default: standard } = rule
    const words = { title, ...(description !== null && { description }) }
    return [[name, { ...words, ...shape, ...(standard !== null && { default: standard }) }]]
  })
  return { type: 'object', additionalProperties: false, properties: Object.fromEntries(described) }
}

function shapeOf(
  rule: ModelParameter,
  choices: readonly string[] | undefined,
): { [keyword: string]: Json } | undefined {
  switch (rule.type) {
    case 'number':
    case 'integer': {
      const { type, min, max, step } = rule
      return { type, minimum: min, maximum: max, ...(step !== null && { multipleOf: step }) }
    }
    case 'boolean':
      return { type: 'boolean' }
    case 'string':
      return { type: 'string', maxLength: rule.max_length }
    case 'choice':
      return choices && choices.length > 0 ? { type: 'string', enum: [...choices] } : undefined
  }
}

function choicesOf(
  rule: ModelParameter,
  reported: readonly string[] | undefined,
): readonly string[] | undefined {
  if (rule.type !== 'choice') return undefined
  return rule.choices === 'server' ? reported : rule.choices
}
