import type { App } from '../platform/http/app.ts'
import type { AdminDeps } from './admin.ts'
import { adminInviteRoutes } from './invite-routes.ts'
import { adminMoneyRoutes } from './money-routes.ts'
import { adminPriceRoutes } from './price-routes.ts'
import { adminQueueRoutes } from './queue-routes.ts'
import { adminServiceRoutes } from './service-routes.ts'
import { adminUserRoutes } from './user-routes.ts'

/** Everything below `/api/v1/admin`; each route declares `access: 'admin'`. */
export function adminRoutes(app: App, deps: AdminDeps): void {
  adminUserRoutes(app, deps)
  adminServiceRoutes(app, deps)
  adminMoneyRoutes(app, deps)
  adminPriceRoutes(app, deps)
  adminInviteRoutes(app, deps)
  adminQueueRoutes(app, deps)
}
