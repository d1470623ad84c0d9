import type { App } from '../platform/http/app.ts'
import type { AdminDeps } from './admin.ts'
import { adminInviteRoutes } from './invite-routes.ts'
import { adminMoneyRoutes } from './money-routes.ts'
import { adminPriceRoutes } from './price-routes.ts'
import { adminQueueRoutes } from './queue-routes.ts'
import { adminServiceRoutes } from './service-routes.ts'
import { adminUserRoutes } from './user-routes.ts'

/** Everything below `/api/v1/admin`; each route declares `access: 'admin'`. */
export function signedInRoutes(scope: App, deps: AdminDeps): void {
  adminUserRoutes(scope, deps)
  adminServiceRoutes(scope, deps)
  adminMoneyRoutes(scope, deps)
  adminPriceRoutes(scope, deps)
  adminInviteRoutes(scope, deps)
  adminQueueRoutes(scope, deps)
}
