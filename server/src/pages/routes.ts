import type { App } from '../platform/http/app.ts'
import { siteFiles } from './site-files.ts'

/** The icons and robots.txt. */
export function publicRoutes(app: App): void {
  for (const [path, [type, content]] of Object.entries(siteFiles)) {
    app.get(path, { schema: { hide: true } }, (_request, reply) =>
      reply.header('cache-control', 'public, max-age=86400').type(type).send(content),
    )
  }
}
