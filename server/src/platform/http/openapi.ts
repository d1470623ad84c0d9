import swagger, { type FastifyDynamicSwaggerOptions } from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { RouteOptions } from 'fastify'
import type { App } from './app.ts'
import { arrange, type Chapter, type Operation, withoutAliases } from './guide.ts'
import { errors } from './input/schemas.ts'

type Node = { [key: string]: unknown }

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the route supports an Idempotency-Key; a route that reads one without declaring it fails. */
    idempotent?: true
    /** Media types of a binary body. */
    bytes?: readonly string[]
    /** Whether the route declares all its errors itself, since they have a shape of their own. */
    own_errors?: true
  }
}

export interface ApiDescription {
  version: string
  session_cookie: string
  public_base_url: string
  chapters: readonly Chapter[]
  /** Example values, by field or by schema name. */
  examples: Readonly<Record<string, unknown>>
  /** An SVG, for the page and its tab icon. */
  sign: string
  /** Webhooks that we send, as path items; titled schemas move to `components`, as those of routes do. */
  webhooks: { [name: string]: object }
  /** Whether a guide is served beside the page. */
  has_guide: boolean
}

/**
 * Serves `/openapi.json` (3.1), made from the schemas of the routes registered after this call, and a page at `/docs` that
 * shows it without any foreign host.
 */
export async function registerOpenApi(app: App, about: ApiDescription): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Clipwright',
        version: about.version,
        description:
          'AI video generation on your own machines. Money is in whole hundredths of a credit. Errors are `{detail, code, request_id}`: `code` is stable, `detail` is for people.',
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      servers: [{ url: about.public_base_url, description: 'This server' }],
      components: {
        securitySchemes: {
          bearer: { type: 'http', scheme: 'bearer', description: 'An access token, or an API key.' },
          api_key: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
          session: { type: 'apiKey', in: 'cookie', name: about.session_cookie },
        },
      },
      security: [{ bearer: [] }, { api_key: [] }, { session: [] }],
    },
    transform: ({ schema, url, route }) => ({ url, schema: describe(schema, route) }),
    transformObject: (document) => finish('openapiObject' in document ? document.openapiObject : {}, about),
  } satisfies FastifyDynamicSwaggerOptions)
  app.get('/openapi.json', { schema: { hide: true } }, () => app.swagger())
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    staticCSP: true,
    transformStaticCSP: fromHereOnly,
    transformSpecification: (document) => ({
      ...withoutAliases(document),
      servers: [{ url: '/', description: 'This server, as you reached it' }],
      ...(about.has_guide && { externalDocs: { url: '../guide/api.html', description: 'The guide' } }),
    }),
    logo: { type: 'image/svg+xml', content: Buffer.from(about.sign), href: '/', target: '_self' },
    uiConfig: {
      displayOperationId: true,
      persistAuthorization: false,
      defaultModelsExpandDepth: 0,
      docExpansion: 'list',
      tryItOutEnabled: true,
      validatorUrl: 'none', // by default an image from a foreign host
    },
    theme: {
      title: 'Clipwright API',
      css: [{ filename: 'theme.css', content: theme }],
      favicon: [
        { filename: 'sign.svg', rel: 'icon', type: 'image/svg+xml', sizes: 'any', content: about.sign },
      ],
    },
  })
}

/** Quiet colours, for one document. */
const theme = `
.swagger-ui .topbar-wrapper { justify-content: space-between }
.swagger-ui .topbar { padding: 14px 0; background: #161616 }
.swagger-ui .topbar .download-url-wrapper { display: none }
.swagger-ui .topbar-wrapper img { height: 28px }
.swagger-ui .markdown code, .swagger-ui .renderedMarkdown code { color: inherit; background: #0000000d; font-weight: 500 }
.swagger-ui .markdown pre, .swagger-ui .renderedMarkdown pre { padding: 12px 16px; border-radius: 6px; background: #0000000d }
.swagger-ui .markdown pre code, .swagger-ui .renderedMarkdown pre code { background: none }
html.dark-mode .swagger-ui .markdown code, html.dark-mode .swagger-ui .markdown pre { background: #ffffff1a }
html.dark-mode .swagger-ui .markdown pre code { background: none }
`

const idempotencyKey = {
  type: 'string',
  minLength: 1,
  maxLength: 255,
  pattern: '^[ -~]+$',
  description:
    'Makes repeating safe: within a day the same key with the same body gets the first answer again.',
}

/** Adds to the document what a route's schema does not say. */
function describe(
  schema: RouteOptions['schema'],
  { config }: RouteOptions,
): NonNullable<RouteOptions['schema']> {
  const { idempotent, bytes, access, own_errors } = config ?? {}
  const hasBody = schema?.body !== undefined || bytes !== undefined
  const everywhere = errors(400, 429, 431, 503)
  const signedIn = access === undefined ? {} : errors(401, 403)
  const withBody = hasBody ? errors(413, 415) : {}
  const shared = own_errors ? {} : { ...everywhere, ...signedIn, ...withBody }
  return {
    ...schema,
    ...(idempotent && { headers: { type: 'object', properties: { 'Idempotency-Key': idempotencyKey } } }),
    ...(bytes && { consumes: [...bytes], body: { type: 'string', format: 'binary' } }),
    response: { ...shared, ...(schema?.response as object) },
  }
}

/** Orders the document, and marks optional bodies as such. */
function finish(document: Node, about: ApiDescription): Node {
  const paths = document['paths'] as Record<string, Record<string, Operation>>
  for (const { requestBody } of Object.values(paths).flatMap((operations) => Object.values(operations))) {
    if (!requestBody) continue
    const schemas = Object.values(requestBody.content).map(({ schema }) => schema)
    requestBody.required = !schemas.some(({ type }) => Array.isArray(type) && type.includes('null'))
  }
  const arranged = arrange(paths, about.chapters, about.examples, about.public_base_url)
  return nameSchemas({ ...document, ...arranged, webhooks: about.webhooks })
}

/** The page's policy without foreign hosts, and without an upgrade to https, which a home network lacks. */
const fromHereOnly = (policy: string): string =>
  policy.replaceAll(/ https:| validator\.swagger\.io| upgrade-insecure-requests;/g, '')

/** Moves every titled schema to `components.schemas` and leaves a reference. */
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
  const webhooks = visit(document['webhooks'])
  const components = document['components'] as Node
  const sorted = Object.fromEntries(Object.entries(schemas).toSorted(([a], [b]) => a.localeCompare(b)))
  return { ...document, paths, webhooks, components: { ...components, schemas: sorted } }
}
