import type { FastifyInstance } from 'fastify'

/** The methods that a path answers to: for `Allow` in a 405. Sees the routes that are registered after this call. */
export function allowedMethods(app: Pick<FastifyInstance, 'addHook'>): (url: string) => string[] {
  const routes: { path: RegExp; methods: string[] }[] = []
  app.addHook('onRoute', ({ url, method }) => {
    if (url === '*') return // a preflight is no route of its own
    const pattern = url
      .replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&')
      .replaceAll(/:[^/]+/g, '[^/]+')
      .replaceAll('*', '.*')
    routes.push({ path: new RegExp(`^${pattern}$`), methods: [method].flat() })
  })
  return (url) => {
    const path = url.split('?', 1)[0]!
    return [
      ...new Set(routes.filter((route) => route.path.test(path)).flatMap((route) => route.methods)),
    ].toSorted()
  }
}
