import type { App } from '../platform/http/app.ts'
import type { AvatarDeps } from './avatar.ts'
import { avatarRoutes, publicAvatarRoutes } from './avatar-routes.ts'
import { deletionRoutes, undoDeletionRoute } from './deletion-routes.ts'
import { mailLinkRoutes } from './mail-link-routes.ts'
import { mfaRoutes, mfaSignInRoutes } from './mfa-routes.ts'
import { passwordRoutes } from './password-routes.ts'
import { publicConfigRoutes } from './public-config.ts'
import { sessionRoutes } from './session-routes.ts'
import { type AccountRouteDeps, accountRoutes, authRoutes } from './sign-in-routes.ts'

export interface AccountsRoutesDeps extends AccountRouteDeps {
  avatars: AvatarDeps
}

/** Routes that take no credentials. */
export function publicRoutes(app: App, deps: AccountsRoutesDeps): void {
  authRoutes(app, deps)
  mfaSignInRoutes(app, deps)
  mailLinkRoutes(app, deps)
  undoDeletionRoute(app, deps.accounts)
  publicAvatarRoutes(app, deps)
  publicConfigRoutes(app, deps.accounts)
}

/** Routes of the signed-in user's own account. */
export function signedInRoutes(scope: App, deps: AccountsRoutesDeps): void {
  accountRoutes(scope, deps)
  avatarRoutes(scope, deps.avatars)
  sessionRoutes(scope, deps.accounts)
  passwordRoutes(scope, deps)
  mfaRoutes(scope, deps)
  deletionRoutes(scope, deps.accounts)
}
