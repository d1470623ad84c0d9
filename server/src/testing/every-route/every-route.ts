import { randomUUID } from 'node:crypto'
import type { App } from '../../platform/http/app.ts'

// Every route as the document at /openapi.json describes it, for rules that hold for all of them: a new route is under
// these rules without anybody having to think of it.

export interface Schema {
  type?: string | string[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  minimum?: number
  minLength?: number
  minItems?: number
  pattern?: string
  format?: string
  $ref?: string
}

export interface Operation {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** With ids that nothing has. */
  url: string
  /** As the router knows it. */
  route: string
  isOpen: boolean
  /** Of the JSON body; undefined for routes that read none. */
  body: Schema | undefined
  /** Whether a body may be null or absent. */
  bodyMayBeNull: boolean
  /** Whether it reads no body at all. */
  readsNothing: boolean
  query: Record<string, Schema>
  /** Whether the answer is a stream of events, which has no end. */
  isStream: boolean
}

interface DocumentedOperation {
  responses: Record<string, { content?: Record<string, unknown> }>
  security?: unknown[]
  requestBody?: { content: Record<string, { schema: Schema }> }
  parameters?: { in: string; name: string; schema: Schema }[]
}

/** All operations of the API; `fill` gives path parameters that something has, by their names. */
export async function everyOperation(app: App, fill: Record<string, string> = {}): Promise<Operation[]> {
  await app.ready()
  const document = app.swagger() as unknown as {
    paths: Record<string, Record<string, DocumentedOperation>>
    components: { schemas: Record<string, Schema> }
  }
  const resolve = (schema: Schema): Schema => {
    if (schema.$ref === undefined) return schema
    return document.components.schemas[schema.$ref.split('/').at(-1)!]!
  }
  return Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]): Operation => {
      const given = operation.requestBody?.content['application/json']?.schema
      const choices = (given?.anyOf ?? (given ? [given] : [])).map(resolve)
      const parameters = operation.parameters ?? []
      return {
        method: method.toUpperCase() as Operation['method'],
        url: path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => fill[name] ?? randomUUID()),
        route: path.replaceAll(/\{(\w+)\}/g, ':$1'),
        isOpen: operation.security?.length === 0,
        body: choices.find((choice) => choice.properties !== undefined),
        readsNothing: operation.requestBody === undefined,
        bodyMayBeNull: choices.some((choice) => choice.type === 'null'),
        query: Object.fromEntries(
          parameters.filter((one) => one.in === 'query').map(({ name, schema }) => [name, schema]),
        ),
        isStream: operation.responses['200']?.content?.['text/event-stream'] !== undefined,
      }
    }),
  )
}

interface Answer {
  statusCode: number
  body: string
  headers: Record<string, unknown>
}

interface Fault {
  loc: (string | number)[]
  type: string
  msg: string
}

/** An error in the words of our own API, whatever dialect told it: what is invalid is 422 with the place of each fault. */
export function inOurWords({ statusCode, body, headers }: Answer) {
  const told = (body.startsWith('{') ? JSON.parse(body) : {}) as Record<string, unknown>
  const { error } = told as { error?: { message: string; param: string | null; code: string } }
  const isTheirs = typeof error === 'object' && statusCode >= 400
  const detail = isTheirs
    ? [{ loc: ['body', ...(error.param?.split('.') ?? [])], msg: error.message, type: error.code }]
    : told['detail']
  const isInvalid = isTheirs && statusCode === 400 && error.code !== 'bad_request'
  const code = isInvalid ? 'validation_failed' : isTheirs ? error.code : told['code']
  return {
    statusCode: isInvalid ? 422 : statusCode,
    body,
    headers,
    json: () => ({
      ...told,
      code: code as string,
      request_id: headers['x-request-id'] as string,
      detail: detail as Fault[],
    }),
  }
}

export const typesOf = (schema: Schema): string[] => [schema.type ?? []].flat()

/** A small value that the schema lets pass. */
export function example(schema: Schema): unknown {
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  if (schema.anyOf) return example(schema.anyOf[0]!)
  const [type] = typesOf(schema)
  switch (type) {
    case 'string':
      return exampleText(schema)
    case 'integer':
    case 'number':
      return schema.minimum ?? 1
    case 'boolean':
      return true
    case 'array':
      return Array.from({ length: schema.minItems ?? 1 }, () => example(schema.items ?? { type: 'string' }))
    case 'object':
      return exampleBody(schema)
    case undefined:
    default:
      return null
  }
}

function exampleText({ format, minLength = 1 }: Schema): string {
  if (format === 'uuid') return randomUUID()
  if (format === 'date-time') return new Date(Date.now() + 86_400_000).toISOString()
  return 'a'.repeat(Math.max(minLength, 6))
}

/** A body with every field that must be there, and further ones. */
export function exampleBody(schema: Schema, more: Record<string, unknown> = {}): Record<string, unknown> {
  const required = (schema.required ?? []).map((name) => [name, example(schema.properties![name]!)])
  return { ...(Object.fromEntries(required) as Record<string, unknown>), ...more }
}
