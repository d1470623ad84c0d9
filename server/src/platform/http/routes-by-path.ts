import type { FastifyInstance } from 'fastify'

/** Returns a lookup of a path's methods, for `Allow` in a 405. It sees the routes registered after this call. */
export function allowedMethods(app: Pick<FastifyInstance, 'addHook'>): (url: string) => string[] {
  const routes: { url: string; path: RegExp; methods: string[] }[] = []
  app.addHook('onRoute', ({ url, method }) => {
    if (url === '*') return // the CORS preflight's catch-all
    const pattern = url
      .replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&')
      .replaceAll(/:[^/]+/g, '[^/]+')
      .replaceAll('*', '.*')
    routes.push({ url, path: new RegExp(`^${pattern}$`), methods: [method].flat() })
  })
  return (url) => {
    const path = url.split('?', 1)[0]!
    // A literal route wins over one with parameters.
    const named = routes.filter((route) => route.url === path)
    const meant = named.length > 0 ? named : routes.filter((route) => route.path.test(path))
    return [...new Set(meant.flatMap((route) => route.methods))].toSorted()
  }
}
