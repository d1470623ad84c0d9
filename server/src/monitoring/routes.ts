import type { Deps } from '../deps.ts'
import type { App } from '../platform/http/app.ts'
import { metricsRoute } from './monitoring.ts'
import { probeRoutes } from './probes.ts'

export function publicRoutes(app: App, deps: Pick<Deps, 'db' | 'storage' | 'config' | 'metrics'>): void {
  probeRoutes(app, deps)
  metricsRoute(app, deps)
}
