import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import type { FastifySchemaCompiler, FastifySchemaValidationError } from 'fastify'
import { type AppError, noSuch, type Problem } from '../../errors.ts'
import { uuidPattern } from '../../uuid.ts'
import type { TextKind } from './schemas.ts'
import { normalizeText } from './text.ts'

type ObjectSchema = {
  type?: string | string[]
  properties?: Record<string, { type?: string; 'x-thing'?: string }>
}
type Finding = FastifySchemaValidationError
type Check = ((data: unknown) => boolean | { error: AppError }) & { errors?: Finding[] | null }

// The latest message of `x-text`; Ajv reads `validate.errors` right after the call.
const checkText = (kind: TextKind, data: string, _parent: unknown, context: TextContext): boolean => {
  const result = normalizeText(kind, data)
  if ('problem' in result) {
    checkText.errors = [{ keyword: 'x-text', message: result.problem, params: {} }]
    return false
  }
  if (context) context.parentData[context.parentDataProperty] = result.text
  return true
}
checkText.errors = [] as Partial<ErrorObject>[]
type TextContext =
  | { parentData: Record<string | number, unknown>; parentDataProperty: string | number }
  | undefined

function createAjv(): Ajv {
  const ajv = new Ajv({
    allErrors: true,
    coerceTypes: false, // Fastify's default turns {"n":"5"} into a number, also in bodies
    removeAdditional: 'all', // unknown fields are dropped, and never reach a handler
    useDefaults: true,
    strict: false,
  })
  ajv.addKeyword({
    keyword: 'x-text',
    type: 'string',
    modifying: true,
    errors: true,
    before: 'maxLength', // lengths count the normalised text
    validate: checkText,
  })
  ajv.addFormat('uuid', uuidPattern)
  for (const meant of ['date-time', 'email', 'uri']) ajv.addFormat(meant, true) // documentation only: use cases validate them
  return ajv
}

const noFinding: Finding = { keyword: '', instancePath: '', schemaPath: '', params: {} }
const wholeNumber = /^[0-9]+$/

/**
 * Parses the whole numbers of a query string: digits only (`1e3`, `0x10`, `+1` and ` 1` are refused). One too large to be
 * exact stays too large, so that `maximum` refuses it.
 */
function parseIntegers(schema: ObjectSchema, query: Record<string, unknown>): Finding[] {
  const problems: Finding[] = []
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    const value = query[name]
    if (property.type !== 'integer' || value === undefined) continue
    if (typeof value === 'string' && wholeNumber.test(value)) query[name] = Number(value)
    else
      problems.push({
        ...noFinding,
        keyword: typeof value === 'string' ? 'int_parsing' : 'int_type',
        instancePath: `/${name}`,
      })
  }
  return problems
}

const ajv = createAjv()
const compiled = new Map<string, ValidateFunction>()

/** Compiles each schema once per process: many routes, and several apps, share them. */
function compile(schema: ObjectSchema): ValidateFunction {
  const text = JSON.stringify(schema)
  const validate = compiled.get(text) ?? ajv.compile(schema)
  compiled.set(text, validate)
  return validate
}

/** The 404 for the first malformed id. */
function noSuchId({ properties }: ObjectSchema, findings: readonly { instancePath: string }[]): AppError {
  const name = findings[0]!.instancePath.slice(1)
  return noSuch(properties![name]!['x-thing']!)
}

/** Coerces only the whole numbers of a query string. A schema is compiled when it is first needed: all of them take 0.2 s. */
export function createValidatorCompiler(): FastifySchemaCompiler<ObjectSchema> {
  return ({ schema, httpPart }) => {
    let validate: ValidateFunction | undefined
    const check: Check = (data) => {
      validate ??= compile(schema)
      if (httpPart === 'querystring') {
        const problems = parseIntegers(schema, data as Record<string, unknown>)
        if (problems.length > 0) {
          check.errors = problems
          return false
        }
      }
      const valid = validate(data)
      if (!valid && httpPart === 'params') return { error: noSuchId(schema, validate.errors ?? []) }
      check.errors = (validate.errors as Finding[] | undefined) ?? null
      return valid
    }
    return check
  }
}

const parts: Record<string, string> = { querystring: 'query', params: 'path', headers: 'header' }
const segment = (text: string): string | number =>
  /^\d+$/.test(text) ? Number(text) : text.replaceAll('~1', '/').replaceAll('~0', '~')

/** Ajv's errors in */
export function problemsOf(part: string, findings: readonly FastifySchemaValidationError[]): Problem[] {
  return findings.map((finding) => {
    const loc = [parts[part] ?? part, ...finding.instancePath.split('/').slice(1).map(segment)]
    const params = finding.params ?? {}
    const msg = finding.message ?? ''
    switch (finding.keyword) {
      case 'required':
        return { loc: [...loc, String(params['missingProperty'])], msg: 'Field required', type: 'missing' }
      case 'type':
        return { loc, msg: `Input ${msg}`, type: typeName(params['type'], part, loc) }
      case 'enum':
      case 'const':
        return { loc, msg: allowed(params), type: 'literal_error' }
      case 'minimum':
      case 'exclusiveMinimum':
        return { loc, msg: `Input ${msg}`, type: 'greater_than_equal' }
      case 'maximum':
      case 'exclusiveMaximum':
        return { loc, msg: `Input ${msg}`, type: 'less_than_equal' }
      case 'minLength':
        return { loc, msg: `String ${msg}`, type: 'string_too_short' }
      case 'maxLength':
        return { loc, msg: `String ${msg}`, type: 'string_too_long' }
      case 'pattern':
      case 'format':
        return { loc, msg: `String ${msg}`, type: 'string_pattern_mismatch' }
      case 'int_parsing':
        return { loc, msg: 'Input must be a whole number in digits', type: 'int_parsing' }
      case 'int_type':
        return { loc, msg: 'Input must be given once', type: 'int_type' }
      default:
        return { loc, msg: `Input ${msg}`, type: 'value_error' }
    }
  })
}

function allowed(params: Record<string, unknown>): string {
  const values = params['allowedValues'] ?? [params['allowedValue']]
  return `Input must be one of ${JSON.stringify(values)}`
}

const typeNames: Record<string, string> = {
  string: 'string_type',
  integer: 'int_type',
  number: 'int_type',
  boolean: 'bool_type',
  array: 'list_type',
  object: 'json_type',
}

function typeName(type: unknown, part: string, loc: unknown[]): string {
  if (part === 'body' && loc.length === 1) return 'json_type'
  const first = [type].flat().join(',').split(',')[0] ?? ''
  return typeNames[first] ?? 'value_error'
}
