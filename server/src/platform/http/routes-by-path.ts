import type { FastifyInstance } from 'fastify'

/** The methods that a path answers to: for `Allow` in a 405. Sees the routes that are registered after this call. */
export function allowedMethods(app: Pick<FastifyInstance, 'addHook'>): (url: string) => string[] {
  const routes: { url: string; path: RegExp; methods: string[] }[] = []
  app.addHook('onRoute', ({ url, method }) => {
    if (url === '*') return // a preflight is no route of its own
    const pattern = url
      .replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&')
      .replaceAll(/:[^/]+/g, '[^/]+')
      .replaceAll('*', '.*')
    routes.push({ url, path: new RegExp(`^${pattern}$`), methods: [method].flat() })
  })
  return (url) => {
    const path = url.split('?', 1)[0]!
    // A path that a route names word for word is no other route's parameter.
    const named = routes.filter((route) => route.url === path)
    const meant = named.length > 0 ? named : routes.filter((route) => route.path.test(path))
    return [...new Set(meant.flatMap((route) => route.methods))].toSorted()
  }
}
