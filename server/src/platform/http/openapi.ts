import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { App } from './app.ts'

type Node = { [key: string]: unknown }

/**
 * `/openapi.json` (3.1) from the schemas of the routes registered after this, and a page at `/docs` that reads it, without
 * a foreign host.
 */
export async function registerOpenApi(
  app: App,
  info: { version: string; session_cookie: string },
): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Clipwright',
        version: info.version,
        description: 'AI video generation on your own machines. Money is in whole hundredths of a credit.',
      },
      components: {
        securitySchemes: {
          bearer: { type: 'http', scheme: 'bearer', description: 'An access token, or an API key.' },
          api_key: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
          session: { type: 'apiKey', in: 'cookie', name: info.session_cookie },
        },
      },
      security: [{ bearer: [] }, { api_key: [] }, { session: [] }],
    },
    transformObject: (document) => nameSchemas('openapiObject' in document ? document.openapiObject : {}),
  })
  app.get('/openapi.json', { schema: { hide: true } }, () => app.swagger())
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    staticCSP: true,
    transformStaticCSP: fromHereOnly,
    uiConfig: {
      url: '/openapi.json',
      displayOperationId: true,
      persistAuthorization: false,
      validatorUrl: 'none', // by default a picture of a foreign host
    },
    theme: { title: 'Clipwright API' },
  })
}

/** The page's policy without what it does not need: foreign hosts, and https, which a laptop or a home network has not. */
const fromHereOnly = (policy: string): string =>
  policy.replaceAll(/ https:| validator\.swagger\.io| upgrade-insecure-requests;/g, '')

/** Moves every schema that has a title to `components.schemas` under it, and leaves a reference. */
function nameSchemas(document: Node): Node {
  const schemas: Node = {}
  const visit = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(visit)
    if (typeof value !== 'object' || value === null) return value
    const entries = Object.entries(value).filter(([key]) => key !== 'x-text' && key !== 'x-thing')
    const node: Node = Object.fromEntries(entries.map(([key, child]) => [key, visit(child)]))
    if (typeof node['title'] !== 'string' || node['type'] === undefined) return node
    const { title, ...schema } = node
    const nullable = Array.isArray(schema['type']) && schema['type'].includes('null')
    schemas[title] ??= nullable ? { ...schema, type: 'object' } : schema
    const reference = { $ref: `#/components/schemas/${title}` }
    return nullable ? { anyOf: [reference, { type: 'null' }] } : reference
  }
  const paths = visit(document['paths'])
  const components = document['components'] as Node
  const sorted = Object.fromEntries(Object.entries(schemas).toSorted(([a], [b]) => a.localeCompare(b)))
  return { ...document, paths, components: { ...components, schemas: sorted } }
}
