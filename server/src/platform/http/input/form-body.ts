import { createHash } from 'node:crypto'
import { PassThrough, type Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { Busboy } from '@fastify/busboy'
import type { FastifyRequest } from 'fastify'
import { invalid, payloadTooLarge } from '../../errors.ts'
import { limitBytes } from '../../files/limit-bytes.ts'
import type { App } from '../app.ts'
import { noteBody } from '../idempotency-key.ts'
import { parseJson } from './json-body.ts'

export interface FormOptions {
  /** All parts together. A larger `Content-Length` is refused at once. */
  max_bytes: number
  /** All parts that are no files, together. */
  max_text_bytes: number
  /** Parts that are files, by name, with what becomes of their bytes: it reads them to their end, or throws. */
  files: Readonly<Record<string, (request: FastifyRequest, bytes: Readable) => Promise<string>>>
}

type Field = string | Record<string, string>
interface FieldSchema {
  type?: string | string[]
  properties?: Record<string, FieldSchema>
}

const maxParts = 64
/** `size`, or `input_reference[image_url]`. */
const partName = /^(\w{1,64})(?:\[(\w{1,64})\])?$/

/**
 * Takes multipart forms beside JSON: what reaches the route's schema is the same. Texts become numbers, booleans and objects (as
 * JSON) where the schema wants them; a file becomes what its function returns. The body may take as long as an upload may.
 */
export function acceptForms(scope: App, options: FormOptions): void {
  scope.addHook('onRoute', (route) => void (route.config = { ...route.config, body: 'upload' }))
  scope.addContentTypeParser('multipart/form-data', async (request: FastifyRequest, payload: Readable) => {
    if (Number(request.headers['content-length'] ?? 0) > options.max_bytes) throw payloadTooLarge()
    const fields = await readForm(request, payload, options)
    return typed(fields, request.routeOptions.schema?.body as FieldSchema)
  })
}

async function readForm(request: FastifyRequest, payload: Readable, options: FormOptions) {
  const fields = new Map<string, Field>()
  /** What tells one body from another, whatever boundary its sender drew. */
  const digest: [name: string, content: string][] = []
  let text_bytes = 0

  const takeText = async (name: string, part: Readable): Promise<string> => {
    const bytes = await buffer(limitBytes(part, options.max_text_bytes - text_bytes, payloadTooLarge))
    text_bytes += bytes.length
    const text = decode(bytes, name)
    digest.push([name, text])
    return text
  }
  const takeFile = async (
    name: string,
    part: Readable,
    take: FormOptions['files'][string],
  ): Promise<string> => {
    const hash = createHash('sha256')
    const bytes = part.on('data', (chunk: Buffer) => hash.update(chunk)).pipe(new PassThrough())
    const taken = await take(request, bytes)
    digest.push([name, hash.digest('hex')])
    return taken
  }
  await eachPart(payload, request, options.max_bytes, async ({ name, is_file, part }) => {
    const [, field = '', inner] = partName.exec(name) ?? []
    if (field === '') throw invalid(['body'], 'The name of a part is not one of a field', 'form_invalid')
    const take =
      is_file && inner === undefined && Object.hasOwn(options.files, field) ? options.files[field] : undefined
    const value = take ? await takeFile(name, part, take) : await takeText(name, part)
    const before = fields.get(field)
    fields.set(
      field,
      inner === undefined ? value : { ...(typeof before === 'object' && before), [inner]: value },
    )
  })
  noteBody(request, Buffer.from(JSON.stringify(digest.toSorted(([a], [b]) => (a < b ? -1 : 1)))))
  return fields
}

interface Part {
  name: string
  is_file: boolean
  part: Readable
}

/** Reads one part after the other. @throws what `take` throws, and at a form that is none. */
function eachPart(
  payload: Readable,
  { headers }: FastifyRequest,
  max_bytes: number,
  take: (part: Part) => Promise<void>,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const parser = createParser(headers['content-type'] ?? '')
    let reading = Promise.resolve()
    const fail = (error: unknown) => {
      payload.unpipe()
      limited.unpipe()
      parser.destroy()
      reject(error)
    }
    parser.on('file', (name: string | undefined, part: Readable, filename: string | undefined) => {
      part.on('error', () => {}) // told by the parser
      reading = reading.then(() => take({ name: name ?? '', is_file: filename !== undefined, part }))
      reading.catch(fail)
    })
    for (const limit of ['partsLimit', 'filesLimit'] as const)
      parser.on(limit, () => fail(invalid(['body'], `A form has ${maxParts} parts at most`, 'form_invalid')))
    parser.on('error', () => fail(invalid(['body'], 'The body is no multipart form', 'form_invalid')))
    parser.on('finish', () => void reading.then(resolve, fail))
    const limited = limitBytes(payload, max_bytes, payloadTooLarge)
    limited.on('error', fail).pipe(parser)
  })
}

function createParser(contentType: string) {
  try {
    // Every part is a stream: the parser would decode texts without a word about bytes that are none.
    const limits = { parts: maxParts, files: maxParts, headerPairs: 20, headerSize: 4096 }
    return new Busboy({ headers: { 'content-type': contentType }, isPartAFile: () => true, limits })
  } catch {
    throw invalid(['body'], 'The header Content-Type names no boundary', 'form_invalid')
  }
}

function decode(bytes: Uint8Array, name: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw invalid(['body', name], 'The text is not valid UTF-8', 'form_invalid')
  }
}

/** The fields as values of the types that the schema wants. What is no such value stays a text, which the schema refuses. */
function typed(fields: ReadonlyMap<string, Field>, schema: FieldSchema): Record<string, unknown> {
  const entries = [...fields].map(([name, value]) => {
    const types = [schema.properties?.[name]?.type ?? []].flat()
    return [
      name,
      typeof value === 'string' && !types.includes('string') ? valueOf(value, types, name) : value,
    ]
  })
  return Object.fromEntries(entries) as Record<string, unknown>
}

function valueOf(text: string, types: readonly string[], name: string): unknown {
  if (types.includes('integer') && /^-?\d{1,16}$/.test(text)) return Number(text)
  if (types.includes('number') && /^-?\d{1,16}(\.\d{1,16})?$/.test(text)) return Number(text)
  if (types.includes('boolean') && /^(true|false)$/.test(text)) return text === 'true'
  if (!types.includes('object')) return text
  try {
    return parseJson(Buffer.from(text))
  } catch {
    throw invalid(['body', name], 'Input must be a JSON object', 'json_invalid')
  }
}
