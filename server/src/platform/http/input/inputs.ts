import type { FastifyInstance } from 'fastify'

interface Node {
  type?: string | string[]
  properties?: Record<string, Node>
  items?: Node
  anyOf?: Node[]
  [keyword: string]: unknown
}

/** What says of a text which characters it may hold. */
const rules = ['x-text', 'x-thing', 'enum', 'const', 'pattern']

/**
 * Stops the start at a route that lets a text through unchecked: an id of a path is a `PathId`, and every text of a query or
 * a body has a rule, so that neither NUL nor a lone surrogate ever reaches the database. A wildcard is its handler's to check.
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
    ...uncheckedTexts(schema.items, `${place}.[]`),
    ...(schema.anyOf ?? []).flatMap((one) => uncheckedTexts(one, place)),
  ]
}
