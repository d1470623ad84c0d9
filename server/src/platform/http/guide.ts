import { createHash } from 'node:crypto'

/** A chapter of the API guide. */
export interface Chapter {
  name: string
  about: string
  /** By operation id, in reading order: what the guide adds to the route's own description, or an empty text. */
  operations: Readonly<Record<string, string>>
}

/** The part of an OpenAPI operation that the guide reads. */
export interface Operation {
  operationId: string
  summary: string
  description?: string
  tags?: string[]
  security?: unknown[]
  parameters?: { in: string; name: string; required?: boolean; schema: SchemaNode }[]
  requestBody?: { required: boolean; content: Record<string, { schema: SchemaNode; example?: unknown }> }
  responses: Record<string, { content?: Record<string, unknown> }>
}
export interface SchemaNode {
  title?: string
  type?: string | string[]
  properties?: Record<string, SchemaNode>
  required?: string[]
  items?: SchemaNode
  enum?: unknown[]
  anyOf?: SchemaNode[]
  default?: unknown
  minimum?: number
  format?: string
}
type Paths = Record<string, Record<string, Operation>>

/** Suffix of operation ids that are aliases. */
const alias = /Alias$/
const aliases = {
  name: 'Aliases',
  description: 'The same operations under `/api/v1/task`, for clients that know them there.',
}

/**
 * Orders the operations of a document as the guide does, and adds chapter, description and example. @throws Error unless the
 * guide lists every operation exactly once.
 */
export function arrange(
  paths: Paths,
  chapters: readonly Chapter[],
  examples: Readonly<Record<string, unknown>>,
  base_url: string,
) {
  const places = chapters.flatMap(({ name, operations }) =>
    Object.entries(operations).map(([id, words]) => ({ id, chapter: name, words })),
  )
  const placeOf = (id: string): number => places.findIndex((place) => place.id === id.replace(alias, ''))
  const all = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({ path, method, operation })),
  )
  const ids = all.map(({ operation }) => operation.operationId)
  const missing = ids.filter((id) => placeOf(id) === -1)
  const unknown = places.filter(({ id }) => !ids.includes(id)).map(({ id }) => id)
  if (missing.length + unknown.length > 0)
    throw new Error(
      `the guide lacks ${missing.join(', ')} and names ${unknown.join(', ')}, which are not there`,
    )

  const order = ({ operation: { operationId: id } }: (typeof all)[number]) =>
    placeOf(id) + (alias.test(id) ? places.length : 0)
  const arranged: Paths = {}
  for (const { path, method, operation } of all.toSorted((a, b) => order(a) - order(b))) {
    const { chapter, words } = places[placeOf(operation.operationId)]!
    const isAlias = alias.test(operation.operationId)
    for (const media of Object.values(operation.requestBody?.content ?? {}))
      media.example ??= exampleOf(media.schema, undefined, examples)
    const said = [operation.description, words].filter(Boolean).join(' ')
    ;(arranged[path] ??= {})[method] = {
      ...operation,
      tags: [isAlias ? aliases.name : chapter],
      description: `${said}\n\n\`\`\`sh\n${command(path, method, operation, base_url)}\n\`\`\``,
    }
  }
  const tags = [...chapters.map(({ name, about: description }) => ({ name, description })), aliases]
  return { paths: arranged, tags }
}

/** The document without aliases, for people. */
export function withoutAliases<T extends { paths?: object; tags?: { name: string }[] }>(document: T): T {
  const paths = Object.entries(document.paths as Paths).filter(([, operations]) =>
    Object.values(operations).every(({ operationId }) => !alias.test(operationId)),
  )
  const tags = document.tags?.filter(({ name }) => name !== aliases.name)
  return { ...document, paths: Object.fromEntries(paths), ...(tags && { tags }) }
}

/** An example that satisfies the schema: the given one for this name, or the plainest. */
export function exampleOf(
  schema: SchemaNode,
  name: string | undefined,
  examples: Readonly<Record<string, unknown>>,
): unknown {
  const given = examples[schema.title ?? ''] ?? examples[name ?? '']
  if (given !== undefined && !schema.enum) return given
  if (schema.default !== undefined) return schema.default
  if (schema.enum) return schema.enum[0]
  if (schema.anyOf) return exampleOf(schema.anyOf[0]!, name, examples)
  switch ([schema.type].flat()[0]) {
    case 'object': {
      const required = (schema.required ?? []).map((field) => [
        field,
        exampleOf(schema.properties![field]!, field, examples),
      ])
      return Object.fromEntries(required) as unknown
    }
    case 'array':
      return [exampleOf(schema.items ?? {}, name, examples)]
    case 'integer':
    case 'number':
      return schema.minimum ?? 1
    case 'boolean':
      return true
    case 'string':
      return schema.format === 'uuid' ? uuidOf(name ?? '') : 'text'
    case undefined:
    default:
      return null
  }
}

/** A stable UUID per name, since the generated document is compared with the committed one. */
function uuidOf(name: string): string {
  const hex = createHash('sha256').update(name).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/** The curl command, with the caller's values as variables. */
function command(path: string, method: string, operation: Operation, base_url: string): string {
  const url = path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => `$${name.toUpperCase()}`)
  const query = (operation.parameters ?? [])
    .filter((one) => one.in === 'query' && one.required)
    .map(({ name }) => `${name}=$${name.toUpperCase()}`)
  const types = Object.keys(operation.responses['200']?.content ?? {})
  const isFile = operation.responses['302'] !== undefined
  const flags = [
    ...(types.includes('text/event-stream') ? ['-N'] : []),
    ...(isFile ? ['-L'] : []),
    ...(method === 'get' || (method === 'post' && operation.requestBody)
      ? []
      : [`-X ${method.toUpperCase()}`]),
  ]
  const address = `"${base_url}${url}${query.length > 0 ? `?${query.join('&')}` : ''}"`
  return [
    ['curl', ...flags, address].join(' '),
    ...credentialOf(operation),
    ...bodyOf(operation),
    ...(isFile ? ['-o file'] : []),
    ...(types.includes('text/csv') ? ['-o table.csv'] : []),
  ].join(' \\\n  ')
}

function credentialOf({ security }: Operation): string[] {
  if (security?.length === 0) return []
  return [security ? '-H "Authorization: Bearer $TOKEN"' : '-H "X-API-Key: $KEY"']
}

function bodyOf({ requestBody }: Operation): string[] {
  const [type, media] = Object.entries(requestBody?.content ?? {})[0] ?? []
  if (type === undefined) return []
  const header = `-H 'Content-Type: ${type}'`
  if (type !== 'application/json') return [header, '--data-binary @picture']
  return [header, `-d '${JSON.stringify(media!.example)}'`]
}
