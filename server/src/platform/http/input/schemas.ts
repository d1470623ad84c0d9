import { type Static, type TProperties, type TSchema, Type } from 'typebox'

/** An object schema that `/openapi.json` lists under `components` by this name. */
export function Named<T extends TProperties>(
  name: string,
  properties: T,
  options: { description?: string; additionalProperties?: boolean } = {},
) {
  return Type.Object(properties, { title: name, ...options })
}

/** An instant: a `Date` in code, RFC 3339 with milliseconds and `Z` in JSON. */
export const Timestamp = Type.Unsafe<Date>({ type: 'string', format: 'date-time' })

/** The schema or null, as one `type` list: for `anyOf` Ajv would report three problems instead of one. */
export function Nullable<T extends TSchema>(schema: T) {
  const { type, ...rest } = schema as T & { type: string; enum?: unknown[] }
  const choices = rest.enum ? { enum: [...rest.enum, null] } : {}
  return Type.Unsafe<Static<T> | null>({ ...rest, type: [type, 'null'], ...choices })
}

/** One of these words; any other is a `literal_error`. */
export function OneOf<const T extends string>(values: readonly T[], options: Record<string, unknown> = {}) {
  return Type.Unsafe<T>({ type: 'string', enum: [...values], ...options })
}

/**
 * A path parameter that is an id; `checkInputs` requires it for every one. A text that can't be an id is a 404 (`noSuch`)
 * before any query, since the database would fail on it.
 */
export function PathId(thing: string, options: { pattern?: string; description?: string } = {}) {
  const shape = options.pattern === undefined ? { format: 'uuid' } : {}
  return Type.Unsafe<string>({ type: 'string', 'x-thing': thing, ...shape, ...options })
}

/**
 * How a text is checked and normalised, before its length is (see `text.ts`): `secret` is kept as received; `plain` has no
 * NUL; `label` is trimmed, NFC, without control or bidi characters; `prose` is the same, with line breaks and tabs allowed.
 */
export type TextKind = 'secret' | 'plain' | 'label' | 'prose'

/** Lengths are code points of the normalised text. */
export function Text(
  kind: TextKind,
  options: {
    minLength?: number
    maxLength: number
    pattern?: string
    /** Documentation only: the use case validates it. */
    format?: 'email' | 'date-time' | 'uri'
    description?: string
  },
) {
  return Type.Unsafe<string>({ type: 'string', 'x-text': kind, ...options })
}

/** A query parameter that is a whole number: digits only, parsed before validation. */
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

/** `page` and `page_size` with their defaults. */
export interface Page {
  page: number
  page_size: number
}

export function pageOf(query: { page?: number; page_size?: number }): Page {
  return { page: query.page ?? 1, page_size: query.page_size ?? 20 }
}

/** A page of a list, with the number of items on all pages. */
export function ListOf<T extends TSchema>(name: string, items: T) {
  return Named(name, {
    items: Type.Array(items),
    total: Type.Integer({
      description:
        'How many items all pages have. A list with filters and a list of administrators end after 10,000: a narrower filter finds what lies behind, and so does the cursor of a list that has one.',
    }),
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

type ErrorStatus = 400 | 401 | 402 | 403 | 404 | 409 | 410 | 413 | 415 | 416 | 423 | 429 | 431 | 502 | 503

/** The error responses of a route; 422 and 500 are always added. */
export function errors(...statuses: ErrorStatus[]): Record<number, TSchema> {
  const entries: [number, TSchema][] = statuses.map((status) => [status, ErrorBody])
  return Object.fromEntries([...entries, [422, HTTPValidationError], [500, ErrorBody]])
}

/** For 204 and redirects. */
export const NoBody = Type.Null({ description: 'No body.' })
