import type { Schema } from '@clipwright/client'
import { InvalidArgumentError } from 'commander'
import type { Run } from './run.ts'

type Model = Schema<'ModelListOut'>['items'][number]
type Value = string | number | boolean

/** What a model's JSON Schema says of one of its own parameters. */
export interface OwnParameter {
  type?: string
  minimum?: number
  maximum?: number
  enum?: string[]
  default?: Value
}

/** The parameters that only this model has, by name. */
export function ownParametersOf(model: Model): Record<string, OwnParameter> {
  const { properties } = model.parameters as {
    properties?: { parameters?: { properties?: Record<string, OwnParameter> } }
  }
  return properties?.parameters?.properties ?? {}
}

/** Collects `name=value`, once per name, for commander. */
export function nameAndValue(text: string, before: Record<string, string> = {}): Record<string, string> {
  const at = text.indexOf('=')
  if (at < 1) throw new InvalidArgumentError('It is name=value, such as lora_strength=0.8.')
  const name = text.slice(0, at)
  if (Object.hasOwn(before, name)) throw new InvalidArgumentError(`${name} is given twice.`)
  return { ...before, [name]: text.slice(at + 1) }
}

/** Reads each value as the type that the model says. What the model does not know is left to the service to refuse. */
export async function toOwnParameters(
  { client, signal }: Run,
  model: string | undefined,
  given: Record<string, string>,
): Promise<Record<string, Value>> {
  const { items } = await client.GET('/api/v1/models', { signal })
  const chosen = items.find((item) => (model === undefined ? item.is_default : item.model === model))
  const known = chosen ? ownParametersOf(chosen) : {}
  return Object.fromEntries(
    Object.entries(given).map(([name, text]) => [name, read(text, known[name]?.type)]),
  )
}

function read(text: string, type: string | undefined): Value {
  if (type === 'boolean' && /^(true|false)$/.test(text)) return text === 'true'
  const isNumber = type === 'number' || type === 'integer'
  return isNumber && /^-?\d{1,15}(\.\d{1,15})?$/.test(text) ? Number(text) : text
}
