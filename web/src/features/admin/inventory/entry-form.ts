import { textOf } from '../../../lib/form.ts'
import type { Entry, Value } from '../../../lib/inventory.ts'
import { fromMinor, toMinor } from '../../../lib/money.ts'

// A form of an entry: which fields its JSON Schema has, and the entry that the form says. What no field has is JSON.

/** What we read of a JSON Schema. */
export interface FieldSchema {
  type?: string
  enum?: string[]
  anyOf?: { const?: string }[]
  minimum?: number
  maximum?: number
  maxLength?: number
  description?: string
  properties?: Record<string, FieldSchema>
  required?: string[]
}
export type FieldForm = 'number' | 'text' | 'choice' | 'range'

const bounds = ['min', 'max', 'default'] as const

/** How a field is asked for; undefined for what only JSON can say. */
export function formOf(schema: FieldSchema): FieldForm | undefined {
  if (optionsOf(schema).length > 0) return 'choice'
  if (schema.type === 'integer' || schema.type === 'number') return 'number'
  if (schema.type === 'string') return 'text'
  return bounds.every((bound) => schema.properties?.[bound]) ? 'range' : undefined
}

/** What can be chosen: a boolean is yes, no, or left open. */
export function optionsOf(schema: FieldSchema): readonly string[] {
  if (schema.type === 'boolean') return ['true', 'false']
  return schema.enum ?? schema.anyOf?.flatMap(({ const: value }) => value ?? []) ?? []
}

/** The names of a schema's fields that have a form. */
export function formFields(schema: FieldSchema, without: readonly string[]): string[] {
  return Object.entries(schema.properties ?? {})
    .filter(([name, field]) => !without.includes(name) && formOf(field) !== undefined)
    .map(([name]) => name)
}

/** What an entry has in a field, as the text of its input. */
export function textIn(entry: Entry, path: string): string {
  let value: Value | undefined = entry
  for (const key of path.split('.'))
    value = typeof value === 'object' && value !== null && !Array.isArray(value) ? value[key] : undefined
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : ''
}

/** The fields that a form has filled in; empty ones are left out. Names in the form begin with `prefix`. */
export function readFields(
  form: FormData,
  prefix: string,
  schema: FieldSchema,
  names: readonly string[],
): Entry {
  const entry: Entry = {}
  for (const name of names) {
    const field = schema.properties![name]!
    const read = (path: string): string => textOf(form, prefix + path).trim()
    if (formOf(field) === 'range') {
      const given = bounds.map((bound) => [bound, read(`${name}.${bound}`)] as const)
      if (given.every(([, text]) => text === '')) continue
      entry[name] = Object.fromEntries(
        given.filter(([, text]) => text !== '').map(([bound, text]) => [bound, Number(text)]),
      )
      continue
    }
    const text = read(name)
    if (text === '') continue
    entry[name] =
      formOf(field) === 'number' ? Number(text) : field.type === 'boolean' ? text === 'true' : text
  }
  return entry
}

/** The object that a text of JSON is; empty for no text, undefined for what is no object. */
export function parseObject(text: string): Entry | undefined {
  if (text.trim() === '') return {}
  try {
    const value = JSON.parse(text) as Value
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined
  } catch {
    return undefined
  }
}

export const jsonOf = (entry: Entry): string =>
  Object.keys(entry).length === 0 ? '' : JSON.stringify(entry, null, 2)

export interface Size {
  resolution: string
  ratio: string
  size: string
}

export function sizesIn(entry: Entry): Size[] {
  const sizes = (entry['sizes'] ?? {}) as Record<string, Record<string, string>>
  return Object.entries(sizes).flatMap(([resolution, ratios]) =>
    Object.entries(ratios).map(([ratio, size]) => ({ resolution, ratio, size })),
  )
}

/** Their order stays: the first is the default. */
export function sizesOf(rows: readonly Size[]): Entry {
  const sizes: Record<string, Record<string, string>> = {}
  for (const { resolution, ratio, size } of rows) (sizes[resolution] ??= {})[ratio] = size
  return sizes
}

/** The price of a second in credits, where an entry says no more than that; undefined where it says something else. */
export function priceIn(entry: Entry): string | undefined {
  const { prices } = entry as { prices?: Record<string, { unit: string; unit_price: string }> }
  if (prices === undefined) return ''
  const [[resolution, price] = [], ...others] = Object.entries(prices)
  if (resolution !== '*' || price?.unit !== 'second' || others.length > 0) return undefined
  return fromMinor(price.unit_price)
}

/** `wrong` for what is no price. */
export function pricesOf(text: string): Entry | 'wrong' {
  if (text.trim() === '') return {}
  const minor = toMinor(text)
  if (minor === undefined || minor.startsWith('-')) return 'wrong'
  return { prices: { '*': { unit: 'second', unit_price: minor } } }
}
