import type { FastifyInstance } from 'fastify'
import { parse } from 'secure-json-parse'
import { invalid } from '../../errors.ts'
import { noteBody } from '../idempotency-key.ts'

/** Deeper bodies are refused before anything walks them: `JSON.stringify` overflows the stack at 100,000 nested arrays. */
const maxDepth = 32

/**
 * Accepts JSON only, unless a route registers a parser; anything else is 415, which also stops cross-site forms that need no
 * preflight. Bytes must be UTF-8, `__proto__` is refused, and an empty body is invalid unless
 * the route reads none or its schema allows null.
 */
export function acceptJsonOnly(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    try {
      noteBody(request, body as Buffer)
      const schema = request.routeOptions.schema?.body as { type?: string | string[] } | undefined
      // Clients announce JSON where there is nothing to send, such as OpenAI's for Python when it deletes.
      const mayBeEmpty = schema === undefined || [schema.type].flat().includes('null')
      done(null, body.length === 0 && mayBeEmpty ? null : parseJson(body as Buffer))
    } catch (error) {
      done(error as Error)
    }
  })
}

/** @throws ValidationError 422 `json_invalid`, with the offset of the fault where it is known. */
export function parseJson(bytes: Uint8Array): unknown {
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw invalid(['body'], 'The body is not valid UTF-8', 'json_invalid')
  }
  if (depthOf(text) > maxDepth)
    throw invalid(['body'], `The body is nested deeper than ${maxDepth}`, 'json_invalid')
  // The parser below would skip a byte order mark, which JSON does not allow.
  if (text.startsWith('\uFEFF')) throw invalid(['body', 0], 'JSON decode error', 'json_invalid')
  try {
    return parse(text, undefined, { protoAction: 'error', constructorAction: 'error' })
  } catch (error) {
    const offset = /position (\d+)/.exec((error as Error).message)?.[1]
    throw invalid(['body', Number(offset ?? 0)], 'JSON decode error', 'json_invalid')
  }
}

/** Nesting depth of brackets outside strings; correct for valid JSON. */
function depthOf(text: string): number {
  let depth = 0
  let deepest = 0
  let inString = false
  for (let i = 0; i < text.length; i++) {
    const char = text.charCodeAt(i)
    if (inString) {
      if (char === 0x5c) i++
      else if (char === 0x22) inString = false
    } else if (char === 0x22) inString = true
    else if (char === 0x5b || char === 0x7b) deepest = Math.max(deepest, ++depth)
    else if (char === 0x5d || char === 0x7d) depth--
  }
  return deepest
}
