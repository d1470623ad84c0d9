import { type Static, type TProperties, type TSchema, Type } from 'typebox'

/** An object that `/openapi.json` lists by its name under `components`. */
export function Named<T extends TProperties>(
  name: string,
  properties: T,
  options: { description?: string; additionalProperties?: boolean } = {},
) {
  return Type.Object(properties, { title: name, ...options })
}

/** An instant: a `Date` in code, RFC 3339 with milliseconds and `Z` on the wire. */
export const Timestamp = Type.Unsafe<Date>({ type: 'string', format: 'date-time' })

/**
 * The schema or null, as one `type` list: Ajv then reports one problem where `anyOf` would report three.
 */
export function Nullable<T extends TSchema>(schema: T) {
  const { type, ...rest } = schema as T & { type: string; enum?: unknown[] }
  const choices = rest.enum ? { enum: [...rest.enum, null] } : {}
  return Type.Unsafe<Static<T> | null>({ ...rest, type: [type, 'null'], ...choices })
}

/** One of a few words; named `literal_error` when it is none of them. */
export function OneOf<const T extends string>(values: readonly T[], options: Record<string, unknown> = {}) {
  return Type.Unsafe<T>({ type: 'string', enum: [...values], ...options })
}

/**
 * An id in a path. What has not its shape is told as one that nothing has (404, `noSuch`) before any query: a database
 * fails on a text that can be no id. Every parameter of a path is one: see `checkInputs`.
 */
export function PathId(thing: string, options: { pattern?: string; description?: string } = {}) {
  const shape = options.pattern === undefined ? { format: 'uuid' } : {}
  return Type.Unsafe<string>({ type: 'string', 'x-thing': thing, ...shape, ...options })
}

/**
 * What a text may hold, checked and normalised before its length is (see `text.ts`):
 * `secret` kept as received; `plain` without NUL; `label` trimmed, NFC, no control or bidi characters;
 * `prose` the same, but with line breaks and tabs.
 */
export type TextKind = 'secret' | 'plain' | 'label' | 'prose'

/** Lengths count code points, after trimming where the kind trims. */
export function Text(
  kind: TextKind,
  options: {
    minLength?: number
    maxLength: number
    pattern?: string
    /** Says what is meant; what counts is judged where it is used. */
    format?: 'email' | 'date-time' | 'uri'
    description?: string
  },
) {
  return Type.Unsafe<string>({ type: 'string', 'x-text': kind, ...options })
}

/** A query parameter that holds a whole number: digits only, checked and turned into a number before validation. */
export function QueryInteger(options: {
  minimum: number
  maximum: number
  default?: number
  description?: string
}) {
  return Type.Optional(Type.Unsafe<number>({ type: 'integer', ...options }))
}

export const Paging = {
  page: QueryInteger({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, default: 1 }),
  page_size: QueryInteger({ minimum: 1, maximum: 100, default: 20 }),
}

/** `page` and `page_size` after validation has filled in the defaults. */
export interface Page {
  page: number
  page_size: number
}

export function pageOf(query: { page?: number; page_size?: number }): Page {
  return { page: query.page ?? 1, page_size: query.page_size ?? 20 }
}

/** One page of a list, with the number of items on all pages. */
export function ListOf<T extends TSchema>(name: string, items: T) {
  return Named(name, {
    items: Type.Array(items),
    total: Type.Integer(),
    page: Type.Integer(),
    page_size: Type.Integer(),
  })
}

export const ErrorBody = Named(
  'ErrorBody',
  { detail: Type.String(), code: Type.String(), request_id: Type.String() },
  { additionalProperties: true, description: 'An error; `code` is stable, `detail` is for people.' },
)

export const HTTPValidationError = Named(
  'HTTPValidationError',
  {
    detail: Type.Array(
      Type.Object({
        loc: Type.Array(Type.Unsafe<string | number>({ anyOf: [{ type: 'string' }, { type: 'integer' }] })),
        msg: Type.String(),
        type: Type.String(),
      }),
    ),
    code: Type.String(),
    request_id: Type.String(),
  },
  { description: 'The request is not valid.' },
)

type ErrorStatus = 400 | 401 | 402 | 403 | 404 | 409 | 410 | 413 | 415 | 416 | 423 | 429 | 431 | 503

/** The error responses of a route; 422 and 500 are always among them. */
export function errors(...statuses: ErrorStatus[]): Record<number, TSchema> {
  const entries: [number, TSchema][] = statuses.map((status) => [status, ErrorBody])
  return Object.fromEntries([...entries, [422, HTTPValidationError], [500, ErrorBody]])
}

/** 204 and redirects: no body. */
export const NoBody = Type.Null({ description: 'No body.' })
