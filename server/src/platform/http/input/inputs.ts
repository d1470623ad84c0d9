import type { FastifyInstance } from 'fastify'

interface Node {
  type?: string | string[]
  properties?: Record<string, Node>
  items?: Node
  patternProperties?: Record<string, Node>
  anyOf?: Node[]
  [keyword: string]: unknown
}

/** Keywords that restrict the characters of a text. */
const rules = ['x-text', 'x-thing', 'enum', 'const', 'pattern']

/**
 * Fails the start for a route with an unchecked text: path parameters must be a `PathId`, and every text of a query or body
 * needs a rule. So neither NUL nor a lone surrogate reaches the database. Handlers check wildcards themselves.
 */
export function checkInputs(app: Pick<FastifyInstance, 'addHook'>): void {
  app.addHook('onRoute', ({ url, schema }) => {
    const params = schema?.params as Node | undefined
    for (const [, name] of url.matchAll(/:(\w+)/g)) {
      if (params?.properties?.[name!]?.['x-thing'] === undefined)
        throw new Error(`${url}: ${name} is no PathId`)
    }
    const unchecked = [
      ...uncheckedTexts(schema?.querystring as Node | undefined, 'query'),
      ...uncheckedTexts(schema?.body as Node | undefined, 'body'),
    ]
    if (unchecked.length > 0) throw new Error(`${url}: nothing checks the text of ${unchecked.join(', ')}`)
  })
}

function uncheckedTexts(schema: Node | undefined, place: string): string[] {
  if (!schema) return []
  const isText = [schema.type].flat().includes('string')
  const isChecked = rules.some((rule) => schema[rule] !== undefined) || schema['format'] === 'uuid'
  return [
    ...(isText && !isChecked ? [place] : []),
    ...Object.entries(schema.properties ?? {}).flatMap(([name, one]) =>
      uncheckedTexts(one, `${place}.${name}`),
    ),
    ...Object.entries(schema.patternProperties ?? {}).flatMap(([pattern, one]) =>
      uncheckedTexts(one, `${place}./${pattern}/`),
    ),
    ...uncheckedTexts(schema.items, `${place}.[]`),
    ...(schema.anyOf ?? []).flatMap((one) => uncheckedTexts(one, place)),
  ]
}
