import type { App } from '../platform/http/app.ts'
import type { AdminDeps } from './admin.ts'
import { adminEngineRoutes } from './machines/engine-routes.ts'
import { adminInviteRoutes } from './money/invite-routes.ts'
import { adminMoneyRoutes } from './money/money-routes.ts'
import { adminPriceRoutes } from './money/price-routes.ts'
import { adminQueueRoutes } from './machines/queue-routes.ts'
import { adminServiceRoutes } from './service/service-routes.ts'
import { adminUserRoutes } from './users/user-routes.ts'

/** Everything below `/api/v1/admin`; each route declares `access: 'admin'`. */
export function signedInRoutes(scope: App, deps: AdminDeps): void {
  adminUserRoutes(scope, deps)
  adminServiceRoutes(scope, deps)
  adminMoneyRoutes(scope, deps)
  adminPriceRoutes(scope, deps)
  adminInviteRoutes(scope, deps)
  adminQueueRoutes(scope, deps)
  adminEngineRoutes(scope, deps)
}
