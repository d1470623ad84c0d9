import type { App } from '../platform/http/app.ts'
import type { AccountRouteDeps } from './credentials/client.ts'
import { sessionRoutes } from './credentials/session-routes.ts'
import { deletionRoutes, undoDeletionRoute } from './lifecycle/deletion-routes.ts'
import { setupRoutes } from './lifecycle/setup-routes.ts'
import { changeRoutes, mailLinkRoutes } from './mailed-links/routes.ts'
import type { AvatarDeps } from './profile/avatar.ts'
import { avatarRoutes, publicAvatarRoutes } from './profile/avatar-routes.ts'
import { profileRoutes } from './profile/profile-routes.ts'
import { mfaRoutes } from './second-factor/routes.ts'
import { publicConfigRoutes } from './sign-in/public-config.ts'
import { signInRoutes } from './sign-in/routes.ts'

interface RouteDeps extends AccountRouteDeps {
  avatars: AvatarDeps
}

/** Routes that take no credentials. */
export function publicRoutes(app: App, deps: RouteDeps): void {
  setupRoutes(app, deps)
  signInRoutes(app, deps)
  mailLinkRoutes(app, deps)
  undoDeletionRoute(app, deps.accounts)
  publicAvatarRoutes(app, deps)
  publicConfigRoutes(app, deps.accounts)
}

/** The signed-in user's own account. */
export function signedInRoutes(scope: App, deps: RouteDeps): void {
  profileRoutes(scope, deps.accounts)
  avatarRoutes(scope, deps.avatars)
  sessionRoutes(scope, deps.accounts)
  changeRoutes(scope, deps)
  mfaRoutes(scope, deps)
  deletionRoutes(scope, deps.accounts)
}
