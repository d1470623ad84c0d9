import { Ajv, type ValidateFunction } from 'ajv'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ErrorBody, HTTPValidationError } from '../../platform/http/input/schemas.ts'
import { OpenAiError } from '../../openai/schemas.ts'
import { uuidPattern } from '../../platform/uuid.ts'

// T-132: every answer that any test gets is compared with what its route declares. Success passes a serialiser that drops
// what is not declared; errors and streams do not, and a serialiser checks no formats and no ranges.

/** Further members that an error may have, by its code; docs/errors.md tells callers of them. */
const errorExtras: Record<string, readonly string[]> = {
  insufficient_balance: ['required', 'available'],
  insufficient_scope: ['required_scope'],
  mail_not_sent: ['reason'],
  invalid_mfa_code: ['attempts_remaining'],
  api_key_spend_cap_reached: ['spend_cap', 'spent_in_period'],
  too_many_active_tasks: ['limit'],
  too_many_streams: ['limit'],
  storage_quota_reached: ['stored_bytes', 'quota_bytes'],
  result_not_ready: ['status'],
}

type Schema = { [key: string]: unknown }

const ajv = new Ajv({ strict: false, allErrors: true })
ajv.addFormat('uuid', uuidPattern)
ajv.addFormat('date-time', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
const validators = new WeakMap<object, ValidateFunction>()

/** A schema that also refuses fields which it does not name. */
function strict(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(strict)
  if (typeof schema !== 'object' || schema === null) return schema
  const copy: Schema = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, strict(value)]))
  if (copy['properties'] !== undefined && copy['type'] !== undefined) copy['additionalProperties'] ??= false
  return copy
}

function problemsWith(schema: object, body: unknown): string[] {
  let validate = validators.get(schema)
  if (!validate) validators.set(schema, (validate = ajv.compile(strict(schema) as object)))
  if (validate(body)) return []
  return (validate.errors ?? []).map((error) => {
    const name = String(error.params['additionalProperty'] ?? '')
    return `${error.instancePath} ${error.message} ${name}`.trim()
  })
}

function problemsOfError(status: number, body: unknown): string[] {
  const problems = problemsWith(status === 422 ? HTTPValidationError : ErrorBody, body)
  if (status === 422 || problems.length > 0) return problems
  const { detail: _, code, request_id: __, ...extra } = body as Schema
  const allowed = errorExtras[String(code)] ?? []
  return Object.keys(extra)
    .filter((name) => !allowed.includes(name))
    .map((name) => `must not have ${name}`)
}

/** Answers of these have no body, or none that is JSON of ours. */
const documentRoutes = /^\/(docs|openapi\.json)/

function problemsOfAnswer(request: FastifyRequest, reply: FastifyReply, payload: unknown): string[] {
  const { statusCode: status } = reply
  const { url, schema } = request.routeOptions
  const type = String(reply.getHeader('content-type') ?? '')
  const isJson = type.startsWith('application/json')
  if (schema?.hide === true && type.startsWith('text/html')) return [] // a page tells its errors in HTML
  if (url === '/mcp' && typeof payload !== 'string') return [] // JSON-RPC, which its own client reads
  if (status >= 400) {
    if (typeof payload !== 'string' || !isJson) return ['an error must be JSON']
    const body: unknown = JSON.parse(payload)
    return request.url.startsWith('/openai/')
      ? problemsWith(OpenAiError, body)
      : problemsOfError(status, body)
  }
  if (url === undefined || documentRoutes.test(url)) return []
  const declared = (schema?.response as Record<number, object> | undefined)?.[status]
  if (!declared) return schema?.hide ? [] : ['is not declared']
  if ((declared as Schema)['type'] === 'null')
    return [undefined, null, '', 'null'].includes(payload as string) ? [] : ['must have no body']
  if (typeof payload !== 'string') return [] // a stream: a route's own test reads it
  return isJson ? problemsWith(declared, JSON.parse(payload)) : ['must be JSON']
}

/** Notes every answer of this app that is not what its route declares, in words for a person. */
export function compareWithSchemas(app: Pick<FastifyInstance, 'addHook'>, problems: string[]): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    const route = `${request.method} ${request.routeOptions.url ?? request.url} ${reply.statusCode}`
    for (const problem of problemsOfAnswer(request, reply, payload)) problems.push(`${route}: ${problem}`)
    done()
  })
}
